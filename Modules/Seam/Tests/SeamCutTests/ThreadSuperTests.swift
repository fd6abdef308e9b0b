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
        #expect(after.text.contains("init(number: Int, store: Store) {"), "\(after.text)")
        #expect(after.text.contains("super.init(title: \"\\(number)\", store: store)"), "\(after.text)")
        #expect(after.text.contains("Sub(number: 1, store: Store.shared)"), "\(after.text)")
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
                "init(n: Int, store: Store) { print(n); super.init(store: store) }"
            ),
            ("init(n: Int) {}", "init(n: Int, store: Store) { super.init(store: store) }"),
            (
                "let n: Int\n    init?(n: Int) {\n        if n < 0 { return nil }\n        self.n = n\n    }",
                "        self.n = n\n        super.init(store: store)\n    }"
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
        let after = try Self.silent(initializer, isPrivate: true)
        #expect(after.text.contains("store: Store = .shared"), "\(after.text)")
        #expect(after.calls.contains { $0.explanation.contains(message) }, "\(after.calls.map(\.explanation))")
    }

    private static func silent(
        _ initializer: String,
        isPrivate: Bool = false
    ) throws -> (calls: [MakingCall], text: String) {
        try threaded(
            """
            final class Sub: Base {
                \(initializer)
            }
            @main enum Program { static func main() { _ = Sub(n: 1) } }

            """,
            base: base.replacing("title: String, store", with: "title: String = \"\", store")
                .replacing("    let store", with: "    \(isPrivate ? "private " : "")let store")
        )
    }

    @Test("A subclass reads what its superclass has")
    func read() throws {
        let after = try Self.threaded(
            """
            final class Sub: Base { func other() { _ = Base(title: "") } }
            @main enum Program { static func main() { Sub(title: "a").other() } }

            """
        )
        #expect(after.text.contains("func other() { _ = Base(title: \"\", store: store) }"), "\(after.text)")
        #expect(after.calls.map(\.reason) == [nil, nil])
    }

    @Test(
        "A maker with subclasses takes the instance, unless one of them overrides what it takes",
        arguments: [false, true]
    )
    func makers(isOverridden: Bool) throws {
        let own = isOverridden ? "override init(n: Int) { super.init(n: n) }" : "init() { super.init(n: 1) }"
        let after = try Self.threaded(
            """
            class Maker { init(n: Int) {}; func f() { _ = Base(title: "") } }
            final class Kid: Maker { \(own) }
            @main enum Program { static func main() { Maker(n: 1).f(); Kid(\(isOverridden ? "n: 1" : "")).f() } }

            """
        )
        #expect(after.calls.map(\.reason) == [isOverridden ? .maker : nil], "\(after.text)")
        #expect(after.text.contains("super.init(n: 1, store: store)") != isOverridden, "\(after.text)")
    }

    @Test("A default stays where a subclass can't take the instance")
    func kept() throws {
        let overriding = try Self.threaded(
            """
            class Root { init(n: Int) {} }
            protocol Numbered { init(n: Int) }
            final class Sub: Base, Numbered { required init(n: Int) { super.init(title: "") } }
            @main enum Program { static func main() { _ = Sub(n: 1) } }

            """
        )
        #expect(overriding.text.contains("store: Store = .shared"), "\(overriding.text)")
        #expect(overriding.calls.map(\.reason) == [.maker])
    }

    @Test("What Objective-C could call takes the instance if nothing there does", arguments: [false, true])
    func foreign(isCalled: Bool) throws {
        let tree = try SourceTree([
            "App/App.swift": Self.base + """
                final class Pop: NSPopover {
                    @objc init(n: Int) { super.init(nibName: "Pop") }
                    func f() { _ = Base(title: "") }
                }
                @main enum Program { static func main() { Pop(n: 1).f() } }

                """,
            "App/P.m": isCalled ? "[[Pop alloc] initWithN:1];" : "",
        ])
        let plan = try tree.plan("Store", options: Cut.Options(stage: .thread))
        #expect(plan.diff.contains("+    init(n: Int, store: Store) {") != isCalled, "\(plan.diff)")
    }

    private static func threaded(_ text: String, base: String = base) throws -> (calls: [MakingCall], text: String) {
        let tree = try SourceTree(["App/App.swift": base + text])
        let options = Cut.Options(stage: .thread)
        let calls = try tree.plan("Store", options: options).calls
        try tree.cutAll(options: options)
        return (calls, try tree.text("App/App.swift"))
    }
}
