import TestSupport
import Testing

@testable import SeamCut

/// A stored property stands beside those of its kind, and an assignment beside those of parameters.
@Suite("What new properties and assignments stand beside", .ownThread)
struct PropertyPlaceTests {
    private static let store =
        "final class Store { static let shared = Store(); func go() {}; func add(_ a: Int, _ b: Int) {} }\n"

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var before: String
        /// Lines that stand together afterwards.
        var after: String
    }

    @Test(
        "A stored property goes to the last of its kind",
        arguments: [
            Row(
                testDescription: "below nested types and the initializer",
                before: """
                    final class A {
                        enum Kind { case b }

                        init(b: B) {
                            self.b = b
                        }

                        private let b: B
                        private var n = 1

                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                        init(b: B, store: Store = .shared) {
                            self.b = b
                            self.store = store
                        }

                        private let b: B
                        private let store: Store
                        private var n = 1

                    """
            ),
            Row(
                testDescription: "not into a run of wrapped properties",
                before: """
                    class A: UIViewController {
                        @IBOutlet var title: UILabel!
                        @IBOutlet var body: UILabel!

                        private lazy var n = 1

                        static func make() -> UIViewController { made() }
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                        @IBOutlet var body: UILabel!

                        private lazy var n = 1
                        var store: Store = .shared

                        static
                    """
            ),
            Row(
                testDescription: "apart from wrapped properties",
                before: """
                    class A: UIViewController {
                        @IBOutlet var body: UILabel!
                        func f() {
                            Store.shared.go()
                        }
                    }

                    """,
                after: """
                        @IBOutlet var body: UILabel!

                        var store: Store = .shared

                        func f() {
                    """
            ),
            Row(
                testDescription: "not between a property and what reads it",
                before: """
                    class A: UIViewController {
                        private let keys = 1
                        override var all: Int {
                            return keys
                        }
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                        private let keys = 1
                        var store: Store = .shared

                        override var all: Int {
                    """
            ),
            Row(
                testDescription: "not into the group of another heading",
                before: """
                    class A: UIViewController {
                        private var a = 1
                        private var b = 1

                        /* Counts */
                        private var c = 1
                        private var d = 1

                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                        private var b = 1
                        var store: Store = .shared

                        /* Counts */
                    """
            ),
            Row(
                testDescription: "below the heading of dependencies",
                before: """
                    final class A {
                        // MARK: - Dependencies
                        private let b: B

                        // MARK: - State
                        private let c: Int

                        init(b: B) {
                            self.b = b
                            c = 1
                        }
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                        private let b: B
                        private let store: Store

                        // MARK: - State
                    """
            ),
            Row(
                testDescription: "in a paragraph of its own where each has one",
                before: """
                    final class A {
                        private let b: B

                        private let c: B

                        init(b: B, c: B) {
                            self.b = b
                            self.c = c
                        }
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                        private let c: B

                        private let store: Store

                        init
                    """
            ),
        ]
    )
    func properties(_ row: Row) throws { try check(row) }

    @Test(
        "An assignment tears nothing apart",
        arguments: [
            Row(
                testDescription: "before the superclass is initialized",
                before: """
                    final class A: NSObject {
                        let view: View
                        init(n: Int) {
                            view = View()
                            view.add(n)

                            super.init()
                            view.show()
                        }
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                            view = View()
                            view.add(n)

                            self.store = store

                            super.init()
                    """
            ),
            Row(
                testDescription: "before the first of two that belong together",
                before: """
                    final class A {
                        let b: B
                        var c: Int
                        init() {
                            b = B()
                            c = b.count
                        }
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                        init(store: Store = .shared) {
                            self.store = store
                            b = B()
                            c = b.count
                    """
            ),
            Row(
                testDescription: "behind the last that stores a parameter",
                before: """
                    final class A: B {
                        let a: Int
                        var b: Int
                        init(a: Int, b: Int) {
                            // It may be none.
                            print(a)
                            self.a = a
                            self.b = b
                            print(b)
                            super.init()
                        }
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                            self.a = a
                            self.b = b
                            self.store = store
                            print(b)
                    """
            ),
        ]
    )
    func assignments(_ row: Row) throws { try check(row) }

    @Test("What extensions in other files read late stands once beside what the type stores")
    func otherFiles() throws {
        let tree = try SourceTree([
            "App/Store.swift": FormTests.loud,
            "App/A.swift": "final class A {\n    let n: Int\n    init(n: Int) {\n        self.n = n\n    }\n}\n",
            "App/A+F.swift": "extension A {\n    func f() { Store.shared.go() }\n}\n",
            "App/A+G.swift": "extension A {\n    func g() { Store.shared.go() }\n}\n",
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        let stored = "    let injectedStore: Store?\n    var store: Store { injectedStore ?? .shared }\n\n    init"
        #expect(text.contains("    let n: Int\n" + stored), "\(text)")
        #expect(try tree.text("App/A+F.swift") == "extension A {\n    func f() { store.go() }\n}\n")
        #expect(try tree.text("App/A+G.swift") == "extension A {\n    func g() { store.go() }\n}\n")
        try tree.write("App/A+H.swift", "extension A {\n    func h() { Store.shared.go() }\n}\n")
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A+H.swift") == "extension A {\n    func h() { store.go() }\n}\n")
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test("A property that is only the accessor is set by initializers, also if an extension in another file reads it")
    func existing() throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/A.swift": "final class A {\n    let store = Store.shared\n}\n",
            "App/A+F.swift": "extension A {\n    func f() { Store.shared.go() }\n}\n",
        ])
        try tree.cutAll(options: Cut.Options())
        let initializer = "    init(store: Store = .shared) {\n        self.store = store\n    }\n"
        #expect(try tree.text("App/A.swift") == "final class A {\n    let store: Store\n\n\(initializer)}\n")
        #expect(try tree.text("App/A+F.swift") == "extension A {\n    func f() { store.go() }\n}\n")
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    private func check(_ row: Row) throws {
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": row.before])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text.contains(row.after.trimmingPrefix("\n")), "\(text)")
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }
}
