extension Reason {
    /// The initial value of another property reads the accessor, and can't move into the initializer.
    static let initialValues = Reason(
        "initial-value",
        """
        The initial value of another property reads the accessor, and can't move into the initializer: its type isn't
        written and doesn't follow from the value, its wrapper isn't one that an initializer sets, or another initial
        value after it does more than make a constant. Or no initializer is there to take it, or somebody passes a
        value to a view's. With an instance that is passed, one object would use two.
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
                    var start: Void = print(1)
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
            .passes(
                """
                struct A: View {
                    @ObservedObject var size = Store.shared.size
                    @State var n = Store.shared.size.value
                    func f() { Store.shared.go() }
                }
                """,
                store: """
                    final class Setting<T> { var value: T; init(_ value: T) { self.value = value } }
                    final class Store {
                        static let shared = Store()
                        var size = Setting<Int>(1)
                        func go() {}
                    }
                    """
            ),
            .triggers(
                """
                struct A: View {
                    @ObservedObject var size = Store.shared.size
                    func f() { Store.shared.go() }
                }
                func f() { _ = A(size: Setting(2)) }
                """,
                store: """
                    final class Setting<T> { var value: T; init(_ value: T) { self.value = value } }
                    final class Store {
                        static let shared = Store()
                        var size = Setting<Int>(1)
                        func go() {}
                    }
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
