extension Reason {
    /// The caller's property has the type itself, and it uses something that the protocol doesn't have.
    static let members = Reason(
        "members",
        """
        With `--protocol`: the caller was gathered, and uses something that the protocol doesn't have.
        """,
        examples: [
            .triggers(
                """
                final class A {
                    private var store: Store { .shared }
                    func f() -> Store { store }
                }
                final class B { func f() { Store.shared.go() } }
                """
            ).with { $0.protocolName = "Going" },
            .passes(
                """
                final class A {
                    private var store: Store { .shared }
                    func f() { store.go() }
                }
                """
            ).with { $0.protocolName = "Going" },
        ]
    )
}

extension Check where Subject == PlacedCaller {
    static var members: Check {
        Check(.members) { $0.property.place.declaration != nil && $0.choice != nil && !$0.isAbstract }
    }
}
