import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// What a reviewer wants of threading: nothing that nobody needs, the names that calls say, and lines as those around them.
@Suite("What threading writes", .ownThread)
struct ThreadHouseTests {
    private static let store = "final class Store: Sendable { static let shared = Store(); func go() {} }\n"
    private static let screen =
        "final class Screen { let store: Store; init(store: Store = .shared) { self.store = store }; func f() { store.go() } }\n"

    private static func threaded(
        _ text: String,
        _ files: [String: String] = [:],
        roots: [String] = ["Program"]
    ) throws -> (calls: [MakingCall], text: String, tree: SourceTree) {
        let tree = try SourceTree(
            files.merging(["App/Store.swift": store, "App/App.swift": text]) { first, _ in first }
        )
        var options = Cut.Options(stage: .thread)
        options.roots = Roots(roots)
        let plan = try tree.plan("Store", options: options)
        try SliceWriter(root: tree.root.path).write(plan.changes)
        return (plan.calls, try tree.text("App/App.swift"), tree)
    }

    // MARK: What nobody needs

    private static let base = """
        class Task {
            let store: Store
            init(store: Store = .shared) { self.store = store }
        }
        final class Sync: Task { func f() { store.go() } }
        final class Email: Task {
            let text: String
            init(text: String) {
                self.text = text
                super.init()
            }
        }

        """

    @Test(
        "A subclass takes no instance that nobody reads in it, unless all other calls pass one",
        arguments: [false, true]
    )
    func unread(isAllowed: Bool) throws {
        let other = isAllowed ? "" : "enum Hidden { static var task: Task { Sync() } }\n"
        let main = "@main enum Program { static func main() { Sync().f(); _ = Email(text: \"\") } }\n"
        let after = try Self.threaded(Self.base + other + main)
        #expect(after.text.contains("Email(text: \"\")") != isAllowed, "\(after.text)")
        #expect(after.text.contains("super.init()") != isAllowed, "\(after.text)")
        let reasons = after.calls.filter { $0.maker == "Email" }.map(\.explanation)
        #expect(reasons.allSatisfy { $0.contains("neither Email nor Task reads the instance") } != isAllowed)
        #expect(reasons.count == 1)
    }

    @Test("A subclass that reads what it inherits takes it")
    func read() throws {
        let main = """
            extension Email { func g() { store.go() } }
            enum Hidden { static var task: Task { Sync() } }
            @main enum Program { static func main() { _ = Email(text: "") } }

            """
        let after = try Self.threaded(Self.base + main)
        #expect(after.text.contains("Email(text: \"\", store: Store.shared)"), "\(after.text)")
    }

    @Test("What only previews make leaves the default, as previews do")
    func previews() throws {
        let after = try Self.threaded(
            Self.screen + """
                struct Shown: PreviewProvider {
                    static var previews: Int { Content().show() }
                    struct Content { let n = 1; func show() -> Int { Screen().f(); return n } }
                }
                final class Mock { let n = 1; func f() { Screen().f() } }
                #Preview { Mock() }
                enum Hidden { static var screen: Screen { .init() } }

                """
        )
        #expect(after.text.contains("struct Content { let n = 1;"), "\(after.text)")
        #expect(after.text.contains("final class Mock { let n = 1; func f() { Screen().f() } }"), "\(after.text)")
    }

    @Test(
        "A function takes no instance for a default of which it reads one value, or that most calls pass",
        arguments: [
            ("func open(title: String = Screen().title) { print(title) }", "open()", false),
            (
                "func open(screen: Screen = Screen()) { print(screen) }", "open(screen: other); open(screen: other)",
                false
            ),
            ("func open(screen: Screen = Screen()) { print(screen) }", "open(screen: other); open()", true),
        ]
    )
    func defaults(_ row: (function: String, calls: String, isTaken: Bool)) throws {
        let after = try Self.threaded(
            Self.screen.replacing("let store", with: "var title: String { \"\" }; let store") + """
                \(row.function)
                let other = Screen(store: Store.shared)
                @main enum Program { static func main() { \(row.calls) } }

                """
        )
        #expect(after.text.contains("Screen? = nil, store: Store)") == row.isTaken, "\(after.text)")
    }

    // MARK: Names

    @Test("A maker takes the instance under the label that the callee has, without what tells that from others")
    func labels() throws {
        let screen = """
            final class Screen {
                private let injectedStore: Store?
                private var store: Store { injectedStore ?? .shared }
                init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
                func f() { store.go() }
            }
            final class Other {
                private let injectedStore: Store?
                private var store: Store { injectedStore ?? .shared }
                init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
                func f() { store.go() }
            }
            func color(sharedStore: Store = .shared) { sharedStore.go() }
            final class Maker { let n = 1; func f() { Screen().f(); Other().f() } }
            final class Painter { let n = 1; func f() { color() } }
            @main enum Program { static func main() { Maker().f(); Painter().f() } }

            """
        let after = try Self.threaded(screen)
        #expect(after.text.contains("Screen(store: store).f(); Other(store: store).f()"), "\(after.text)")
        #expect(after.text.contains("color(sharedStore: store)"), "\(after.text)")
        #expect(after.text.contains("Painter(store: Store.shared).f()"), "\(after.text)")
    }

    @Test("A label that no property has is no name for what a maker stores")
    func prepositions() throws {
        let after = try Self.threaded(
            """
            final class Row { let store: Store; init(store: Store) { self.store = store } }
            final class Cell { let store: Store; init(store: Store) { self.store = store } }
            final class List {
                private let store: Store
                init(using store: Store = .shared) { self.store = store }
                func f() { store.go() }
            }
            final class Maker { let n = 1; func f() { List().f() } }
            @main enum Program { static func main() { Maker().f() } }

            """
        )
        #expect(after.text.contains("init(store: Store) {\n        self.store = store\n"), "\(after.text)")
        #expect(after.text.contains("List(using: store).f()"), "\(after.text)")
    }

    @Test("What a superclass keeps for itself has its name nowhere else")
    func hidden() throws {
        let after = try Self.threaded(
            """
            class Manager {
                private let store: Store
                init(title: String, store: Store = .shared) { self.store = store }
                func f() { store.go() }
            }
            final class Mock: Manager {
                init(n: Int) { super.init(title: "") }
            }
            @main enum Program { static func main() { Mock(n: 1).f() } }

            """
        )
        #expect(
            after.text.contains("init(n: Int, store: Store) { super.init(title: \"\", store: store) }"),
            "\(after.text)"
        )
    }

    @Test("What initializers take for a property in an extension is passed, and not taken again")
    func extensions() throws {
        let detail = """
            final class Detail {
                let injectedStore: Store?
                let title: String
                init(title: String, store injectedStore: Store? = nil) {
                    self.title = title
                    self.injectedStore = injectedStore
                }
            }

            """
        let part = """
            extension Detail {
                private var store: Store { injectedStore ?? .shared }
                func f() { store.go(); Screen().f() }
            }
            """
        let after = try Self.threaded(
            detail + Self.screen + """
                final class List {
                    let store: Store
                    init(store: Store = .shared) { self.store = store }
                    func f() { store.go(); Detail(title: "").f() }
                }
                @main enum Program { static func main() { List().f() } }

                """,
            ["App/Detail+Actions.swift": part, "App/Detail+More.swift": part.replacing("func f", with: "func g")]
        )
        #expect(after.text.contains("Detail(title: \"\", store: store).f()"), "\(after.text)")
        #expect(after.text.contains("init(title: String, store injectedStore: Store? = nil) {"), "\(after.text)")
        #expect(try after.tree.text("App/Detail+Actions.swift").contains("Screen(store: store).f()"))
        #expect(try after.tree.text("App/Detail+More.swift").contains("Screen(store: store).f()"))
    }

    // MARK: What a root has

    @Test(
        "A root passes the property that returns the accessor, where the code reads that",
        arguments: [
            ("private var store: Store { .shared }", "Screen(store: store)"),
            ("var store: Store { return Store.shared }", "Screen(store: store)"),
            ("var injected: Store?\n    private var store: Store { injected ?? .shared }", "Screen(store: store)"),
            ("let store = Store.shared", "Screen(store: store)"),
            ("static var store: Store { .shared }", "Screen(store: Store.shared)"),
            ("var store: Store { get { .shared } set {} }", "Screen(store: Store.shared)"),
            ("var store: Store { Store() }", "Screen(store: Store.shared)"),
        ]
    )
    func members(_ row: (member: String, call: String)) throws {
        let root = """
            final class Window {
                \(row.member)
                let n: Int
                init() { n = 1; Screen().f() }
                func f() { Screen().f() }
            }

            """
        let after = try Self.threaded(root + Self.screen, roots: ["Window"])
        #expect(after.text.contains("func f() { \(row.call).f() }"), "\(after.text)")
        #expect(after.text.contains("n = 1; Screen(store: Store.shared).f()"), "\(after.text)")
    }

    @Test(
        "A closure of a root captures the property, and one that a queue runs does so where Swift 5 lets it",
        arguments: [("later", 6, true), ("DispatchQueue.main.async", 5, true), ("DispatchQueue.main.async", 6, false)]
    )
    func captured(_ row: (function: String, version: Int, isCaptured: Bool)) throws {
        let project = """
            { objects = {
              P = {isa = PBXProject; mainGroup = G; targets = (T); };
              G = {isa = PBXGroup; children = (S); sourceTree = "<group>"; };
              T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
                fileSystemSynchronizedGroups = (S); };
              S = {isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = "<group>"; };
              C = {isa = XCBuildConfiguration; buildSettings = { SWIFT_VERSION = \(row.version).0; }; name = Debug; };
            }; rootObject = P; }
            """
        let root = """
            final class Window {
                private var store: Store { .shared }
                func f() { \(row.function) { Screen().f() } }
                func later(_ body: @escaping () -> Void) { body() }
            }
            extension Window { func g(_ store: Int) { Screen().f(); Queue.run(); Task { await Queue.wait() } } }
            enum Queue {
                static func run() { \(row.function) { Screen().f() } }
                static func later(_ body: @escaping () -> Void) { body() }
                static func wait() async { Screen().f() }
            }

            """
        let after = try Self.threaded(
            root + Self.screen,
            [
                "App.xcodeproj/project.pbxproj": project,
                "App/Store.swift": Self.store.replacing(": Sendable", with: ""),
            ],
            roots: ["Window"]
        )
        let call = row.isCaptured ? "{ [store] in Screen(store: store).f() }" : "{ Screen(store: Store.shared).f() }"
        #expect(after.text.contains("\(row.function) \(call)"), "\(after.text)")
        #expect(after.text.contains("Screen(store: self.store).f()"), "\(after.text)")
        #expect(after.text.contains("Queue.run(store: self.store)") == row.isCaptured, "\(after.text)")
        #expect(after.text.contains("static func wait(store: Store) async {") == (row.version == 5), "\(after.text)")
    }

    // MARK: Lines

    @Test(
        "A call whose line gets too long has one argument a line, as other calls in its file have",
        arguments: [false, true]
    )
    func wrapped(isAligned: Bool) throws {
        let long = String(repeating: "a", count: 80)
        let other =
            isAligned
            ? "    func g() {\n        print(1,\n              2)\n    }\n"
            : "    func g() {\n        print(\n            1,\n            2\n        )\n    }\n"
        let after = try Self.threaded(
            """
            final class Page {
                init(title: String, n: Int, store: Store = .shared) { store.go() }
            }
            enum Program {
                static func main() {
                    _ = Page(title: "\(long)", n: 1)
                    _ = Page(title: "", n: 1)
                }
            \(other)}

            """
        )
        let text =
            isAligned
            ? "Page(title: \"\(long)\",\n                 n: 1,\n                 store: Store.shared)\n"
            : "Page(\n            title: \"\(long)\",\n            n: 1,\n            store: Store.shared\n        )\n"
        #expect(after.text.contains(text), "\(after.text)")
        #expect(after.text.contains("_ = Page(title: \"\", n: 1, store: Store.shared)\n"), "\(after.text)")
    }

    // MARK: Calls

    @Test("A call that leaves out the name of the type is found in a file that never says it")
    func implied() throws {
        let after = try Self.threaded(
            Self.screen + "final class Frame { init(screen: Screen) {} }\n",
            ["App/Root.swift": "enum Program { static func main() { _ = Frame(screen: .init()) } }"]
        )
        #expect(after.calls.map(\.reason) == [nil])
        #expect(try after.tree.text("App/Root.swift").contains("Frame(screen: .init(store: Store.shared))"))
    }

    @Test("A convenience initializer that each call passes an instance to needs no optional")
    func required() throws {
        let after = try Self.threaded(
            """
            final class Model {
                let store: Store
                init(a: Int, store: Store? = nil) { self.store = store ?? .shared }
                convenience init(b: Int) { self.init(a: b) }
            }
            enum Hidden { static var model: Model { Model(a: 1) } }
            enum Program { static func main() { Model(b: 1).store.go() } }

            """
        )
        #expect(
            after.text.contains("convenience init(b: Int, store: Store) { self.init(a: b, store: store) }"),
            "\(after.text)"
        )
        #expect(after.text.contains("init(a: Int, store: Store? = nil)"), "\(after.text)")
    }

    @Test("What does something itself is no container of others' instances", arguments: [false, true])
    func containers(doesSomething: Bool) throws {
        let after = try Self.threaded(
            Self.screen + """
                final class Services {
                    let store: Store
                    init(store: Store = .shared) { self.store = store }
                    \(doesSomething ? "func load() { store.go() }" : "")
                }
                final class Window {
                    private let services: Services
                    init(services: Services) { self.services = services }
                    func show() { Screen().f() }
                }
                @main enum Program { static func main() { Window(services: Services()).show() } }

                """
        )
        #expect(after.text.contains("Screen(store: services.store)") != doesSomething, "\(after.text)")
        #expect(after.text.contains("Screen(store: store)") == doesSomething, "\(after.text)")
    }
}
