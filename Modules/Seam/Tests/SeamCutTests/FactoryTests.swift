import TestSupport
import Testing

@testable import SeamCut

/// What makes an object for others takes what it hands on, so that somebody can pass an instance.
@Suite("Factories of callers", .ownThread)
struct FactoryTests {
    private static let store = "final class Store: Sendable { static let shared = Store(); func go() {} }\n"

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var store = FactoryTests.store
        var before: String
        /// Nil if the factory stays as it is.
        var after: String?
    }

    private static func check(_ row: Row, around type: (String) -> String) throws {
        let tree = try SourceTree(["App/Store.swift": row.store, "App/A.swift": type(row.before)])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text.contains(row.after ?? row.before), "\(text)")
        #expect(text.contains("store.go()"), "\(text)")
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test(
        "A factory that says all that it takes passes on what the initializer takes",
        arguments: [
            Row(
                testDescription: "a static function",
                before: "static func make(n: Int) -> A { A(n: n) }",
                after: "static func make(n: Int, store: Store = .shared) -> A { A(n: n, store: store) }"
            ),
            Row(
                testDescription: "a storyboard's closure",
                before: "static func make(n: Int) -> Self? { board { coder in self.init(n: n) } }",
                after: "static func make(n: Int, store: Store = .shared) -> Self? "
                    + "{ board { coder in self.init(n: n, store: store) } }"
            ),
            Row(
                testDescription: "a late read",
                store: FormTests.loud,
                before: "static func make(n: Int) -> A { A(n: n) }",
                after: "static func make(n: Int, store: Store? = nil) -> A { A(n: n, store: store) }"
            ),
            Row(
                testDescription: "a function that reads the instance, too",
                before: "static func make(n: Int) -> A { Store.shared.go(); return A(n: n) }",
                after: "static func make(n: Int, store: Store = .shared) -> A "
                    + "{ store.go(); return A(n: n, store: store) }"
            ),
            Row(
                testDescription: "another initializer",
                before: "convenience init(text: String) { self.init(n: text.count) }",
                after: "convenience init(text: String, store: Store = .shared) "
                    + "{ self.init(n: text.count, store: store) }"
            ),
            Row(
                testDescription: "another initializer that reads the instance late",
                store: FormTests.loud,
                before: "convenience init(text: String) { self.init(n: text.count); Store.shared.go() }",
                after: "convenience init(text: String, store passedStore: Store? = nil) "
                    + "{ self.init(n: text.count, store: passedStore); store.go() }"
            ),
            Row(testDescription: "an object of its own", before: "static func make(n: Int) -> A { A(n: 1) }"),
            Row(testDescription: "another type", before: "static func make(n: Int) -> Int { A(n: n).n }"),
            Row(testDescription: "a private function", before: "private static func make(n: Int) -> A { A(n: n) }"),
            Row(
                testDescription: "an instance's function",
                before: "func make(n: Int) -> A { A(n: n) }",
                after: "func make(n: Int) -> A { A(n: n, store: store) }"
            ),
            Row(
                testDescription: "a name that it has",
                before: "static func make(n: Int) -> A { let store = 1; print(store); return A(n: n) }"
            ),
            Row(
                testDescription: "a function that is a value",
                before: "static func make(n: Int) -> A { A(n: n) }\nlet making = A.make"
            ),
            Row(
                testDescription: "a required one that nothing asks for",
                before: "required convenience init(text: String) { self.init(n: text.count) }",
                after: "required convenience init(text: String, store: Store = .shared) "
                    + "{ self.init(n: text.count, store: store) }"
            ),
        ]
    )
    func factories(_ row: Row) throws {
        try Self.check(row) { factory in
            """
            class A {
                let n: Int
                \(factory)
                init(n: Int) { self.n = n }
                func f() { Store.shared.go() }
            }
            func board(_ make: (Int) -> A?) -> A? { make(1) }

            """
        }
    }

    @Test(
        "A factory that leaves out another default of the initializer leaves this one out",
        arguments: [
            Row(testDescription: "left out", before: "static func make(n: Int) -> A { A(n: n) }"),
            Row(
                testDescription: "said",
                before: "static func make(n: Int, m: Int) -> A { A(n: n, m: m) }",
                after: "static func make(n: Int, m: Int, store: Store = .shared) -> A { A(n: n, m: m, store: store) }"
            ),
        ]
    )
    func defaults(_ row: Row) throws {
        try Self.check(row) { factory in
            """
            final class A {
                let n: Int
                \(factory)
                private init(n: Int, m: Int = 1) { self.n = n }
                func f() { Store.shared.go() }
            }

            """
        }
    }

    @Test(
        "A class that uses what its superclass stores takes it and passes it on",
        arguments: [
            Row(
                testDescription: "a call that is written",
                before: "init(n: Int) { self.n = n; super.init() }",
                after: "init(n: Int, store: Store = .shared) { self.n = n; super.init(store: store) }"
            ),
            Row(
                testDescription: "a call that isn't written",
                before: "init(n: Int) {\n        self.n = n\n    }",
                after:
                    "init(n: Int, store: Store = .shared) {\n        self.n = n\n        super.init(store: store)\n    }"
            ),
            Row(
                testDescription: "one that passes it",
                before: "init(n: Int, store: Store = .shared) { self.n = n; super.init(store: store) }"
            ),
            Row(
                testDescription: "one that has the name for something else",
                before: "init(n: Int, store: Int) { self.n = n + store; super.init() }"
            ),
            Row(
                testDescription: "a required one",
                before: "required init(coder: Int) { n = 1; super.init() }"
            ),
        ]
    )
    func inherited(_ row: Row) throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/Base.swift": """
            class Base {
                let store: Store
                init(store: Store = .shared) { self.store = store }
            }

            """,
            "App/A.swift": """
            final class A: Base {
                let n: Int
                \(row.before)
                func f() { Store.shared.go() }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text.contains(row.after ?? row.before), "\(text)")
        #expect(text.contains("func f() { store.go() }"), "\(text)")
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test(
        "An object passes what it has to the functions of its type that take it now",
        arguments: [
            Row(
                testDescription: "from a method",
                before: "func h() { Self.help(1) }",
                after: "func h() { Self.help(1, store: store) }"
            ),
            Row(
                testDescription: "from a method, late",
                store: FormTests.loud,
                before: "func h() { Self.help(1) }",
                after: "func h() { Self.help(1, store: injectedStore) }"
            ),
            Row(
                testDescription: "behind a parameter of the name",
                before: "func h(store: Int) { A.help(store) }",
                after: "func h(store: Int) { A.help(store, store: self.store) }"
            ),
            Row(
                testDescription: "from a function that takes it, too",
                before: "static func h() { Store.shared.go(); help(1) }",
                after: "static func h(store: Store = .shared) { store.go(); help(1, store: store) }"
            ),
            Row(testDescription: "from one that doesn't", before: "static func h() { help(1) }"),
            Row(
                testDescription: "in a closure",
                before: "func h() { run { A.help(1) } }",
                after: "func h() { run { [store] in A.help(1, store: store) } }"
            ),
        ]
    )
    func helpers(_ row: Row) throws {
        try Self.check(row) { caller in
            """
            final class A {
                init(n: Int) {}
                \(caller)
                func f() { Store.shared.go() }
                static func help(_ n: Int) { print(n); Store.shared.go() }
            }
            func run(_ body: @escaping () -> Void) {}

            """
        }
    }

    @Test(
        "What a caller makes and calls gets the instance that the caller has",
        arguments: [
            Row(
                testDescription: "in a body",
                before: "func h() { B(n: 1).f() }",
                after: "func h() { B(n: 1, store: store).f() }"
            ),
            Row(
                testDescription: "what took it before",
                before: "func h() { C().f(); free(1) }",
                after: "func h() { C(store: store).f(); free(1, store: store) }"
            ),
            Row(
                testDescription: "as late as before",
                store: FormTests.loud,
                before: "func h() { B(n: 1).f() }",
                after: "func h() { B(n: 1, store: injectedStore).f() }"
            ),
            Row(
                testDescription: "late, where the function has read it before",
                store: FormTests.loud,
                before: "func h() { Store.shared.go(); B(n: 1).f() }",
                after: "func h() { store.go(); B(n: 1, store: store).f() }"
            ),
            Row(
                testDescription: "late in a closure, where the function has read it before",
                store: FormTests.loud,
                before: "func h() { Store.shared.go(); run { B(n: 1).f() } }",
                after: "func h() { store.go(); run { [store] in B(n: 1, store: store).f() } }"
            ),
            Row(
                testDescription: "what reads it when it is called",
                store: FormTests.loud,
                before: "func h() { C().f() }",
                after: "func h() { C(store: store).f() }"
            ),
            Row(
                testDescription: "a late read in a closure",
                store: FormTests.loud,
                before: "func h() { run { C().f() } }"
            ),
            Row(
                testDescription: "what is replaced",
                store: "final class Store { static var shared = Store(); func go() {} }\n"
                    + "func set() { Store.shared = Store() }\n",
                before: "func h() { B(n: 1).f() }",
                after: "func h() { B(n: 1, store: injectedStore).f() }"
            ),
            Row(
                testDescription: "what an initializer had as a parameter",
                before: "init(m: Int, other: Store = .shared) { C().f() }",
                after: "C(store: other).f()"
            ),
            Row(testDescription: "from a static function", before: "static func h() { B(n: 1).f() }"),
            Row(
                testDescription: "from a static function that takes it now",
                before: "static func h() { Store.shared.go(); B(n: 1).f() }",
                after: "static func h(store: Store = .shared) { store.go(); B(n: 1, store: store).f() }"
            ),
            Row(
                testDescription: "from a function of the file that takes it now",
                before: "}\nfunc show(_ a: A) { Store.shared.go(); B(n: 1).f() }\nextension A {",
                after: "func show(_ a: A, store: Store = .shared) { store.go(); B(n: 1, store: store).f() }"
            ),
            Row(
                testDescription: "in a branch",
                before: "func h() {\n#if DEBUG\nB(n: 1).f()\n#endif\n}",
                after: "func h() {\n#if DEBUG\nB(n: 1, store: store).f()\n#endif\n}"
            ),
            Row(
                testDescription: "in a branch in a closure",
                before: "func h() { run {\n#if DEBUG\nB(n: 1).f()\n#endif\n} }"
            ),
            Row(
                testDescription: "in a type inside",
                before: "struct Inner { func h() { B(n: 1).f() } }"
            ),
            Row(
                testDescription: "what passes one already",
                before: "func h(other: Store) { C(store: other).f() }"
            ),
            Row(
                testDescription: "in an initial value",
                before: "let b = B(n: 1)",
                after: "let b: B\n"
            ),
            Row(
                testDescription: "an initial value whose type nobody knows",
                before: "let b = wrap(B(n: 1))"
            ),
        ]
    )
    func children(_ row: Row) throws {
        try Self.check(row) { caller in
            """
            final class A {
                init(n: Int) {}
                \(caller)
                func f() { Store.shared.go() }
            }
            final class B {
                init(n: Int) {}
                func f() { Store.shared.go() }
            }
            final class C {
                let store: Store
                init(store: Store = .shared) { self.store = store }
                func f() { store.go() }
            }
            func free(_ n: Int, store: Store = .shared) { store.go() }
            func wrap<T>(_ value: T) -> [T] { [value] }
            func run(_ body: @escaping () -> Void) {}

            """
        }
    }

    @Test("A class sees what a superclass of another module shows", arguments: [true, false])
    func modules(isShown: Bool) throws {
        let access = isShown ? "public " : ""
        let tree = try SourceTree([
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "App",
                targets: [.target(name: "Kit"), .target(name: "App", dependencies: ["Kit"])]
            )
            """,
            "Sources/Kit/Base.swift": """
            public final class Store: Sendable { public static let shared = Store(); public func go() {} }
            open class Base {
                \(access)let store: Store
                public init(store: Store = .shared) { self.store = store }
            }
            """,
            "Sources/App/A.swift": """
            import Kit
            final class A: Base {
                init(n: Int) { super.init() }
                func f() { Store.shared.go() }
            }
            """,
        ])
        let diff = try tree.plan("Store", options: Cut.Options()).diff
        #expect(diff.contains("super.init(store: store)") == isShown, "\(diff)")
    }

    @Test(
        "A value that is read when the object is made becomes a parameter, also if that can be seen",
        arguments: [
            ("let n = 1\nprivate let store: Store = .shared", true),
            ("let other = Date()\nprivate let store: Store = .shared", false),
            ("private let store: Store = .shared\nlet other = Date()", true),
        ]
    )
    func values(_ members: String, isTaken: Bool) throws {
        let tree = try SourceTree([
            "App/Store.swift": FormTests.loud,
            "App/A.swift": "final class A {\n\(members)\ninit(m: Int) {}\nfunc f() { store.go() } }",
        ])
        let diff = try tree.plan("Store", options: Cut.Options()).diff
        #expect(diff.contains("init(m: Int, store: Store = .shared)") == isTaken, "\(diff)")
    }
}
