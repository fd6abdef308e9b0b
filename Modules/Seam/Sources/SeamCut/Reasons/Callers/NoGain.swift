import SeamKit

extension Reason {
    /// Nobody gains anything if the caller takes an instance.
    static let noGain = Reason(
        "no-gain",
        """
        Nobody gains anything if the caller takes an instance: it only removes observers from it, and adds none.
        Or it only observes what the system posts to the default notification center, or only has to do with defaults
        that the system reads, such as `NSWindow Frame`. Or the caller is in a branch of `#if`, and nothing but
        previews and tests makes it, or nothing at all names it. Or a private property has the instance, and nothing
        reads it. Or no initializer can take the instance, and it is the application: a process has only one.
        """,
        advice: "Leave it, or remove what is no longer needed. Let a test replace the application through a protocol.",
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
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                @main struct Tool { static func main() {} }
                """
            ),
            .triggers(
                """
                @MainActor final class A: UIViewController { func f() { Store.shared.go() } }
                """,
                store: application
            ),
            .passes(
                """
                @MainActor final class A {
                    private let store: Store
                    init(store: Store = .shared) { self.store = store }
                    func f() { Store.shared.go() }
                }
                """,
                store: application
            ),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                @main struct Tool { static func main() { A().f() } }
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

    private static let application = """
        @MainActor public final class Store: UIApplication {
            public static let shared = Store()
            public func go() {}
        }
        """

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
            return recipient.existing == nil
                && (recipient.onlyRemoves || recipient.onlyObservesSystem || recipient.onlySetsSystem
                    || recipient.isOnlyForPreviews || recipient.isDead)
        }
    }

    /// The instance is the application. A second one can't be made.
    static var onlyApplication: Check {
        Check(.noGain) { recipient in
            let names = ["UIApplication", "NSApplication", "WKApplication", "WKExtension"]
            guard recipient.request.options.stage == .inject, !recipient.request.options.isLate,
                let name = recipient.instance.type.fullName
            else { return false }
            return names.contains(name)
                || recipient.index.id(name, inFile: recipient.file.path).map { type in
                    recipient.index.code(of: type).contains { $0.inherited.contains { names.contains($0.type.text) } }
                } == true
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

    /// Whether the instance is the default notification center, and is only asked for what the system posts to it.
    fileprivate var onlyObservesSystem: Bool {
        let sites = sites
        guard request.singleton.shape == .framework, request.singleton.name == "NotificationCenter", !sites.isEmpty
        else { return false }
        return sites.allSatisfy { site in
            guard let (member, callee) = site.context.access.readMember, let call = callee.calling
            else { return false }
            if member == "removeObserver" { return true }
            let name = ["name", "forName", "for", "named"].lazy.compactMap { call.argument(labelled: $0) }.first
            return member != "post" && name.map { isOfSystem($0.code) } == true
        }
    }

    /// Returns whether a notification's name is none that the tree declares: `UITextField.textDidChangeNotification`.
    private func isOfSystem(_ name: String) -> Bool {
        let last = name.lastName
        return name.contains(".") && last.isPlainName && !index.sources.isSaidByObjectiveC(last)
            && !index.paths(saying: last).contains { path in
                index.file(path)?.tokens(last).contains { $0.isDeclared && !$0.isDeclaredFunction } != false
            }
    }

    /// Whether the instance is the standard defaults, and is only asked for keys of the system.
    fileprivate var onlySetsSystem: Bool {
        let sites = sites
        guard request.singleton.shape == .framework, request.singleton.name == "UserDefaults", !sites.isEmpty else {
            return false
        }
        return sites.allSatisfy { site in
            let key = site.context.access.readMember?.expression.calling?.argument(labelled: "forKey")?.code ?? ""
            return ["\"NS", "\"Apple", "\"com.apple."].contains(where: key.hasPrefix)
        }
    }

    /// Whether nothing in the tree of a program names the type: no other code, no file of Interface Builder, no list of properties.
    fileprivate var isDead: Bool {
        guard [.class, .struct, .actor].contains(owner.kind), !owner.node.isVisibleOutside, !isView, !owner.isLocal,
            owner.attributes.isEmpty, !index.isInherited(owner), isOfUsualKind, index.hasProgram,
            !index.isMadeByName(owner)
        else { return false }
        let name = owner.simpleName
        let parts = index.parts(of: owner)
        return index.paths(saying: name).allSatisfy { path in
            guard let file = index.file(path) else { return false }
            let own = parts.count { $0.file.path == path }
            return own
                == WordSearch.places(of: name, in: file.bytes[...]).count { file.token(at: $0)?.code.lastName == name }
        }
    }

    /// Returns whether nothing reads a property that has the instance, and no use will.
    fileprivate func isUnread(_ property: PropertyNode) -> Bool {
        guard property.isPrivate, property.attributeList.isEmpty, let name = property.part?.name else { return false }
        return sites.count == 1 && file.tokens(name).count == 1
    }

    /// Whether no model, mapping or script has to name the class.
    private var isOfUsualKind: Bool {
        guard let foreign = owner.inherited.first, owner.kind == .class, index.type(foreign, in: owner) == nil else {
            return true
        }
        return foreign.hasPrefix("UI") || ["NSObject", "Operation"].contains(foreign)
    }

    /// Whether only previews make the type, which is in a branch of `#if`.
    fileprivate var isOnlyForPreviews: Bool {
        owner.isConditional && index.id(of: owner).flatMap { index.makers.places(making: $0, index) }?.isEmpty == true
    }
}

extension CodeTree {
    /// Whether the tree has a program that a type starts.
    fileprivate var hasProgram: Bool {
        ["main", "UIApplicationMain", "NSApplicationMain"].contains { name in
            paths(saying: name).contains { path in
                !isTest(path) && file(path)?.owners.contains { $0.attributeNames.contains(name) } == true
            }
        }
    }
}
