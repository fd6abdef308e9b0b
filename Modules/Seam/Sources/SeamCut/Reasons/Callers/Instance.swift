extension Reason {
    /// The instance is a value, or optional.
    static let instance = Reason(
        "instance",
        """
        The instance is a value, which a copy would cut off from the original, or the accessor is optional.
        """,
        examples: [
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    struct Store { static let shared = Store(); func go() { print(1) } }
                    """
            ),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var instance: Check { Check(.instance) { $0.instance.isValueOrOptional } }
}

extension Check where Subject == CarriedInstance {
    static var instance: Check { Check(.instance) { $0.instance.isValueOrOptional } }
}

extension InjectedType {
    fileprivate var isValueOrOptional: Bool { isOptional || isReference == false }
}
