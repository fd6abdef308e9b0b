import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Callers of several accessors", .ownThread)
struct AccessorTests {
    private static let program = [
        "App/Services.swift": """
        nonisolated final class Analytics: Sendable {
            let name: String
            init(_ name: String) { self.name = name }
            func track(_ event: String) { print(name, event) }
        }
        nonisolated final class Stores: Sendable {
            let name: String
            init(_ name: String) { self.name = name }
            func load() -> Int { print(name, "loads"); return 2 }
        }
        nonisolated enum Services {
            static let usage = Analytics("analytics")
            static let backend = Stores("stores")
        }
        """,
        "App/Screens.swift": """
        nonisolated final class Screen {
            func appear() { Services.usage.track("a"); print(Services.backend.load()) }
        }
        nonisolated final class Row {
            let title: String
            init(
                title: String,
                then body: () -> Void = {}
            ) {
                self.title = title
            }
            init() { title = "b" }
            convenience init(_ title: String) { self.init(title: title) }
            func show() { Services.usage.track(title); print(Services.backend.load()) }
        }
        nonisolated class Base {
            init() {}
        }
        nonisolated final class Child: Base {
            var isOn = false
            func show() { Services.usage.track("child"); print(Services.backend.load()) }
        }
        actor Worker {
            let size: Int
            init(_ size: Int) { self.size = size }
            func run() { Services.backend.load() == 2 ? Services.usage.track("run") : print(size) }
        }
        nonisolated final class Queue {
            var later: [() -> Void] = []
            init(_ count: Int) {}
            func fill() {
                later.append { Services.usage.track("later"); print(Services.backend.load()) }
                later.append { [weak self] in
                    Services.usage.track("weak \\(self == nil)")
                    print(Services.backend.load())
                }
            }
        }
        """,
        "App/Rest.swift": """
        extension Screen {
            func leave() { print(Services.backend.load()); Services.usage.track("leave") }
        }
        extension Child {
            func leave() { print(Services.backend.load()); Services.usage.track("left") }
        }
        """,
        "App/Main.swift": """
        @main enum Program {
            @MainActor static func main() async {
                let screen = Screen()
                screen.appear()
                screen.leave()
                Row(title: "t") {}.show()
                Row("c").show()
                Row().show()
                let child = Child()
                child.show()
                child.leave()
                await Worker(3).run()
                let queue = Queue(1)
                queue.fill()
                for body in queue.later { body() }
            }
        }
        """,
    ]

    @Test("A caller takes an instance for each accessor", .startsCompiler, arguments: Compiler.Mode.languages)
    func several(_ mode: Compiler.Mode) throws {
        let tree = try SourceTree(Self.program)
        if mode == .mainActor { try tree.write("Package.swift", Compiler.mainActorManifest) }
        let files = Self.program.keys.sorted().map { tree.root.appending(path: $0) }
        let before = try Compiler.run(files, mode)
        #expect(before.errors.isEmpty, "\(before.errors)")
        #expect(try tree.plan("Services", options: Cut.Options()).callers.allSatisfy { $0.obstacle == nil })
        try tree.cutAll(options: Cut.Options())
        let after = try Compiler.run(files, mode)
        #expect(after.errors.isEmpty, "\(after.errors)")
        #expect(after.output == before.output)
        #expect(after.warnings <= before.warnings)
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
        // Both instances are used everywhere.
        let both = "usage: a, backend: b"
        var main = try tree.text("App/Main.swift")
        for (made, passing) in [
            // Parameters are in the order of the first uses; Rest.swift comes before Screens.swift.
            ("Screen()", "Screen(backend: b, usage: a)"), ("Row(title: \"t\")", "Row(title: \"t\", \(both))"),
            ("Row(\"c\")", "Row(title: \"c\", \(both))"), ("Row().", "Row(\(both))."),
            ("Child()", "Child(backend: b, usage: a)"),
            ("Worker(3)", "Worker(3, backend: b, usage: a)"), ("Queue(1)", "Queue(1, \(both))"),
        ] {
            main = main.replacing(made, with: passing)
        }
        main = main.replacing(
            "let screen =",
            with: "let a = Analytics(\"passed\"), b = Stores(\"passed\")\nlet screen ="
        )
        try tree.write("App/Main.swift", main)
        let passed = try Compiler.run(files, mode)
        #expect(passed.errors.isEmpty, "\(passed.errors)")
        let expected = before.output.replacing("analytics ", with: "passed ").replacing("stores ", with: "passed ")
        #expect(passed.output == expected)
    }

    @Test("One closure captures the instances of several accessors")
    func captures() throws {
        let tree = try SourceTree(Self.program)
        try tree.cutAll()
        #expect(try tree.text("App/Screens.swift").contains("later.append { [usage, backend] in usage"))
        #expect(try tree.text("App/Screens.swift").contains("later.append { [weak self, usage, backend] in"))
    }

    @Test("A type without an initializer gets one for all accessors, and another accessor is added to it")
    func initializers() throws {
        let tree = try SourceTree(Self.program)
        try tree.cutAll(options: Cut.Options())
        let initializer = """
                init(backend: Stores = Services.backend, usage: Analytics = Services.usage) {
                    self.backend = backend
                    self.usage = usage
                }
            """
        #expect(try tree.text("App/Screens.swift").contains(initializer))
        let slices = try SourceTree(Self.program)
        for member in ["usage", "backend"] {
            var options = Cut.Options()
            options.slice.members = [member]
            try slices.cutAll(options: options)
        }
        let text = try slices.text("App/Screens.swift")
        #expect(text.contains("init(usage: Analytics = Services.usage, backend: Stores = Services.backend) {"))
        #expect(try slices.cutAll(options: Cut.Options()) == 0)
    }

    @Test("Threading passes on the instances of one accessor after the other", .startsCompiler)
    func threading() throws {
        var files = Self.program
        files["App/Rest.swift"] = nil
        files["App/Screens.swift"] = """
            nonisolated final class Screen {
                func appear() { Services.usage.track("a"); print(Services.backend.load()) }
            }
            nonisolated final class Store {
                let size: Int
                init(_ size: Int) { self.size = size }
                func run() { print(Services.backend.load() + size) }
            }
            """
        files["App/Main.swift"] = """
            @main enum Program {
                static func main() {
                    Screen().appear()
                    Store(3).run()
                }
            }
            """
        let tree = try SourceTree(files)
        let sources = files.keys.sorted().map { tree.root.appending(path: $0) }
        let before = try Compiler.run(sources, .swift6)
        try tree.cutAll(options: .late)
        var options = Cut.Options(stage: .thread)
        options.roots = Roots(["Program"])
        options.slice.members = ["usage"]
        let usage = try tree.plan("Services", options: options)
        #expect(usage.callers.map(\.property) == ["usage"])
        #expect(usage.left.isEmpty && usage.outside == 2, "\(usage.summary)")
        options.slice.members = nil
        for (callers, fallbacks) in [(2, 1), (1, 0)] {
            let plan = try tree.plan("Services", options: options)
            #expect(plan.callers.count == callers)
            try tree.cutAll(options: options)
            #expect(try tree.text("App/Screens.swift").components(separatedBy: " ?? ").count - 1 == fallbacks)
            let after = try Compiler.run(sources, .swift6)
            #expect(after.errors.isEmpty, "\(after.errors)")
            #expect(after.output == before.output)
        }
        #expect(try tree.cutAll(options: options) == 0)

        options.stage = .retire
        #expect(try tree.plan("Services", options: options).changes.isEmpty)
        for name in ["usage", "backend"] {
            options.slice.members = [name]
            let plan = try tree.plan("Services", options: options)
            try SliceWriter(root: tree.root.path).write(plan.changes)
            let after = try Compiler.run(sources, .swift6)
            #expect(after.errors.isEmpty, "\(plan.summary)\(after.errors)")
            #expect(after.output == before.output)
        }
        #expect(!(try tree.text("App/Services.swift")).contains("static let"))
        #expect(try tree.text("App/Main.swift").contains("let backend = Stores(\"stores\")\n"))
    }

    @Test("A computed accessor goes with the variable that it returns, and with the setter that nothing calls")
    func computed() throws {
        let tree = try SourceTree([
            "App/Services.swift": """
            protocol Tracking { func track() }
            final class Analytics: Tracking { func track() { print("track") } }
            enum Services {
                private static var _usage: any Tracking = Analytics()

                /// What was measured.
                static var usage: any Tracking { _usage }

                static func setUsage(_ usage: any Tracking) { _usage = usage }
            }
            """,
            "App/Main.swift": """
            final class Screen {
                private let usage: any Tracking
                init(usage: any Tracking = Services.usage) { self.usage = usage; usage.track() }
            }
            @main enum Program {
                static func main() { _ = Screen() }
            }
            """,
        ])
        for stage in [Stage.thread, .retire] {
            var options = Cut.Options(stage: stage)
            options.isEarlyAllowed = true
            options.slice.members = ["usage"]
            let plan = try tree.plan("Services", options: options)
            #expect(!plan.changes.isEmpty, "\(plan.summary)")
            try SliceWriter(root: tree.root.path).write(plan.changes)
        }
        #expect(try tree.text("App/Services.swift").hasSuffix("print(\"track\") } }\nenum Services {\n}"))
        let main = try tree.text("App/Main.swift")
        #expect(main.contains("let usage: any Tracking = Analytics(); _ = Screen(usage: usage)"), "\(main)")
    }

    @Test(
        "A member of a locator stays if its instance can't be made in the root",
        arguments: [
            ("static let usage: Tracking = Analytics()", ""),
            ("static let usage = Analytics()\nstatic let other = usage", "left: named"),
            ("static let usage = Analytics()\nstatic func reset() { usage.track() }", "left: named"),
            ("static let usage = make()", "left: making"),
            ("static let usage = { make() }()", "left: type"),
            ("static let usage: Hidden = Analytics()\nprivate typealias Hidden = Tracking", "left: making"),
            ("static var usage = Analytics()", "left: replaced"),
        ]
    )
    func retired(_ members: String, _ line: String) throws {
        let tree = try SourceTree([
            "App/Services.swift": """
            protocol Tracking: Sendable { func track() }
            final class Analytics: Tracking { func track() { print(1) } }
            func make() -> Analytics { Analytics() }
            enum Services {
            \(members)
            }
            """,
            "App/Program.swift": "enum Program { static func main() { Services.usage.track() } }",
        ])
        var options = Cut.Options(stage: .retire)
        options.roots = Roots(["Program"])
        options.isEarlyAllowed = true
        options.slice.members = ["usage"]
        let plan = try tree.plan("Services", options: options)
        #expect(line.isEmpty || plan.summary.contains(line), "\(plan.summary)")
        #expect(plan.changes.isEmpty == !line.isEmpty)
        guard line.isEmpty else { return }
        #expect(
            plan.diff.contains(
                "+enum Program { static func main() { let usage: Tracking = Analytics(); usage.track() } }"
            )
        )
    }

    @Test("The summary calls a world by its name, and not by its type")
    func worlds() throws {
        let tree = try SourceTree([
            "App/World.swift": """
            struct World { var size: () -> Int = { 1 } }
            nonisolated(unsafe) var Current = World()
            final class Screen { func show() -> Int { Current.size() } }
            """
        ])
        #expect(try tree.plan("World").summary.hasPrefix("Current: 1 use\n"))
    }
}
