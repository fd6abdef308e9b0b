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

    @Test("A default stays where a subclass calls the initializer without saying so, or can't take the instance")
    func kept() throws {
        let implicit = try Self.threaded(
            "final class Sub: Base { init(n: Int) { print(n) } }\n@main enum Program { static func main() { _ = Sub(n: 1) } }\n",
            base: Self.base.replacing("title: String, store", with: "title: String = \"\", store")
        )
        #expect(implicit.text.contains("store: Store = .shared"), "\(implicit.text)")
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
