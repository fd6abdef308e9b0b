import SeamKit

extension Reason {
    /// The accessor belongs to another actor than the caller's initializers.
    static let foreignActor = Reason(
        "foreign-actor",
        """
        The accessor belongs to another actor than the initializers of the caller, which can't read it, or the sources don't say
        to which.
        """,
        examples: [
            .triggers(
                """
                final class A { @MainActor func f() { Store.shared.go() } }
                """,
                store: """
                    @MainActor final class Store { static let shared = Store(); func go() {} }
                    """
            ),
            .triggers(
                """
                @MainActor final class A {
                    nonisolated init() {}
                    func f() { Store.shared.go() }
                }
                """,
                store: """
                    @MainActor final class Store { static let shared = Store(); func go() {} }
                    """
            ),
            .passes(
                """
                @MainActor final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    @MainActor final class Store { static let shared = Store(); func go() {} }
                    """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var foreignActor: Check {
        Check(.foreignActor) { recipient in
            switch recipient.instance.isolation {
            case .nonisolated: return false
            case .unknown: return true
            case .actor: break
            }
            let reader = IsolationReader(index: recipient.index)
            guard reader.isolation(of: recipient.owner, in: recipient.file) == recipient.instance.isolation else {
                return true
            }
            let own = recipient.initializers.own
            // An initializer that the compiler makes and that stays, or that is inherited, may be called from anywhere.
            let isMade =
                recipient.isMemberwise
                ? !recipient.isMadeWithoutArguments : own.isEmpty && !recipient.isWithoutSuperclass
            return isMade
                || own.contains {
                    reader.explicit($0).map { $0 != recipient.instance.isolation } ?? false
                }
        }
    }
}
