import SeamKit

extension Reason {
    /// The use goes through a property, parameter or local that holds the instance already, or is the default argument of one.
    static let held = Reason(
        "held",
        """
        The use goes through a property, a parameter or a local that holds the instance already, or may hold
        another one. It moves with that. A default argument that is only the instance (`init(account: Account =
        .shared)`) is held by its parameter: whoever calls may pass another.
        """,
        advice: "Nothing: a property, a parameter or a local has the instance, and the use moves with that.",
        examples: [
            .triggers(
                """
                final class A {
                    private let store: Store
                    init(store: Store = .shared) { self.store = store }
                    func f() { store.go() }
                }
                """
            ).gathering(),
            .triggers(
                """
                struct A { func f(_ store: Store = .shared) {} }
                """
            ),
            .triggers(
                """
                final class A {
                    private let store: Store
                    init(store: Store? = nil) { self.store = store ?? .shared }
                }
                """
            ),
            .triggers(
                """
                func f() { f(store: .shared) }
                func f(store: Store) { store.go() }
                """
            ),
            .passes(
                """
                func f() { g(store: .shared) }
                func g(store: Store) { store.go() }
                """
            ),
            .passes(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == Use {
    /// The map knows what holds the instance.
    static var held: Check { Check(.held) { $0.path != .direct } }
}

extension Check where Subject == Access {
    /// The use is the caller's own property, and nothing more is asked of that.
    static var held: Check {
        Check(.held) { access in
            if access.isForwarded { return true }
            if case .lazyValue = access.context.member, access.ownHolder != nil { return true }
            if access.isFallback { return LateUpgrade(access) == nil }
            guard access.isGathered, let decl = access.context.memberDecl else { return false }
            return access.request.options.stage != .inject || access.context.isStatic || PropertyText.isInjected(decl)
        }
    }
}

extension Check where Subject == StaticAccess {
    /// The parameter holds the instance already, and whoever calls may pass another.
    static var held: Check {
        Check(.held) { access in
            guard case .defaultArgument = access.access.context.member else { return false }
            return access.access.isBare
        }
    }
}
