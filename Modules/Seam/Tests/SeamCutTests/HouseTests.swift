import Foundation
import SeamKit
import Testing

@testable import SeamCut

@Suite("House style")
struct HouseTests {
    /// A configuration, and what follows from it for `App/View.swift`.
    struct Configured: Sendable, CustomTestStringConvertible {
        var files: [String: String]
        var limit: Int
        var indentation: String

        var testDescription: String { files.map { "\($0): \($1)" }.sorted().joined(separator: "; ") }
    }

    @Test(
        "The configuration of a formatter says how long lines are, and how they are indented",
        arguments: [
            Configured(
                files: [".swift-format": "{ \"lineLength\": 100, \"indentation\": { \"tabs\": 1 } }"],
                limit: 100,
                indentation: "\t"
            ),
            Configured(
                files: [".swift-format": "{ // a comment\n \"lineLength\": 140 }"],
                limit: 140,
                indentation: "  "
            ),
            Configured(files: [".swift-format": "{}"], limit: 100, indentation: "  "),
            Configured(files: [".swiftlint.yml": "line_length: 150"], limit: 150, indentation: "    "),
            Configured(
                files: [".swiftlint.yml": "line_length:\n  warning: 160\n  error: 200\n"],
                limit: 160,
                indentation: "    "
            ),
            Configured(
                files: [".swiftlint.yml": "line_length: {error: 200, warning: 130}"],
                limit: 130,
                indentation: "    "
            ),
            Configured(files: [".swiftlint.yml": "line_length:\n- 110\n- 200"], limit: 110, indentation: "    "),
            Configured(files: [".swiftlint.yml": "excluded:\n  - Pods\n"], limit: 120, indentation: "    "),
            // What another file says isn't known.
            Configured(
                files: [".swiftlint.yml": "parent_config: a.yml\n", ".swiftformat": "--maxwidth 110"],
                limit: 110,
                indentation: "    "
            ),
            Configured(files: [".swiftformat": "--maxwidth 90\n--indent tab # tabs"], limit: 90, indentation: "\t"),
            Configured(
                files: [
                    ".editorconfig": "root = true\n[*]\nindent_style = tab\n[*.{swift,h}]\nmax_line_length = 132\n"
                ],
                limit: 132,
                indentation: "\t"
            ),
            Configured(
                files: [".editorconfig": "[*]\nmax_line_length = 132\nindent_size = 2\n[*.md]\nmax_line_length = 70"],
                limit: 132,
                indentation: "  "
            ),
            // The first kind that says something counts, and of a kind the nearest.
            Configured(
                files: [
                    ".swiftlint.yml": "disabled_rules: [line_length]\n", ".editorconfig": "[*]\nmax_line_length = 99",
                    "App/.editorconfig": "[*.swift]\nindent_size = 3",
                ],
                limit: 99,
                indentation: "   "
            ),
            Configured(
                files: [".swift-format": "{ \"lineLength\": 100 }", "App/.swift-format": "{ \"lineLength\": 80 }"],
                limit: 80,
                indentation: "  "
            ),
        ]
    )
    func configured(_ row: Configured) throws {
        let layout = try Self.layout(row.files)
        #expect(layout.limit == row.limit && layout.indentation == row.indentation)
    }

    @Test(
        "What is no sensible number, or can't be read, says nothing",
        arguments: [
            [".swift-format": "{ \"lineLength\": 99999999999999999999 }"], [".swift-format": "{ \"lineLength\": -1"],
            [".swiftlint.yml": "line_length: 1000000000000000000000000"], [".swiftlint.yml": "line_length: 0"],
            [".editorconfig": "[*\nmax_line_length = off\n=\n[]]\n"], [".swiftformat": "--maxwidth none\n--indent"],
            [".swift-format": String(repeating: "[", count: 100_000)],
        ]
    )
    func hostile(_ files: [String: String]) throws {
        let limit = try Self.layout(files).limit
        #expect([100, 120].contains(limit))
    }

    @Test("A link to a file outside of the tree, and a pipe, are not read")
    func special() throws {
        let outside = try SourceTree(["format": "{ \"lineLength\": 77 }"])
        let tree = try SourceTree(["App/View.swift": "struct View {}\n"])
        try FileManager.default.createSymbolicLink(
            at: tree.root.appending(path: ".swift-format"),
            withDestinationURL: outside.root.appending(path: "format")
        )
        #expect(mkfifo(tree.root.appending(path: ".swiftlint.yml").path, 0o600) == 0)
        let (_, index) = try tree.mapped()
        #expect(House(index: index, learningFrom: ["App/View.swift"]).layout(of: "App/View.swift").limit == 120)
    }

    @Test("Without a configuration, the lines of the tree say it")
    func learned() throws {
        let lines = (1...300).map { "\tlet n\($0) = \"\(String(repeating: "a", count: $0 % 100))\"" }
        let tree = try SourceTree(["App/View.swift": "struct View {\n\(lines.joined(separator: "\n"))\n}\n"])
        let (_, index) = try tree.mapped()
        let layout = House(index: index, learningFrom: ["App/View.swift"]).layout(of: "App/View.swift")
        #expect(layout.indentation == "\t")
        #expect((110...125).contains(layout.limit))
        #expect(layout.fits(String(repeating: "a", count: layout.limit)))
        #expect(!layout.fits("\t" + String(repeating: "a", count: layout.limit)))
    }

    @Test("The form, the name and the access of a dependency are those that most of the module has")
    func habit() throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store { static let shared = Store(); func go() { print(1) } }",
            "App/A.swift": """
            final class A { private let accounts: Store; init(accounts: Store = Store.shared) { self.accounts = accounts } }
            final class B { private let accounts: Store; init(n: Int, accounts: Store = Store.shared) { self.accounts = accounts } }
            final class C { let store: Store; init(store: Store = .shared) { self.store = store } }
            final class D { func f() { Store.shared.go() } }
            """,
            "App/E.swift":
                "final class E { private let other: Store?; init(other: Store? = nil) { self.other = other } }",
        ])
        let (map, index) = try tree.mapped()
        let singleton = try #require(map.singletons.first { $0.isCalled("Store") })
        let instance = try AccessorReader(index: index, singleton: singleton).read(singleton.accessors[0]).get()
        let house = House(index: index, learningFrom: ["App/A.swift", "App/E.swift"])
        let habit = house.habit(for: instance, of: singleton, in: "App")
        #expect(habit.forms == [.named: 2, .implied: 1, .optional: 1])
        #expect(habit.form == .named)
        #expect(habit.name == "accounts")
        #expect(habit.type()?.text == "Store")
    }

    @Test("A tree that takes no instance anywhere has no habit")
    func noHabit() throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store { static let shared = Store(); func go() { print(1) } }",
            "App/A.swift": "final class A { init(n: Int = 1, other: Other? = nil) {}; func f() { Store.shared.go() } }",
        ])
        let (map, index) = try tree.mapped()
        let singleton = try #require(map.singletons.first { $0.isCalled("Store") })
        let instance = try AccessorReader(index: index, singleton: singleton).read(singleton.accessors[0]).get()
        let habit = House(index: index, learningFrom: ["App/A.swift"]).habit(for: instance, of: singleton, in: "App")
        #expect(habit.isEmpty && habit.form == nil && habit.name == nil)
    }

    @Test("What is stored is private, and a default argument says the type if most do")
    func spelling() throws {
        let store = "final class Store { static let shared = Store(); func go() {} }\n"
        func diff(_ others: String) throws -> String {
            let text =
                others
                + "final class E {\n    let n: Int\n    init(n: Int) { self.n = n }\n    func f() { Store.shared.go() }\n}\n"
            return try SourceTree(["App/Store.swift": store, "App/A.swift": text]).plan("Store", options: Cut.Options())
                .diff
        }
        let plain = try diff("final class V {}\nfinal class B { let v: V; init(v: V) { self.v = v } }\n")
        #expect(plain.contains("+    private let store: Store\n"), "\(plain)")
        #expect(plain.contains("store: Store = .shared"))
        let named = try diff(
            "final class B { let store: Store; init(store: Store = Store.shared) { self.store = store } }\n"
        )
        #expect(named.contains("init(n: Int, store: Store = Store.shared)"), "\(named)")
        let function = try diff(
            "final class B { let store: Store; init(store: Store = Store.shared) { self.store = store } }\n"
                + "enum F { static func f() { Store.shared.go() } }\n"
        )
        #expect(function.contains("static func f(store: Store = Store.shared)"), "\(function)")
    }

    @Test(
        "A parameter comes last, and before closures only where calls may have them behind the parentheses",
        arguments: [
            ("title: String, done: () -> Void", "title: String, store: Store = .shared, done: () -> Void"),
            ("done: () -> Void, title: String", "done: () -> Void, title: String, store: Store = .shared"),
            ("title: String, done: @escaping Done", "title: String, store: Store = .shared, done: @escaping Done"),
            (
                "title: String, cancel: Handler?, done: Handler?",
                "title: String, store: Store = .shared, cancel: Handler?, done: Handler?"
            ),
            ("done: () -> Void, n: Int = 1", "store: Store = .shared, done: () -> Void, n: Int = 1"),
            (
                "a: () -> Void, n: Int, b: () -> Void, c: () -> Void",
                "a: () -> Void, n: Int, store: Store = .shared, b: () -> Void, c: () -> Void"
            ),
        ]
    )
    func order(_ row: (before: String, after: String)) throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store { static let shared = Store(); func go() {} }\n",
            "App/A.swift": "final class A {\n    init(\(row.before)) {}\n    func f() { Store.shared.go() }\n}\n",
        ])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.diff.contains("init(\(row.after)) {"), "\(plan.diff)")
    }

    @Test(
        "What is stored comes behind what is stored already, on lines of their own, and within the limit",
        arguments: [
            (
                "    init(n: Int) { self.n = n; print(n) }",
                "    init(n: Int, store: Store = .shared) {\n        self.n = n\n        self.store = store\n        print(n)\n    }"
            ),
            (
                "    init(n: Int) {\n        self.n = n\n\n        super.init()\n    }",
                "        self.n = n\n        self.store = store\n\n        super.init()\n"
            ),
            (
                "    init(n: Int) {\n        self.n = n > 2 ? Kind.most.rawValue : n\n        print(n)\n    }",
                "Kind.most.rawValue : n\n        self.store = store\n        print(n)\n"
            ),
            (
                "    init(n: Int) {\n        self.n = made(n)\n    }",
                "        self.n = made(n)\n        self.store = store\n    }"
            ),
            (
                "    init(firstOfAllNames n: Int, secondOfAllNames m: Int, third: Int) { self.n = n }",
                "    init(\n        firstOfAllNames n: Int,\n        secondOfAllNames m: Int,\n        third: Int,\n"
                    + "        store: Store = .shared\n    ) {\n        self.n = n\n"
            ),
            (
                "    init(n: Int) { self.n = n }\n    static func first(_ number: Int) -> Int { Store.shared.value(number) + 1 }",
                "    static func first(_ number: Int, store: Store = .shared) -> Int {\n        store.value(number) + 1\n    }"
            ),
        ]
    )
    func stored(_ row: (before: String, after: String)) throws {
        let tree = try SourceTree([
            ".swift-format": "{ \"lineLength\": 80, \"indentation\": { \"spaces\": 4 } }",
            "App/Store.swift":
                "final class Store { static let shared = Store(); func go() {}; func value(_ n: Int) -> Int { n } }\n",
            "App/A.swift":
                "class B {}\nfinal class A: B {\n    static let limit = 1\n    let n: Int\n\n\(row.before)\n\n"
                + "    func f() { Store.shared.go() }\n}\n",
        ])
        let plan = try tree.plan("Store", options: Cut.Options())
        try SliceWriter(root: tree.root.path).write(plan.changes)
        let text = try tree.text("App/A.swift")
        #expect(text.contains("    let n: Int\n    private let store: Store\n\n    init("), "\(text)")
        #expect(text.contains(row.after), "\(text)")
    }

    @Test("A property without stored ones before it follows the static ones, and views capture nothing for it")
    func placed() throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store { static let shared = Store(); func go() {} }\n",
            "App/A.swift": """
            final class A {
                static let limit = 1

                func f() { Store.shared.go() }
            }
            struct V: View {
                let title: String

                var body: some View {
                    List {
                        Button(title) { Store.shared.go() }
                    }
                }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(
            text.contains(
                "    static let limit = 1\n\n    private let store: Store\n\n    init(store: Store = .shared) {"
            ),
            "\(text)"
        )
        #expect(text.contains("        List {\n            Button(title) { store.go() }"), "\(text)")
    }

    @Test("Parameters that don't fit are aligned where others are, and a tree without a limit keeps long heads")
    func heads() throws {
        let caller =
            "final class A {\n    let n: Int\n    init(number n: Int, name: String) {\n        self.n = n\n    }\n"
        let body = "    func f() { Store.shared.go() }\n}\n"
        let store = "final class Store { static let shared = Store(); func go() {} }\n"
        let aligned = try SourceTree([
            ".swift-format": #"{"lineLength": 60}"#, "App/Store.swift": store,
            "App/A.swift": caller + "    init(m: Int,\n         other: Int) {\n        n = m\n    }\n" + body,
        ])
        try aligned.cutAll(options: Cut.Options())
        let text = try aligned.text("App/A.swift")
        #expect(
            text.contains("    init(number n: Int,\n         name: String,\n         store: Store = .shared) {\n"),
            "\(text)"
        )
        #expect(text.contains("init(m: Int,\n         other: Int,\n         store: Store = .shared) {\n"), "\(text)")
        let long = (0..<3).map { "func f\($0)(\(String(repeating: "a", count: 130)): Int) {\n}\n" }.joined()
        let free = try SourceTree([
            "App/Store.swift": store,
            "App/A.swift": long
                + caller.replacing("name", with: String(repeating: "n", count: 80)) + body,
        ])
        try free.cutAll(options: Cut.Options())
        let other = try free.text("App/A.swift")
        #expect(other.contains(": String, store: Store = .shared) {\n"), "\(other)")
    }

    @Test("An assignment stands on a line of its own behind a comment, and long lines of another function are wrapped")
    func wrapped() throws {
        let tree = try SourceTree([
            ".swift-format": #"{"lineLength": 47, "indentation": {"spaces": 2}}"#,
            "App/Store.swift": "final class Store { static let shared = Store(); func go() {} }",
            "App/A.swift": """
            final class A {
              init() {
                // Nothing yet.
              }

              func f() { Store.shared.go() }
            }
            enum B {
              static func show(title: String, of kind: Int) {
                Store.shared.go()
              }
              static var shown: (String, Int) -> Void { show }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        #expect(
            try tree.text("App/A.swift") == """
                final class A {
                  private let store: Store

                  init(store: Store = .shared) {
                    // Nothing yet.
                    self.store = store
                  }

                  func f() { store.go() }
                }
                enum B {
                  static func show(title: String, of kind: Int) {
                    show(
                      title: title,
                      of: kind,
                      store: .shared
                    )
                  }

                  static func show(
                    title: String,
                    of kind: Int,
                    store: Store
                  ) {
                    store.go()
                  }
                  static var shown: (String, Int) -> Void { show }
                }

                """
        )
    }

    @Test(
        "A use says `self` where its file reads nearly all properties so without need",
        arguments: [
            ("self.a + self.b + self.a", "self.store.go()"), ("self.a + self.b + a", " store.go()"),
            ("self.a + self.b", " store.go()"), ("[1].map { self.a + self.b + self.a + $0 }[0]", " store.go()"),
        ]
    )
    func explicitSelf(_ row: (sum: String, use: String)) throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store { static let shared = Store(); func go() {} }\n",
            "App/A.swift":
                "final class A {\n    var a = 1\n    var b = 2\n    var sum: Int { \(row.sum) }\n    func f() { Store.shared.go() }\n}\n",
        ])
        #expect(try tree.plan("Store", options: Cut.Options()).diff.contains(row.use))
    }

    private static func layout(_ files: [String: String]) throws -> Layout {
        let tree = try SourceTree(files.merging(["App/View.swift": "struct View {}\n"]) { $1 })
        let (_, index) = try tree.mapped()
        return House(index: index, learningFrom: ["App/View.swift"]).layout(of: "App/View.swift")
    }
}
