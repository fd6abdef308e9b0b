import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Threading", .ownThread)
struct ThreadTests {
    private static let store = """
        final class Store {
            static let shared = Store()
            private var count = 0
            private init() {}
            func go() -> Int { count += 1; return count }
        }

        """

    /// A caller as it is before anything is cut.
    private static let screen = "final class Screen { func show() { print(Store.shared.go()) } }\n"

    private static func options(_ stage: Stage, early: Bool = false) -> Cut.Options {
        var options = Cut.Options(stage: stage)
        options.roots = Roots(["Program"])
        options.isEarlyAllowed = early
        return options
    }

    /// The tree after injecting.
    private static func injected(_ program: String, store: String = store) throws -> SourceTree {
        let tree = try SourceTree(["App/Program.swift": store + program])
        try tree.cutAll(options: options(.inject))
        return tree
    }

    private static func write(_ plan: CutPlan, _ tree: SourceTree) throws {
        try SliceWriter(root: tree.root.path).write(plan.changes)
    }

    @Test("A maker passes its property through self where a parameter has the name, but a closure can't capture it")
    func hidden() throws {
        let plan = { (member: String) in
            let program = """
                final class Menu {
                    private let injectedStore: Store?
                    private var store: Store { injectedStore ?? .shared }
                    init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
                    \(member)
                }
                enum Program { static func main() { Menu().open(1) } }

                """
            return try Self.injected(program + Self.screen).plan("Store", options: Self.options(.thread, early: true))
        }
        let seen = try plan("func open(_ store: Int) { print(store, self.store.go()); Screen().show() }")
        #expect(seen.diff.contains("(store: self.store).show()"), "\(seen.diff)")
        let closure = try plan("var open: (Int) -> Void { { store in print(store); Screen().show() } }")
        #expect(closure.failures.contains { $0.message.contains("where it is made, store is something else") })
    }

    private static func package(_ dependencies: String) -> String {
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Shop", targets: [
            .target(name: "Core"), .target(name: "Screens", dependencies: ["Core"]),
            .target(name: "Program", dependencies: [\(dependencies)]),
        ])
        """
    }

    @Test("A root imports the module with the accessor, if its module depends on that", arguments: [false, true])
    func imports(_ isSeen: Bool) throws {
        let tree = try SourceTree([
            "Package.swift": Self.package(isSeen ? "\"Screens\", \"Core\"" : "\"Screens\""),
            "Sources/Core/Store.swift": "public "
                + Self.store.replacing("    static", with: "    public static")
                .replacing("    func", with: "    public func"),
            "Sources/Screens/Screen.swift": "import Core\npublic final class Screen {\n    public init() {}\n"
                + "    public func show() { print(Store.shared.go()) }\n}\n",
            "Sources/Program/Program.swift": "import Screens\nenum Program {\n"
                + "    static func main() { Screen().show(); Screen().show() }\n}\n",
        ])
        try tree.cutAll(options: Self.options(.inject))
        let plan = try tree.plan("Store", options: Self.options(.thread, early: true))
        let added = "\n+import Core\n import Screens\n enum Program {\n"
        #expect(plan.diff.contains(added) == isSeen, "\(plan.diff)")
        #expect(plan.diff.contains("Screen(store: Store.shared).show(); Screen(store: Store.shared)") == isSeen)
        let isTold = plan.failures.contains { $0.message.contains("made in a module that doesn't depend on Core") }
        #expect(isTold != isSeen, "\(plan.failures)")
    }

    private static let whole = """
        final class Screen {
            let title: String
            init(title: String) { self.title = title }
            func show() { print(title, Store.shared.go()) }
        }
        final class Row {
            init(_ text: String, format: (String) -> String) { print(format(text)) }
            func show() { print(Store.shared.go()) }
        }
        final class Menu {
            lazy var row = Row("lazy") { $0 + "!" }
            let screens: [Screen]
            init(count: Int) {
                screens = [Screen(title: "first")]
                print(count)
            }
            func run() {
                screens[0].show()
                Screen(
                    title: "second"
                ).show()
                row.show()
                ["a", "b"].forEach { Screen(title: $0).show() }
                let later = { Row("later", format: { $0 }).show() }
                later()
            }
        }
        @main enum Program {
            static func main() {
                Menu(count: 2).run()
            }
        }
        """

    @Test(
        "From the root to the callers, every maker passes the instance, and the program prints the same",
        .startsCompiler
    )
    func whole() throws {
        let tree = try Self.injected(Self.whole)
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift5)
        let plan = try tree.plan("Store", options: Self.options(.thread))
        #expect(plan.failures.isEmpty, "\(plan.failures)")
        #expect(plan.callers.map(\.name) == ["Menu", "Row", "Screen"])
        try Self.write(plan, tree)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("Menu(count: 2, store: Store.shared).run()"))
        #expect(text.contains("title: \"second\",\n            store: store\n"))
        #expect(text.contains("Row(\"lazy\", store: store) { $0 + \"!\" }"))
        #expect(text.contains("[store] in Row(\"later\", store: store, format:"))
        #expect(!text.contains("injected") && !text.contains("??"))
        let after = try Compiler.run(file, .swift5)
        #expect(after.errors.isEmpty, "\(after.errors)")
        #expect(after.output == before.output)
        #expect(try tree.plan("Store", options: Self.options(.thread)).changes.isEmpty)

        try Self.write(try tree.plan("Store", options: Self.options(.retire)), tree)
        let retired = try tree.text("App/Program.swift")
        #expect(!retired.contains("shared"))
        #expect(retired.contains("let store = Store()\n        Menu(count: 2, store: store).run()"))
        let last = try Compiler.run(file, .swift5)
        #expect(last.errors.isEmpty, "\(last.errors)")
        #expect(last.output == before.output)
    }

    @Test("A preview passes the accessor, and `.init` makes the type that is written beside it", .startsCompiler)
    func written() throws {
        let program = """
            protocol PreviewProvider {}
            struct Previews: PreviewProvider { static func show() { Screen().show() } }
            final class Other { func show() { print("other") } }
            @main enum Program {
                static func main() {
                    let screen: Screen = .init()
                    screen.show()
                    let other: Other = .init()
                    other.show()
                    Previews.show()
                }
            }

            """
        let tree = try Self.injected(Self.screen + program)
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift5)
        let plan = try tree.plan("Store", options: Self.options(.thread))
        #expect(plan.failures.isEmpty, "\(plan.failures)")
        try Self.write(plan, tree)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("let screen: Screen = .init(store: Store.shared)"))
        #expect(text.contains("let other: Other = .init()"))
        #expect(text.contains("Screen(store: Store.shared).show()"))
        let after = try Compiler.run(file, .swift5)
        #expect(after.errors.isEmpty, "\(after.errors)")
        #expect(after.output == before.output)
    }

    @Test("A macro for previews passes the accessor")
    func previewMacro() throws {
        let macro = "#Preview { Screen().show() }\n"
        let tree = try Self.injected(Self.screen + Self.made + macro)
        let plan = try tree.plan("Store", options: Self.options(.thread))
        #expect(plan.failures.isEmpty, "\(plan.failures)")
        try Self.write(plan, tree)
        #expect(try tree.text("App/Program.swift").contains("#Preview { Screen(store: Store.shared).show() }"))
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var reason: Reason
        var program: String
        var store: String

        init(_ reason: Reason, _ program: String, store: String = ThreadTests.store) {
            testDescription = "\(reason.code): \(program)"
            self.reason = reason
            self.program = program
            self.store = store
        }
    }

    private static let made = "enum Program { static func main() { Screen().show() } }\n"

    @Test(
        "A caller that not every maker can pass the instance to keeps its fallback",
        arguments: [
            Row(.unmade, screen),
            Row(.maker, screen + made + "struct Other { func f() { Screen().show() } }"),
            Row(.maker, screen + made + "func other() { Screen().show() }"),
            Row(.maker, screen + made + "final class Other { static func f() { Screen().show() } }"),
            Row(.maker, screen + made + "final class Other { let screen = Screen() }"),
            Row(.maker, screen + made + "final class Other { func f(_ s: Screen = Screen()) {} }"),
            Row(
                .maker,
                screen + made + "func make(_ type: Screen.Type) { type.init().show() }\nlet made = Screen.self"
            ),
            Row(.maker, screen + made + "typealias T = Screen\nenum K { typealias T = Int }\nlet k = T.self"),
            Row(.maker, screen + made + "func f(_ s: Screen) {}\nfunc g() { f(.init()) }"),
            Row(.maker, screen + made + "class Other { func f() { Screen().show() } }\nfinal class B: Other {}"),
            Row(.maker, screen + made + "final class Other { func f() {\n#if A\nScreen().show()\n#endif\n} }"),
            Row(.cycle, screen + "final class Other { func f() { Screen().show(); Other().f() } }"),
            Row(
                .replaced,
                screen + made,
                store: "final class Store { static var shared = Store(); func go() -> Int { 1 } }\n"
                    + "func reset() { Store.shared = Store() }\n"
            ),
            Row(
                .order,
                screen + made,
                store:
                    "final class Store { static let shared = Store(); init() { print(1) }; func go() -> Int { 1 } }\n"
            ),
            Row(.uninjected, "struct Screen { func show() { print(Store.shared.go()) } }\n" + made),
            Row(.root, "enum Program { static func main() { print(Store.shared.go()) } }"),
        ]
    )
    func reasons(_ row: Row) throws {
        let tree = try Self.injected(row.program, store: row.store)
        let plan = try tree.plan("Store", options: Self.options(.thread))
        #expect(plan.rows.contains { $0.outcome == .left(row.reason) }, "\(plan.failures)")
        #expect(plan.rewritten == 0 && !plan.diff.contains("-    private let injectedStore: Store?"), "\(plan.diff)")
    }

    @Test("With --early, an instance whose making can be seen is threaded too")
    func early() throws {
        let store = "final class Store { static let shared = Store(); init() { print(1) }; func go() -> Int { 1 } }\n"
        let tree = try Self.injected(Self.screen + Self.made, store: store)
        let plan = try tree.plan("Store", options: Self.options(.thread, early: true))
        #expect(plan.callers.map(\.name) == ["Screen"])
    }

    @Test("A maker that can't be changed keeps the fallback of what it makes, and of nothing else")
    func independent() throws {
        let other = "final class Other { func f() { print(Store.shared.go()) } }\nfunc free() { Other().f() }\n"
        let tree = try Self.injected(Self.screen + Self.made + other)
        let plan = try tree.plan("Store", options: Self.options(.thread))
        #expect(plan.callers.map(\.name) == ["Screen"])
        #expect(
            plan.failures.map(\.message) == [
                "App/Program.swift:22: free() has no instance to pass: nothing calls free()"
            ]
        )
        let left = plan.left.reduce(0) { $0 + $1.count }
        #expect(plan.rewritten + left + plan.outside == plan.rows.count)
    }

    @Test("A slice takes the callers it names, and whatever else has to take the instance for them")
    func slice() throws {
        let other =
            "final class Other { func f() { Screen().show() } }\n"
            + "final class Third { func f() { print(Store.shared.go()) } }\n"
            + "enum Program { static func main() { Other().f(); Third().f() } }\n"
        let tree = try Self.injected(Self.screen + other)
        var options = Self.options(.thread)
        options.slice = Slice(callers: ["Screen"])
        let plan = try tree.plan("Store", options: options)
        #expect(plan.callers.map(\.name) == ["Other", "Screen"])
        #expect(plan.diff.contains("+    func f() { Screen(store: store).show() }"), "\(plan.diff)")
        #expect(plan.outside == 1)
    }

    @Test("Tests pass the accessor, and make instances of their own once it goes")
    func tests() throws {
        let tree = try SourceTree([
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "App", targets: [
                .executableTarget(name: "App"), .testTarget(name: "AppTests", dependencies: ["App"]),
            ])
            """,
            "Sources/App/Program.swift": Self.store + Self.screen + Self.made,
            "Tests/AppTests/ScreenTests.swift": """
            @testable import App

            struct ScreenTests {
                func shows() {
                    #expect(Store.shared.go() == 1)
                    Screen().show()
                }

                func again() {
                    Screen(store: nil).show()
                }
            }

            """,
        ])
        try tree.cutAll(options: Self.options(.inject))
        try Self.write(try tree.plan("Store", options: Self.options(.thread)), tree)
        let path = "Tests/AppTests/ScreenTests.swift"
        #expect(try tree.text(path).contains("Screen(store: Store.shared).show()\n    }\n\n    func again"))
        #expect(try tree.text(path).contains("Screen(store: Store.shared).show()\n    }\n}"))
        let plan = try tree.plan("Store", options: Self.options(.retire))
        #expect(plan.left.isEmpty, "\(plan.left)")
        try Self.write(plan, tree)
        #expect(
            try tree.text(path) == """
                @testable import App

                struct ScreenTests {
                    func shows() {
                        let store = Store()
                        #expect(store.go() == 1)
                        Screen(store: store).show()
                    }

                    func again() {
                        let store = Store()
                        Screen(store: store).show()
                    }
                }

                """
        )
        let store = try tree.text("Sources/App/Program.swift")
        #expect(store.hasPrefix("final class Store {\n    private var count = 0\n    init() {}\n"))
    }

    @Test("Literals move to the root with the initializer", arguments: ["1", "true", "1.5", "nil", "\"a\""])
    func literals(_ value: String) throws {
        let store = "final class Store { static let shared = Store(\(value)); init(_ v: Any?) {}; func go() {} }\n"
        let program = "enum Program { static func main() { Store.shared.go() } }\n"
        let plan = try SourceTree(["App/Program.swift": store + program]).plan("Store", options: Self.options(.retire))
        let text = plan.changes.map { String(decoding: $0.result, as: UTF8.self) }.joined()
        #expect(text.contains("Store(\(value))") && !text.contains("shared"), "\(plan.outcomes)")
    }

    @Test(
        "An accessor that something else uses stays, and nothing is edited",
        arguments: [
            Row(.uninjected, "final class Other { func f() { print(Store.shared.go()) } }"),
            Row(.noCaller, "func other() { print(Store.shared.go()) }"),
            Row(.roots, "struct Second { func f() { print(Store.shared.go()) } }"),
            Row(
                .making,
                "",
                store: "final class Store { static let shared: Store = { _ in Store() }(1); func go() -> Int { 1 } }\n"
            ),
            Row(
                .making,
                "",
                store:
                    "final class Store { static let shared = Store(make()); init(_ v: Any?) {}; func go() -> Int { 1 } }\n"
            ),
            Row(
                .order,
                "",
                store:
                    "final class Store { static let shared = Store(); init() { print(1) }; func go() -> Int { 1 } }\n"
            ),
        ]
    )
    func retiring(_ row: Row) throws {
        let program = "enum Program { static func main() { print(Store.shared.go()) } }\n"
        let tree = try SourceTree(["App/Program.swift": row.store + program + row.program])
        var options = Self.options(.retire)
        options.roots = Roots(["Program", "Second"])
        options.isEarlyAllowed = row.reason == .making
        let plan = try tree.plan("Store", options: options)
        #expect(plan.rows.contains { $0.outcome == .left(row.reason) }, "\(plan.outcomes)")
        #expect(plan.changes.isEmpty)
    }
}
