extension Reason {
    /// The caller couldn't store the instance where it reads it.
    static let unsent = Reason(
        "unsent",
        """
        The instance isn't `Sendable`, and the caller is, or reads it outside of its own actor. There it can read the accessor,
        and not what it stores.
        """,
        examples: [
            .triggers(
                """
                final class A: Sendable { func f() { Store.shared.go() } }
                """
            ),
            .triggers(
                """
                @MainActor final class A { nonisolated func f() { Store.shared.go() } }
                """
            ),
            .triggers(
                """
                @MainActor final class A {
                    var n = 0
                    deinit { Store.shared.go() }
                }
                """
            ),
            .passes(
                """
                @MainActor final class A { func f() { Store.shared.go() } }
                """
            ),
            .passes(
                """
                @MainActor final class A { nonisolated func f() { Store.shared.go() } }
                """,
                store: """
                    final class Store: Sendable { static let shared = Store(); func go() {} }
                    """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var unsent: Check {
        Check(.unsent) { recipient in
            guard !recipient.instance.isSendable else { return false }
            if recipient.isIsolated { return !recipient.isReadOnOwnActor }
            // The compiler makes a structure that isn't public `Sendable` if all that it stores is.
            return recipient.isSendable || recipient.owner.kind == .struct && !recipient.owner.hasModifier("public")
        }
    }
}
