import TestSupport
import Testing

@testable import SeamCut

/// New members and lines stand where a person would write them.
@Suite("Where new code stands", .ownThread)
struct MemberPlaceTests {
    private static let store =
        "final class Store { static let shared = Store(); func go() {}; func add(_ a: Int, _ b: Int) {} }\n"

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var before: String
        var after: String
    }

    @Test(
        "A property and an initializer stand apart from bodies, comments and lazy properties",
        arguments: [
            Row(
                testDescription: "behind a body, and behind lazy properties",
                before: """
                    final class A {
                        var n = 1 {
                            didSet { print(n) }
                        }

                        lazy var m = 2

                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                    final class A {
                        var n = 1 {
                            didSet { print(n) }
                        }

                        private let store: Store

                        lazy var m = 2

                        init(store: Store = .shared) {
                            self.store = store
                        }

                        func f() { store.go() }
                    }

                    """
            ),
            Row(
                testDescription: "an initializer alone, behind a property with a wrapper",
                before: """
                    final class A {
                        private let store = Store.shared
                        private var n = 1

                        @Wrapped var m = 2

                        func f() { store.add(n, m) }
                    }
                    @propertyWrapper struct Wrapped { var wrappedValue: Int }

                    """,
                after: """
                    final class A {
                        private let store: Store
                        private var n = 1

                        @Wrapped var m = 2

                        init(store: Store = .shared) {
                            self.store = store
                        }

                        func f() { store.add(n, m) }
                    }
                    @propertyWrapper struct Wrapped { var wrappedValue: Int }

                    """
            ),
            Row(
                testDescription: "below the heading of its access",
                before: """
                    final class A {
                        // MARK: Public Properties

                        let n: Int

                        // MARK: Private Properties

                        private var m = 2

                        // MARK: Lifecycle

                        init(n: Int) {
                            self.n = n
                        }

                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                    final class A {
                        // MARK: Public Properties

                        let n: Int

                        // MARK: Private Properties

                        private var m = 2
                        private let store: Store

                        // MARK: Lifecycle

                        init(n: Int, store: Store = .shared) {
                            self.n = n
                            self.store = store
                        }

                        func f() { store.go() }
                    }

                    """
            ),
            Row(
                testDescription: "set before the object is used",
                before: """
                    final class A {
                        let n: Int
                        init(n: Int, other: B) {
                            self.n = n
                            other.a = self
                        }
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                    final class A {
                        let n: Int
                        private let store: Store
                        init(n: Int, other: B, store: Store = .shared) {
                            self.n = n
                            self.store = store
                            other.a = self
                        }
                        func f() { store.go() }
                    }

                    """
            ),
            Row(
                testDescription: "set before a computed property is",
                before: """
                    final class A {
                        let n: Int
                        var title: String { get { "" } set { print(newValue) } }
                        init(n: Int, title: String) {
                            self.n = n
                            self.title = title
                        }
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                    final class A {
                        let n: Int
                        private let store: Store
                        var title: String { get { "" } set { print(newValue) } }
                        init(n: Int, title: String, store: Store = .shared) {
                            self.n = n
                            self.store = store
                            self.title = title
                        }
                        func f() { store.go() }
                    }

                    """
            ),
            Row(
                testDescription: "below a heading",
                before: """
                    final class A {
                        // Reloading
                        var n = 1
                        var m = 1

                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                    final class A {
                        // Reloading
                        var n = 1
                        var m = 1

                        private let store: Store

                        init(store: Store = .shared) {
                            self.store = store
                        }

                        func f() { store.go() }
                    }

                    """
            ),
            Row(
                testDescription: "behind the last constant that is set, and before a comment",
                before: """
                    final class A {
                        let n: Int
                        init() {
                            print(1)
                            n = made()
                            f()
                        }
                        init(n: Int) {
                            // It comes from outside.
                            print(n)
                            if n > 1 { self.n = 1 } else { self.n = n }
                        }
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                    final class A {
                        let n: Int
                        private let store: Store
                        init(store: Store = .shared) {
                            print(1)
                            n = made()
                            self.store = store
                            f()
                        }
                        init(n: Int, store: Store = .shared) {
                            self.store = store
                            // It comes from outside.
                            print(n)
                            if n > 1 { self.n = 1 } else { self.n = n }
                        }
                        func f() { store.go() }
                    }

                    """
            ),
        ]
    )
    func members(_ row: Row) throws { try check(row) }

    @Test("Lines that are aligned with a parenthesis move with it, and others stay")
    func aligned() throws {
        try check(
            Row(
                testDescription: "",
                before: """
                    final class A {
                        private let store = Store.shared
                        func f() {
                            Store.shared.add(1,
                                             [2,
                                              3].count)
                            Store.shared.add(
                                1,
                                2
                            )
                        }
                    }

                    """,
                after: """
                    final class A {
                        private let store: Store

                        init(store: Store = .shared) {
                            self.store = store
                        }

                        func f() {
                            store.add(1,
                                      [2,
                                       3].count)
                            store.add(
                                1,
                                2
                            )
                        }
                    }

                    """
            )
        )
    }

    @Test(
        "An initializer that only code calls takes the instance",
        arguments: [
            ("class A: NSObject { override init() { super.init() }", "init(store: Store = .shared) {"),
            ("class B: A {}\nclass A: NSObject { override init() {}", "init(store: Store = .shared) {"),
            (
                "class A: UIViewController { required init?(coder: NSCoder, n: Int) { super.init(coder: coder) }",
                "required init?(coder: NSCoder, n: Int, store: Store = .shared) {"
            ),
            ("class B: Operation {}\nclass A: B {", "init(store: Store = .shared) {"),
            ("class A { init() {}", "init(store: Store = .shared) {"),
            ("class A { public init() {}", "public init(store: Store = .shared) {"),
        ]
    )
    func called(_ caller: String, _ after: String) throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/A.swift": "\(caller)\nfunc f() { Store.shared.go() } }\nlet made = { A() }\n",
        ])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.diff.contains(after), "\(plan.diff)")
        #expect(!plan.diff.contains("override init(store"))
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test("What subclasses override, and what calls pass to an inherited initializer, keeps a variable")
    func variables() throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/A.swift": """
            class A: NSObject { override init() {}
            func f() { Store.shared.go() } }
            class B: A { override init() {} }
            class C: Operation { init(n: Int = 1) {} }
            class D: C { func f() { Store.shared.go() } }
            let made = { D(n: 2) }

            """,
        ])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.callers.map(\.form) == [.variable, .variable], "\(plan.diff)")
        #expect(plan.callers.map(\.because?.reason) == [.initializers, .initializers], "\(plan.summary)")
    }

    @Test("The property that a class inherits is its dependency, unless a call passes another instance")
    func inherited() throws {
        let base = """
            class Base { let store: Store
                init(store: Store = .shared) { self.store = store } }
            final class A: Base {
                func f() { Store.shared.go() }
                func g() -> () -> Void { { Store.shared.go() } }
            }
            final class B: Base {
                init(n: Int, store: Store = .shared) { super.init(store: store) }
                func f() { Store.shared.go() }
            }

            """
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": base])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.callers.map(\.form) == [.existing, .existing], "\(plan.diff)")
        #expect(!plan.diff.contains("sharedStore"))
        try tree.write("App/B.swift", "let other = A(store: Store())\n")
        let other = try tree.plan("Store", options: Cut.Options())
        #expect(!other.callers.contains { $0.form == .existing }, "\(other.diff)")
    }

    @Test("A name that only a type inside, or another function, has is free")
    func names() throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/A.swift": """
            final class A {
                struct Inner { let store: Int; init(store: Int) { self.store = store } }
                func f() { Store.shared.go() }
            }
            final class B {
                var store = 1
                static func f() { Store.shared.go() }
            }

            """,
        ])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(!plan.diff.contains("sharedStore"), "\(plan.diff)")
        #expect(plan.diff.contains("static func f(store: Store = .shared) { store.go() }"))
    }

    private func check(_ row: Row) throws {
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": row.before])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift") == row.after)
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }
}
