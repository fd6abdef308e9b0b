import SeamKit

extension Reason {
    /// The use replaces the instance.
    static let assigned = Reason(
        "assigned",
        """
        The use replaces the instance (`X.shared = ...`, `&X.shared`). Whoever owns the instance does that.
        """,
        advice: "Decide who owns the instance; assigning it stays at the composition root.",
        examples: [
            .triggers(
                """
                final class A { func f() { Store.shared = Store() } }
                """,
                store: """
                    final class Store { static var shared = Store(); var n = 0; func go() { n += 1 } }
                    """
            ),
            .passes(
                """
                final class A { func f() { Store.shared.n = 1 } }
                """,
                store: """
                    final class Store { static var shared = Store(); var n = 0; func go() { n += 1 } }
                    """
            ),
        ]
    )
}

extension Check where Subject == Access {
    static var assigned: Check { Check(.assigned) { $0.context.access.isAssigned } }
}
