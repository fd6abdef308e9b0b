import SeamKit

extension Reason {
    /// Nobody gains anything if the caller takes an instance.
    static let noGain = Reason(
        "no-gain",
        """
        Nobody gains anything if the caller takes an instance: it only removes observers from it, and adds none.
        Or the caller is in a branch of `#if`, and nothing but previews and tests makes it. Or a private property has
        the instance, and nothing reads it.
        """,
        advice: "Leave it, or remove what is no longer needed.",
        examples: [
            .triggers(
                """
                final class A { func stop() { Store.shared.removeObserver(self) } }
                """,
                store: withObservers
            ),
            .triggers(
                """
                #if DEBUG
                final class A { func f() { Store.shared.go() } }
                #endif
                """
            ),
            .triggers(
                """
                final class A {
                    private let store = Store.shared
                    init() {}
                }
                """
            ),
            .passes(
                """
                final class A {
                    static let main = A()
                    private init() {}
                    func f() { Store.shared.go() }
                }
                """
            ),
            .passes(
                """
                final class A {
                    private let store = Store.shared
                    init() {}
                    func f() { store.go() }
                }
                """
            ),
            .passes(
                """
                final class A {
                    let store = Store.shared
                    init() {}
                }
                """
            ),
            .passes(
                """
                final class A {
                    func start() { Store.shared.addObserver(self) }
                    func stop() { Store.shared.removeObserver(self) }
                }
                """,
                store: withObservers
            ),
            .passes(
                """
                #if DEBUG
                final class A { func f() { Store.shared.go() } }
                func run() { A().f() }
                #endif
                """
            ),
        ]
    )

    private static let withObservers = """
        public final class Store {
            public static let shared = Store()
            public func addObserver(_ observer: AnyObject) {}
            public func removeObserver(_ observer: AnyObject) {}
        }
        """
}

extension Check where Subject == Recipient {
    static var noGain: Check {
        Check(.noGain) { recipient in
            guard recipient.request.options.stage == .inject else { return false }
            if let existing = recipient.existing, recipient.isUnread(existing) { return true }
            guard recipient.own.isEmpty else { return false }
            return recipient.existing == nil && (recipient.onlyRemoves || recipient.isOnlyForPreviews)
        }
    }
}

extension Recipient {
    /// Whether the instance is only asked to remove observers, which others add.
    fileprivate var onlyRemoves: Bool {
        let sites = sites
        return !sites.isEmpty
            && sites.allSatisfy { MemberUse(of: $0.context.access)?.name == "removeObserver" }
    }

    /// Returns whether nothing reads a property that has the instance, and no use will.
    fileprivate func isUnread(_ property: PropertyNode) -> Bool {
        guard property.isPrivate, property.attributeList.isEmpty, let name = property.part?.name else { return false }
        return sites.count == 1 && file.tokens(name).count == 1
    }

    /// Whether only previews make the type, which is in a branch of `#if`.
    fileprivate var isOnlyForPreviews: Bool {
        owner.isConditional && index.makers.places(making: owner.name, index)?.isEmpty == true
    }
}
