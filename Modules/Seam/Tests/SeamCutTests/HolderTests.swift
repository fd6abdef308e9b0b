import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// What a caller has for the instance already is its dependency: it goes through that, and initializers set it.
@Suite("What is there already", .ownThread)
struct HolderTests {
    private static let store = "final class Store { static let shared = Store(); var n = 1; func go() {} }\n"

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var caller: String
        var after: String
        var store = HolderTests.store
    }

    @Test(
        "A property that is only the accessor becomes what initializers set",
        arguments: [
            Row(
                testDescription: "a constant, in a class without an initializer",
                caller: """
                    final class A {
                        private let store = Store.shared
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                    final class A {
                        private let store: Store

                        init(store: Store = .shared) {
                            self.store = store
                        }

                        func f() { store.go() }
                    }

                    """
            ),
            Row(
                testDescription: "with a type, and an initial value that reads the accessor",
                caller: """
                    final class A {
                        let store: Store = .shared
                        var n: Int = Store.shared.n
                        let title: String
                        init(title: String) {
                            self.title = title
                        }
                        func f() { store.go() }
                    }

                    """,
                after: """
                    final class A {
                        let store: Store
                        var n: Int
                        let title: String
                        init(title: String, store: Store = .shared) {
                            self.title = title
                            self.store = store
                            self.n = store.n
                        }
                        func f() { store.go() }
                    }

                    """
            ),
            Row(
                testDescription: "a constant of a view",
                caller: """
                    struct A: View {
                        private let store = Store.shared
                        var body: some View { Text(Store.shared.n) }
                    }

                    """,
                after: """
                    struct A: View {
                        var store: Store = .shared
                        var body: some View { Text(store.n) }
                    }

                    """
            ),
            Row(
                testDescription: "a wrapped property that is private",
                caller: """
                    struct A: View {
                        @StateObject private var store = Store.shared
                        var body: some View { Text(Store.shared.n) }
                    }

                    """,
                after: """
                    struct A: View {
                        @StateObject var store = Store.shared
                        var body: some View { Text(store.n) }
                    }

                    """
            ),
            Row(
                testDescription: "a wrapped property that an initializer sets as late as before",
                caller: """
                    struct A: View {
                        @StateObject private var store = Store.shared
                        let title: String
                        init(title: String) {
                            self.title = title
                        }
                        var body: some View { Text(title) }
                    }

                    """,
                after: """
                    struct A: View {
                        @StateObject private var store: Store
                        let title: String
                        init(title: String, store: Store? = nil) {
                            self.title = title
                            _store = StateObject(wrappedValue: store ?? .shared)
                        }
                        var body: some View { Text(title) }
                    }

                    """
            ),
            Row(
                testDescription: "an object that a view observes",
                caller: """
                    struct A: View {
                        @ObservedObject private var store = Store.shared
                        init() {}
                        var body: some View { Text(store.n) }
                    }

                    """,
                after: """
                    struct A: View {
                        @ObservedObject private var store: Store
                        init(store: Store = .shared) {
                            self.store = store
                        }
                        var body: some View { Text(store.n) }
                    }

                    """
            ),
        ]
    )
    func opened(_ row: Row) throws {
        let tree = try SourceTree(["App/Store.swift": row.store, "App/A.swift": row.caller])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.callers.first?.form == .existing, "\(plan.outcomes)")
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift") == row.after)
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test(
        "A property stays as it is where initializers can't set it, or where that would be seen",
        arguments: [
            "struct A: View { @StateObject var store = Store.shared\nvar body: some View { Text(store.n) } }",
            "struct A: View { private let store = Store.shared; @State private var n = 1\nvar body: some View { Text(n) } }",
            "class A: UIView { private let store = Store.shared }",
            "struct A { let store = Store.shared }",
            "final class A: Codable { let store = Store.shared }",
            "final class A { lazy var store = Store.shared }",
            "final class A { static let store = Store.shared }",
            "final class A { let now = Date(); let store = Loud.shared }",
        ]
    )
    func kept(_ caller: String) throws {
        let loud = "final class Loud { static let shared = Loud(); init() { print(1) } }\n"
        let tree = try SourceTree(["App/Store.swift": Self.store + loud, "App/A.swift": caller + "\n"])
        for name in ["Store", "Loud"] {
            #expect(try tree.plan(name, options: Cut.Options()).changes.isEmpty)
        }
    }

    @Test(
        "A late read that an earlier version wrote goes where the accessor can be read early",
        arguments: [
            Row(
                testDescription: "all initializers take the instance",
                caller: """
                    final class A {
                        private let injectedStore: Store?
                        private var store: Store { injectedStore ?? .shared }
                        init(title: String, store injectedStore: Store? = nil) {
                            self.injectedStore = injectedStore
                            print(title)
                        }
                        func f() { store.go() }
                    }

                    """,
                after: """
                    final class A {
                        private let store: Store
                        init(title: String, store: Store = .shared) {
                            self.store = store
                            print(title)
                        }
                        func f() { store.go() }
                    }

                    """
            ),
            Row(
                testDescription: "a call may pass an optional",
                caller: """
                    final class A {
                        private let injectedStore: Store?
                        private var store: Store { injectedStore ?? .shared }
                        init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
                        func f() { store.go() }
                    }
                    func make(_ store: Store?) -> A { A(store: store) }

                    """,
                after: """
                    final class A {
                        private let store: Store
                        init(store: Store? = nil) { self.store = store ?? .shared }
                        func f() { store.go() }
                    }
                    func make(_ store: Store?) -> A { A(store: store) }

                    """
            ),
            Row(
                testDescription: "a variable that nobody sets",
                caller: """
                    class A: UIView {
                        var injectedStore: Store?
                        private var store: Store { injectedStore ?? .shared }
                        func f() { store.go() }
                    }

                    """,
                after: """
                    class A: UIView {
                        var store: Store = .shared
                        func f() { store.go() }
                    }

                    """
            ),
        ]
    )
    func upgraded(_ row: Row) throws {
        let tree = try SourceTree(["App/Store.swift": row.store, "App/A.swift": row.caller])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift") == row.after)
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test(
        "A late read stays where it is needed, or where something else reads or sets the optional",
        arguments: [
            ("", "print(1)"), ("func g() -> Bool { injectedStore == nil }", ""),
            ("convenience init() { self.init(n: 1) }", "print(1)"),
        ]
    )
    func late(_ row: (member: String, making: String)) throws {
        let store = Self.store.replacing("var n = 1;", with: "var n = 1; init() { \(row.making) };")
        let tree = try SourceTree([
            "App/Store.swift": store,
            "App/A.swift": """
            final class A {
                private let injectedStore: Store?
                private var store: Store { injectedStore ?? .shared }
                init(n: Int, store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
                func f() { store.go() }
                \(row.member)
            }

            """,
            "App/B.swift": """
            class B: NSObject {
                var injectedStore: Store?
                private var store: Store { injectedStore ?? .shared }
                func f() { store.go() }
            }
            func set(_ b: B, _ store: Store) { b.injectedStore = store }

            """,
        ])
        #expect(try tree.plan("Store", options: Cut.Options()).changes.isEmpty)
        #expect(try tree.plan("Store", options: .late).changes.isEmpty)
    }

    @Test("A class below NSObject that only code makes gets an initializer")
    func isolated() throws {
        let store = "final class Store: Sendable { static let shared = Store(); func go() {} }\n"
        let tree = try SourceTree([
            "App/Store.swift": store,
            "App/A.swift": "@MainActor class A: NSObject { nonisolated func f() { Store.shared.go() } }\n",
        ])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.diff.contains("self.store = store\n+        super.init()\n"), "\(plan.diff)")
    }

    @Test("Parameters are described where the others are, and have the name that is common in the module")
    func house() throws {
        let store =
            "    private let main: Store\n    init(main: Store = .shared) { self.main = main }\n    func f() { Store.shared.go() }\n"
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/Old.swift": "final class Old {\n\(store)}\nfinal class Older {\n\(store)}\n",
            "App/A.swift": """
            final class A {
                /// Creates it.
                ///
                /// - Parameters:
                ///   - title: what it shows,
                ///     in one line.
                ///   - size: its size.
                init(title: String, size: Int) {}
                /// - Parameter name: Its name, which
                /// nobody else has.
                /// - Throws: Nothing.
                init(name: String) throws {}
                /// - Parameter name: Its name.
                init(name: String, text: String) {}
                func f() { Store.shared.go() }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text.contains("    ///   - size: its size.\n    ///   - main: the main.\n    init"), "\(text)")
        #expect(text.contains("    /// nobody else has.\n    /// - Parameter main: The main.\n    /// - Throws"))
        #expect(text.contains("init(name: String, main: Store = .shared) throws"), "\(text)")
        // Not where one of the others isn't described.
        #expect(text.contains("    /// - Parameter name: Its name.\n    init(name: String, text"), "\(text)")
    }

    @Test(
        "What initializers store from a parameter without a default is the dependency if makers pass the accessor",
        arguments: [
            "final class A { let store: Store; init(store: Store) { self.store = store }; USE }\nlet a = A(store: .shared)",
            "struct A { let store: Store; USE }\nfunc make() -> A { A(store: Store.shared) }",
            """
            final class A { let store: Store; init(n: Int, _ m: Int, store: Store) { self.store = store }; USE }
            final class B {
                let own: Store
                init(own: Store = .shared) { self.own = own; print(A(n: 1, 2, store: own)) }
                func make() -> A { A(n: 1, 2, store: self.own) }
            }
            """,
            """
            final class A { let store: Store; init(store: Store) { self.store = store }; USE; func a() -> A { A(store: store) } }
            final class B { let s = Store.shared; func make() -> A { A(store: s) } }
            """,
        ]
    )
    func required(_ text: String) throws {
        let text = text.replacing("USE", with: "func f() { Store.shared.go() }")
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": text + "\n"])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.callers.first { $0.name == "A" }?.form == .existing, "\(plan.summary)")
        #expect(plan.diff.contains("{ store.go() }"), "\(plan.diff)")
    }

    @Test(
        "Where initializers may store another instance, the use stays, and the type gets no second property",
        arguments: [
            "final class A { let store: Store; init(store: Store) { self.store = store }; USE }\nlet a = A(store: Store())",
            "final class A { let store: Store; init(store: Store = Store()) { self.store = store }; USE }",
            "final class A { let store: Store; init(store: Store? = nil) { self.store = store ?? Store() }; USE }",
            "final class A { let store: Store; init(_ store: Store) { self.store = store }; USE }\nlet a = A(.shared)",
            "struct A { let store: Store; USE }\nfunc make(_ store: Store) -> A { A(store: store) }",
            "struct A { let store: Store; USE }\nextension A { init() { self.store = Store() } }",
            """
            final class A { let store: Store; init(store: Store) { self.store = store }; USE }
            final class B { let store = Store.shared; func make() -> A { let store = Store(); return A(store: store) } }
            """,
            """
            final class A { let store: Store; init(store: Store) { self.store = store }; USE }
            final class B { let store: Store; init(n: Int) { store = Store() }; func make() -> A { A(store: store) } }
            """,
        ]
    )
    func notSecond(_ text: String) throws {
        let text = text.replacing("USE", with: "func f() { Store.shared.go() }")
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": text + "\n"])
        let plan = try tree.plan("Store", options: Cut.Options())
        let row = plan.rows.first { $0.use.enclosingType == "A" && $0.use.member == "go" }
        #expect(row?.outcome == .left(.rerouted), "\(plan.diff)")
    }
}
