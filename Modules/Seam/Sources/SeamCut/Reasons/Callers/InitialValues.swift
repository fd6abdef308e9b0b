extension Reason {
    /// The initial value of another property reads the accessor, and can't move into the initializer.
    static let initialValues = Reason(
        "initial-value",
        """
        The initial value of another property reads the accessor, and can't move into the initializer: its type isn't
        written and doesn't follow from the value, it is wrapped, or another initial value after it does more than
        make a constant. Or no initializer is there to take it. With an instance that is passed, one object would use two.
        """,
        advice: "Write the type of the property, and set it in the initializer.",
        examples: [
            .triggers(
                """
                final class A {
                    var n = [Store.shared].count
                    func f() { Store.shared.go() }
                }
                """
            ),
            .triggers(
                """
                final class A {
                    var n: Int = Store.shared.n
                    var now = Date()
                    func f() { Store.shared.go() }
                }
                """,
                store: """
                    final class Store { static let shared = Store(); let n = 1; func go() {} }
                    """
            ),
            .passes(
                """
                final class A {
                    var n: Int = Store.shared.n
                    func f() { Store.shared.go() }
                }
                """,
                store: """
                    final class Store { static let shared = Store(); let n = 1; func go() {} }
                    """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var initialValues: Check {
        Check(.initialValues) { recipient in
            if case .failure = InitialValue.all(of: recipient) { true } else { false }
        }
    }
}
