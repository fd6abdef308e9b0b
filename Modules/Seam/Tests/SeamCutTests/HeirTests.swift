import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// A class and its subclasses that use one accessor have one property for it.
@Suite("What subclasses read", .ownThread)
struct HeirTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var base: String
        var heir: String
        var after: [String: String]
    }

    @Test(
        "A subclass reads what its superclass stores",
        arguments: [
            Row(
                testDescription: "with a default argument",
                base: "class A {\n    func f() { Store.shared.go() }\n}\n",
                heir: "final class B: A {\n    func g() { queue.async { Store.shared.go() } }\n}\n",
                after: [
                    "A": """
                    class A {
                        let store: Store

                        init(store: Store = .shared) {
                            self.store = store
                        }

                        func f() { store.go() }
                    }

                    """,
                    "B": "final class B: A {\n    func g() { queue.async { [store] in store.go() } }\n}\n",
                ]
            ),
            Row(
                testDescription: "with a variable",
                base: "class A: UIViewController {\n    func f() { Store.shared.go() }\n}\n",
                heir: "final class B: A {\n    func g() { Store.shared.go() }\n}\n",
                after: [
                    "A":
                        "class A: UIViewController {\n    var store: Store = .shared\n\n    func f() { store.go() }\n}\n",
                    "B": "final class B: A {\n    func g() { store.go() }\n}\n",
                ]
            ),
            Row(
                testDescription: "two levels below",
                base: "class A {\n    func f() { Store.shared.go() }\n}\nclass M: A {}\n",
                heir: "final class B: M {\n    func g() { Store.shared.go() }\n}\n",
                after: ["B": "final class B: M {\n    func g() { store.go() }\n}\n"]
            ),
        ]
    )
    func shared(_ row: Row) throws {
        // The subclass is in a file that comes first, and in one that comes last.
        for name in ["AB", "Z"] {
            let tree = try SourceTree([
                "App/Store.swift": Self.store, "App/B.swift": row.base, "App/\(name).swift": row.heir,
            ])
            try tree.cutAll(options: Cut.Options())
            if let base = row.after["A"] { #expect(try tree.text("App/B.swift") == base) }
            #expect(try tree.text("App/\(name).swift") == row.after["B"])
            #expect(try tree.cutAll(options: Cut.Options()) == 0)
        }
    }

    @Test(
        "A subclass that can't read what its superclass stores has its own",
        arguments: [
            "final class B: A {\n    init(_ n: Int) { super.init(); Store.shared.go() }\n    func g() { Store.shared.go() }\n}\n",
            "final class B: A {\n    let store = 1\n    func g() { Store.shared.go() }\n}\n",
        ]
    )
    func apart(_ heir: String) throws {
        let base = "class A {\n    func f() { Store.shared.go() }\n}\n"
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": base, "App/B.swift": heir])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift").contains("private let injectedStore: Store?"))
        #expect(try tree.text("App/B.swift").contains(": Store"))
    }

    @Test(
        "Initializers of subclasses take what those of the superclass do, and pass it on",
        arguments: [
            (
                "final class B: A {\n    init() { super.init(n: 1) }\n}\n",
                "final class B: A {\n    init(store: Store = .shared) { super.init(n: 1, store: store) }\n}\n"
            ),
            (
                "final class B: A {\n    override init(n: Int) {\n        super.init(n: n)\n    }\n}\n",
                """
                final class B: A {
                    override init(n: Int, store: Store = .shared) {
                        super.init(n: n, store: store)
                    }
                }

                """
            ),
            (
                "final class B: A {\n    init(a: Int) { super.init(n: a) }\n    func g() { Store.shared.go() }\n}\n",
                """
                final class B: A {
                    init(a: Int, store: Store = .shared) { super.init(n: a, store: store) }
                    func g() { store.go() }
                }

                """
            ),
            (
                """
                class B: A {
                    init() { super.init(n: 1) }
                }
                final class C: B {
                    init(a: Int) { super.init() }
                }

                """,
                """
                class B: A {
                    init(store: Store = .shared) { super.init(n: 1, store: store) }
                }
                final class C: B {
                    init(a: Int, store: Store = .shared) { super.init(store: store) }
                }

                """
            ),
        ]
    )
    func passed(_ heir: String, _ after: String) throws {
        let base = "class A {\n    let n: Int\n    init(n: Int) { self.n = n }\n    func f() { Store.shared.go() }\n}\n"
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": base, "App/B.swift": heir])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift").contains("init(n: Int, store: Store = .shared) {"))
        #expect(try tree.text("App/B.swift") == after)
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test(
        "An override for coders is none of what takes the instance, and one that can't take it is",
        arguments: [true, false]
    )
    func overridden(isDecoding: Bool) throws {
        let base = """
            class A: UIView {
                init(n: Int) { super.init(frame: .zero) }
                required init?(coder: NSCoder) { fatalError() }
                func f() { Store.shared.go() }
            }

            """
        let own =
            isDecoding
            ? "required init?(coder: NSCoder) { fatalError() }" : "@objc override init(n: Int) { super.init(n: n) }"
        let tree = try SourceTree([
            "App/Store.swift": Self.store, "App/A.swift": base, "App/B.swift": "class B: A {\n    \(own)\n}\n",
        ])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift").contains("init(n: Int, store: Store = .shared)") == isDecoding)
        #expect(try tree.text("App/A.swift").contains("var store: Store = .shared") == !isDecoding)
        #expect(try tree.text("App/B.swift").contains(own))
    }

    @Test(
        "An override that uses the accessor in closures, or beside other members, takes no optional, which would hide the property",
        arguments: ["print({ Store.shared.go() }()) }", "Store.shared.go() }\n    func g() { Store.shared.go() }"]
    )
    func using(_ body: String) throws {
        let store = "final class Store: Sendable { static let shared = Store(); init() { print(1) }; func go() {} }\n"
        let tree = try SourceTree([
            "App/Store.swift": store,
            "App/A.swift": "class A {\n    init(n: Int) {}\n    func f() { Store.shared.go() }\n}\n",
            "App/B.swift": """
            final class B: A {
                override init(n: Int) { super.init(n: n); \(body)
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift").contains("var injectedStore: Store?"))
        #expect(try tree.text("App/B.swift").contains("override init(n: Int) {"))
    }

    @Test(
        "A class that inherits an initializer takes what that takes, too",
        arguments: [
            (
                "init(n: Int = 1, date: Date = Date()) {}",
                "init(n: Int = 1, date: Date = Date(), store: Store = .shared) {", "n: n, date: date"
            ),
            ("init() {}", "init(store: Store = .shared) {", ""),
            ("init(n: Net = Net(of: .main)) {}", "init(n: Net = Net(of: .main), store: Store = .shared) {", "n: n"),
            // What another file can't say isn't repeated.
            ("init(n: Int = size) {}", nil, ""), ("init(n: Net = .main) {}\n}\nimport Net\nenum E {", nil, ""),
            ("init(n: Int = size()) {}", nil, ""),
        ] as [(String, String?, String)]
    )
    func repeated(_ inherited: String, _ taken: String?, _ passed: String) throws {
        let base = "private let size = 1\nclass A {\n    \(inherited)\n}\nfunc make() { _ = B() }\n"
        let heir = "final class B: A {\n    func g() { Store.shared.go() }\n}\n"
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": base, "App/B.swift": heir])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/B.swift")
        let body = "        self.store = store\n        super.init(\(passed))\n    }\n"
        #expect(text.contains(taken.map { "    \($0)\n\(body)" } ?? "var store: Store = .shared"), "\(text)")
    }

    private static let store = """
        final class Store: Sendable { static let shared = Store(); func go() {} }
        let queue = DispatchQueue.main

        """
}
