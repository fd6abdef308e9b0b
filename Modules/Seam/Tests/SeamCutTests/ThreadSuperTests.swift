import SeamKit
import Testing

@testable import SeamCut

/// Subclasses of a class that takes the instance: what they call of it, and what they inherit.
@Suite("Subclasses of what takes the instance")
struct ThreadSuperTests {
    private static let base = """
        final class Store: Sendable { static let shared = Store(); func go() {} }
        class Base {
            let store: Store
            let title: String
            init(title: String, store: Store = .shared) {
                self.title = title
                self.store = store
            }
        }

        """

    @Test("A call of `super.init` relies on the default, and passes what its initializer takes")
    func called() throws {
        let after = try Self.threaded(
            """
            final class Sub: Base {
                init(number: Int) {
                    super.init(title: "\\(number)")
                }
            }
            @main enum Program { static func main() { Sub(number: 1).store.go() } }

            """
        )
        #expect(after.calls.map(\.reason) == [nil])
        #expect(after.text.contains("init(title: String, store: Store) {"), "\(after.text)")
        #expect(after.text.contains("init(number: Int, sharedStore: Store) {"), "\(after.text)")
        #expect(after.text.contains("super.init(title: \"\\(number)\", store: sharedStore)"), "\(after.text)")
        #expect(after.text.contains("Sub(number: 1, sharedStore: Store.shared)"), "\(after.text)")
    }

    @Test("Who makes a subclass that inherits the initializers calls those of the class")
    func inherited() throws {
        let after = try Self.threaded(
            """
            class Middle: Base {}
            final class Sub: Middle { func f() { store.go() } }
            @main enum Program { static func main() { Sub(title: "a").f(); Middle(title: "b").store.go() } }

            """
        )
        #expect(after.calls.map(\.reason) == [nil, nil])
        #expect(after.text.contains("init(title: String, store: Store) {"), "\(after.text)")
        #expect(after.text.contains("Sub(title: \"a\", store: Store.shared).f()"), "\(after.text)")
        #expect(after.text.contains("Middle(title: \"b\", store: Store.shared)"), "\(after.text)")
    }

    @Test(
        "A `super.init()` that isn't written is written at the end of the body, and passes what its initializer takes",
        arguments: [
            (
                "init(n: Int) { print(n) }",
                "init(n: Int, sharedStore: Store) { print(n); super.init(store: sharedStore) }"
            ),
            ("init(n: Int) {}", "init(n: Int, sharedStore: Store) { super.init(store: sharedStore) }"),
            (
                "let n: Int\n    init?(n: Int) {\n        if n < 0 { return nil }\n        self.n = n\n    }",
                "        self.n = n\n        super.init(store: sharedStore)\n    }"
            ),
        ]
    )
    func silent(initializer: String, written: String) throws {
        let after = try Self.silent(initializer)
        #expect(after.calls.map(\.reason) == [nil])
        #expect(after.text.contains(written), "\(after.text)")
        #expect(after.text.contains("init(title: String = \"\", store: Store) {"), "\(after.text)")
    }

    @Test(
        "It stays unwritten where the body may end elsewhere, and where its line would hold the property, too",
        arguments: [
            ("init(n: Int) { if n > 1 { return }; print(n) }", "behind a body with `return` or `defer`"),
            ("init(n: Int) { defer { print(n) } }", "behind a body with `return` or `defer`"),
            (
                "init(n: Int) { print(n) }\n    func other() { _ = Base() }",
                "made by the `super.init()` that a body of one line doesn't write"
            ),
        ]
    )
    func unwritten(initializer: String, message: String) throws {
        let after = try Self.silent(initializer)
        #expect(after.text.contains("store: Store = .shared"), "\(after.text)")
        #expect(after.calls.contains { $0.explanation.contains(message) }, "\(after.calls.map(\.explanation))")
    }

    private static func silent(_ initializer: String) throws -> (calls: [MakingCall], text: String) {
        try threaded(
            """
            final class Sub: Base {
                \(initializer)
            }
            @main enum Program { static func main() { _ = Sub(n: 1) } }

            """,
            base: base.replacing("title: String, store", with: "title: String = \"\", store")
        )
    }

    @Test("A default stays where a subclass can't take the instance")
    func kept() throws {
        let overriding = try Self.threaded(
            """
            class Root { init(n: Int) {} }
            final class Sub: Base { required init(n: Int) { super.init(title: "") } }
            @main enum Program { static func main() { _ = Sub(n: 1) } }

            """
        )
        #expect(overriding.text.contains("store: Store = .shared"), "\(overriding.text)")
        #expect(overriding.calls.map(\.reason) == [.maker])
    }

    private static func threaded(_ text: String, base: String = base) throws -> (calls: [MakingCall], text: String) {
        let tree = try SourceTree(["App/App.swift": base + text])
        let options = Cut.Options(stage: .thread)
        let calls = try tree.plan("Store", options: options).calls
        try tree.cutAll(options: options)
        return (calls, try tree.text("App/App.swift"))
    }
}
