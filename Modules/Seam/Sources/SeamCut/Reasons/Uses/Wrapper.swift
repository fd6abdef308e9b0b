import SeamKit

extension Reason {
    /// The use goes through a property wrapper or a subscript that reads the accessor in its own code.
    static let wrapper = Reason(
        "wrapper",
        """
        The use goes through a property wrapper or a subscript that reads the accessor in its own code
        (`@Setting(\\.name) var name`, `Settings[\\.name]`), so there is no accessor here to replace.
        """,
        advice: "Give the caller the instance, and read the member from it instead of through the wrapper.",
        examples: [
            .triggers(
                """
                struct A { func f() { _ = Store[\\.count] } }
                """,
                store: store
            ),
            .triggers(
                """
                struct A { @Stored(\\.count) var count }
                """,
                store: store
            ),
            .passes(
                """
                struct A { func f() { _ = Store.shared.count } }
                """,
                store: store
            ),
        ]
    )

    private static let store = """
        final class Store {
            static let shared = Store()
            var count = 0
            static subscript<T>(_ path: KeyPath<Store, T>, in store: Store = .shared) -> T { store[keyPath: path] }
        }
        @propertyWrapper
        struct Stored<T> {
            let path: KeyPath<Store, T>
            init(_ path: KeyPath<Store, T>) { self.path = path }
            var wrappedValue: T { Store.shared[keyPath: path] }
        }
        """
}

extension Check where Subject == Use {
    /// The map knows the getter that reads the accessor.
    static var wrapper: Check { Check(.wrapper) { $0.path == .wrapper } }
}
