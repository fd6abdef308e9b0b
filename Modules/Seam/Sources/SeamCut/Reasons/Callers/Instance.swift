extension Reason {
    /// The instance is a value that may change, or optional.
    static let instance = Reason(
        "instance",
        """
        The instance is a value that may change, so that a copy would be cut off from the original, or the accessor is
        optional. A value in a constant, `static let shared = Settings()`, is passed as objects are.
        """,
        examples: [
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    struct Store { static var shared = Store(); var n = 0; func go() { print(n) } }
                    func change() { Store.shared.n = 1 }
                    """
            ),
            .passes(
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
    static var instance: Check { Check(.instance) { $0.instance.mayDiffer } }
}

extension Check where Subject == CarriedInstance {
    static var instance: Check { Check(.instance) { $0.instance.mayDiffer } }
}

extension InjectedType {
    fileprivate var mayDiffer: Bool { isOptional || isSameInCopies == false }
}
