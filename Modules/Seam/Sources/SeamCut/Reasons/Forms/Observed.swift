extension Reason {
    /// Somebody could see that the accessor is read earlier.
    static let observed = Reason(
        "observed",
        """
        Somebody could see that the accessor is read when the caller is made, and not at the first use: its initializer, or
        something that it reaches, does input or output, starts something, registers itself, reads what may change,
        logs, waits, traps, or calls code that isn't known to be harmless. Or the accessor may return another instance
        later, or making the instance makes the caller. The plan names the place.
        """,
        examples: [
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    final class Store { static let shared = Store(); init() { print(1) }; func go() {} }
                    """
            ).injectingEarly(),
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    final class Store { static var shared = Store(); func go() {} }
                    func reset() { Store.shared = Store() }
                    """
            ).injectingEarly(),
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    final class Store { static var shared: Store { one }; private static let one = Store(); func go() {} }
                    """
            ).injectingEarly(),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                """
            ).injectingEarly(),
        ]
    )
}

extension Check where Subject == Recipient {
    static var observed: Check {
        Check(.observed) { recipient in
            recipient.instance.creation.observation(for: recipient.owner.name) != nil
        }
    }
}
