import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// A row for each check of retiring.
@Suite("What retiring leaves", .ownThread)
struct RetireRefusalTests {
    private typealias Row = ThreadRefusalTests.Row
    private static let store = ThreadRefusalTests.store

    @Test(
        "The accessor stays while something else uses it, or if its instance can't be made elsewhere",
        arguments: [
            Row(.held, "enum Program { static let kept = Store.shared; static func main() { kept.n = 1 } }"),
            Row(.syntax, "enum Program { static func main() { Store.shared.n = 1 }"),
            Row(.spelling, "enum Program { static func main() { let s = Store/**/.shared; s.n = 1 } }"),
            Row(
                .replaced,
                "enum Program { static func main() { Store.shared.n = 1 } }",
                store: "final class Store { static var shared = Store(); var n = 0 }"
            ),
            Row(
                .replaced,
                "enum Program { static func main() { Store.reset(); Store.shared.n = 1 } }",
                store: "final class Store { private static var one = Store()\nstatic var shared: Store { one }\n"
                    + "static func reset() { one = Store() }\nvar n = 0 }"
            ),
            Row(
                .replaced,
                "enum Program { static func main() { Store.shared.n = 1 } }",
                store: "final class Store { private static var one = Store()\nstatic var shared: Store { one }\n"
                    + "static func reset() { one = Store(); print(1) }\nvar n = 0 }"
            ),
            Row(
                .staticMember,
                "enum Program { static func main() { func f() { Store.shared.n = 1 }\nlet g = f\ng() } }"
            ),
            Row(
                .availability,
                "enum Program { static func main() { if #available(macOS 20, *) { Store.shared.n = 1 } } }",
                store: "@available(macOS 20, *) final class Store { static let shared = Store(); var n = 0 }"
            ),
            Row(
                .own,
                "enum Program { static func main() { Store.shared.n = 1 } }",
                store: store + "extension Store { static func reset() { Store.shared.n = 0 } }"
            ),
            Row(.conditional, "enum Program { static func main() {\n#if A\nStore.shared.n = 1\n#endif\n} }"),
            Row(.macro, "enum Program { static func main() { #check(Store.shared.n) } }"),
            Row(.sending, "enum Program { static func main() { let f = { Store.shared.n = 1 }; f() } }"),
            Row(.staticMember, "enum Program { case a; func f() { Store.shared.n = 1 } }"),
            Row(.staticMember, "extension Program { func f() { Store.shared.n = 1 } }\nfinal class Program {}"),
            Row(.staticMember, "enum Program { static func start() { Store.shared.n = 1 } }"),
            Row(
                .test,
                "enum Program { static func main() { Store.shared.n = 1 } }",
                files: ["AppTests/T.swift": "@testable import App\nstruct T { let n = Store.shared.n }"]
            ),
            Row(
                .making,
                "enum Program { static func main() { Store.shared.n = 1 } }",
                store: "final class Store { static let shared = Store(), count = 1; var n = 0 }"
            ),
            Row(
                .making,
                "enum Program { static func main() { Store.shared.n = 1 } }",
                store: "final class Store { static let shared = Store(), other = Store(); var n = 0 }"
            ),
            Row(
                .making,
                "enum Program { static func main() { Store.shared.n = 1 } }",
                store: "final class Store { static let shared = Store()\nstatic let other = Store()\nvar n = 0 }"
            ),
            Row(
                .making,
                "enum Program { static func main() { Store.shared.go() } }",
                store: "struct Store { static let shared = Store(n: 1); let n: Int; func go() { print(n) } }"
            ),
            Row(
                .making,
                "enum Program { static func main() { Store.shared.n = 1 } }",
                store:
                    "final class Store { static let shared = Store(n: [].count); var n: Int\ninit(n: Int) { self.n = n } }"
            ),
            Row(
                .making,
                "enum Program { static func main() { Store.shared.n = 1 } }",
                store:
                    "final class Store { static let shared = Store { 1 }; var n = 0\ninit(_ n: () -> Int) { self.n = 0 } }"
            ),
            Row(
                .making,
                "enum Program { static func main() { Store.shared.n = 1 } }",
                store:
                    "final class Store { static let shared = Store(); var n = 0\ninit() {}\nprivate init(n: Int) {} }"
            ),
            Row(
                .making,
                "enum Program { static func main() { Store.shared.n = 1 } }",
                store: "final class Store {\n#if A\nstatic let shared = Store()\n#else\n"
                    + "static let shared = Store(n: 1)\n#endif\nvar n = 0\ninit(n: Int = 0) { self.n = n } }"
            ),
            Row(
                .making,
                "enum Program {}",
                store: "import Foundation\n"
                    + "public final class Store: NSObject { public static let shared = Store(); public var n = 0 }",
                files: ["Main/Main.swift": "import App\nenum Start { static func main() { Store.shared.n = 1 } }"],
                roots: ["Start"]
            ),
            Row(
                .making,
                "",
                files: ["App/main.swift": "func start() { Store.shared.go() }\nstart()"],
                roots: ["main.swift"]
            ),
            Row(
                .sending,
                "func run(_ body: () -> Void) { body() }",
                files: ["App/main.swift": "run { Store.shared.n = 1 }"],
                roots: ["main.swift"]
            ),
            Row(.synthesis, "struct Program: Codable { func f() { Store.shared.n = 1 } }\nlet program = Program()"),
            Row(
                .roots,
                "import ArgumentParser\n@main struct Program: ParsableCommand { func run() { go() }\n"
                    + "func go() { Store.shared.n = 1 } }"
            ),
            Row(.uninjected, "struct A { private var store: Store { .shared }\nfunc f() { store.go() } }"),
        ]
    )
    func retiring(_ row: ThreadRefusalTests.Row) throws {
        let tree = try SourceTree(["App/Store.swift": row.store, "App/Program.swift": row.program])
        for (path, text) in row.files { try tree.write(path, text) }
        var options = Cut.Options(stage: .retire)
        options.roots = Roots(row.roots)
        options.isEarlyAllowed = row.reason == .making
        options.changesAPI = true
        let plan = try tree.plan("Store", options: options)
        #expect(plan.rows.contains { $0.outcome == .left(row.reason) }, "\(plan.outcomes)")
        if row.reason != .held { #expect(plan.changes.isEmpty, "\(plan.diff)") }
    }

    @Test(
        "In main.swift the instance is made before the first statement that uses it",
        .startsCompiler,
        arguments: ["5", "6"]
    )
    func statements(mode: String) throws {
        let tree = try SourceTree([
            "App/Store.swift": """
            final class Store: Sendable {
                static let shared = Store()
                init() { print("made") }
                func name() -> String { "store" }
            }
            func log(_ text: String) { print(text) }
            """,
            "App/Screen.swift": """
            final class Screen {
                func show(_ number: Int) { log("\\(number) \\(Store.shared.name())") }
            }
            """,
            "App/main.swift": """
            print("begin")
            let screens = (1...2).map { _ in Screen() }
            for (number, screen) in screens.enumerated() { screen.show(number) }
            if screens.count > 1 { print(Store.shared.name()) }

            """,
        ])
        let before = try Self.run(tree, mode)
        for stage in [Stage.inject, .thread, .retire] {
            var options = Cut.Options(stage: stage)
            options.roots = Roots(["main.swift"])
            options.isEarlyAllowed = true
            let plan = try tree.plan("Store", options: options)
            #expect(!plan.changes.isEmpty, "\(plan.summary)")
            try SliceWriter(root: tree.root.path).write(plan.changes)
        }
        let after = try Self.run(tree, mode)
        #expect(!(try tree.text("App/Store.swift")).contains("shared"))
        #expect(
            try tree.text("App/main.swift") == """
                print("begin")
                let store = Store()
                let screens = (1...2).map { _ in Screen(store: store) }
                for (number, screen) in screens.enumerated() { screen.show(number) }
                if screens.count > 1 { print(store.name()) }

                """
        )
        #expect(before == "begin\nmade\n0 store\n1 store\nstore\n")
        #expect(after == "begin\nmade\n0 store\n1 store\nstore\n")
    }

    @Test("Of ArgumentParser's commands each makes its own, by an initializer that other modules see")
    func commands() throws {
        let command = "import ArgumentParser\nimport Kit\n"
        let tree = try SourceTree([
            "Kit/Log.swift":
                "public final class Log { public static let shared = Log()\ninit(on: Bool = true) {}\npublic func go() {} }\n",
            "App/Tool.swift": command + "@main struct Tool: ParsableCommand {\nfunc run() { Log.shared.go() }\n}\n",
            "App/Other.swift": command
                + "struct Other: AsyncParsableCommand {\nfunc run() async { Log.shared.go() }\n}\n",
        ])
        var options = Cut.Options(stage: .retire)
        options.changesAPI = true
        let plan = try tree.plan("Log", options: options)
        try SliceWriter(root: tree.root.path).write(plan.changes)
        #expect(try tree.text("Kit/Log.swift").contains("public init(on: Bool = true) {}"))
        #expect(try tree.text("App/Tool.swift").contains("func run() { let log = Log(); log.go() }"))
        #expect(try tree.text("App/Other.swift").contains("func run() async { let log = Log(); log.go() }"))
    }

    @Test("A variable of main.swift hides no function that another file calls", .startsCompiler)
    func called() throws {
        let tree = try SourceTree([
            "App/Log.swift": "final class Log: Sendable { static let shared = Log()\nfunc go() {} }",
            "App/Other.swift": "import Foundation\nfunc half(_ x: Double) -> Double { log(x) / 2 }",
            "App/main.swift": "Log.shared.go()\n",
        ])
        var options = Cut.Options(stage: .retire)
        options.roots = Roots(["main.swift"])
        let plan = try tree.plan("Log", options: options)
        try SliceWriter(root: tree.root.path).write(plan.changes)
        #expect(try tree.text("App/main.swift") == "let sharedLog = Log()\nsharedLog.go()\n")
        _ = try Self.run(tree, "6")
    }

    /// Compiles a program with a `main.swift`, and returns what it prints.
    private static func run(_ tree: SourceTree, _ mode: String) throws -> String {
        let program = tree.root.appending(path: "program").path
        let sources = try tree.swiftFiles().keys.sorted().map { tree.root.appending(path: $0).path }
        let compiled = try Compiler.launch("/usr/bin/env", ["swiftc", "-swift-version", mode, "-o", program] + sources)
        try #require(compiled.code == 0, "\(compiled.error)")
        return try Compiler.launch(program, []).output
    }
}
