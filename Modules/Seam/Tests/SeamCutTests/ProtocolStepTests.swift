import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Steps of a cut by protocol", .ownThread)
struct ProtocolStepTests {
    private static let store = """
        final class Store {
            static let shared = Store()
            private var count = 0
            private init() {}
            func go() -> Int { count += 1; return count }
            func stop(_ value: Int = 0) { count = value }
        }

        """
    private static let program = """
        final class Screen {
            func show() { print(Store.shared.go()) }
        }
        final class Menu {
            func run() {
                Store.shared.stop()
                Screen().show()
            }
        }
        @main enum Program {
            static func main() { Menu().run() }
        }

        """
    private static let path = "App/Program.swift"

    private static func options(
        _ stage: Stage = .inject,
        _ name: String? = "StoreProviding",
        callers: Set<String>? = nil,
        members: Set<String>? = nil,
        into module: String? = nil
    ) -> Cut.Options {
        var options = Cut.Options(stage: stage, slice: Slice(callers: callers, members: members))
        options.protocolName = name
        options.protocolModule = module
        options.roots = Roots(["Program"])
        return options
    }

    @discardableResult
    private static func cut(_ tree: SourceTree, _ options: Cut.Options) throws -> CutPlan {
        let plan = try tree.plan("Store", options: options)
        try SliceWriter(root: tree.root.path).write(plan.changes)
        return plan
    }

    /// What the program prints.
    private static func output(_ tree: SourceTree, _ mode: Compiler.Mode = .swift5) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: tree.root.appending(path: "App").path)
        let run = try Compiler.run(names.sorted().map { tree.root.appending(path: "App/\($0)") }, mode)
        #expect(run.errors.isEmpty, "\(run.errors)")
        return run.output
    }

    @Test(
        "A tree goes from the singleton to no accessor, by protocol, and prints the same after each step",
        .startsCompiler
    )
    func whole() throws {
        let tree = try SourceTree([Self.path: Self.store + Self.program])
        let before = try Self.output(tree)
        try Self.cut(tree, Self.options())
        #expect(try Self.output(tree) == before)
        let threaded = try Self.cut(tree, Self.options(.thread, nil))
        #expect(threaded.failures.isEmpty, "\(threaded.failures)")
        #expect(try tree.text(Self.path).contains("private let store: any StoreProviding\n"))
        #expect(try !tree.text(Self.path).contains("??"))
        #expect(try Self.output(tree) == before)
        #expect(try tree.plan("Store", options: Self.options(.thread, nil)).changes.isEmpty)
        try Self.cut(tree, Self.options(.retire, nil))
        #expect(try !tree.text(Self.path).contains("shared"))
        #expect(try Self.output(tree) == before)
    }

    @Test("Gathering first and then injecting the protocol is the same as both at once")
    func gathered() throws {
        let once = try SourceTree([Self.path: Self.store + Self.program])
        try Self.cut(once, Self.options())
        let twice = try SourceTree([Self.path: Self.store + Self.program])
        try Self.cut(twice, Self.options(.gather, nil))
        let plan = try Self.cut(twice, Self.options())
        #expect(plan.abstraction?.members == ["go", "stop"])
        for file in [Self.path, "App/StoreProviding.swift"] {
            #expect(try twice.text(file) == once.text(file))
        }
        #expect(try Self.cut(twice, Self.options()).changes.isEmpty)
    }

    @Test("A gathered caller that uses something else keeps the type", .startsCompiler)
    func obstacle() throws {
        let more =
            "func take(_ store: Store) {}\nfinal class Other { func f() { take(Store.shared); Store.shared.stop() } }\n"
        let tree = try SourceTree([Self.path: Self.store + Self.program + more])
        try Self.cut(tree, Self.options(.gather, nil))
        let plan = try Self.cut(tree, Self.options())
        #expect(plan.callers.map(\.name) == ["Screen", "Menu"])
        #expect(try tree.text(Self.path).components(separatedBy: "Store { .shared }").count == 2)
        _ = try Self.output(tree)
    }

    @Test("The next slice uses the protocol of the first one", .startsCompiler)
    func slices() throws {
        let tree = try SourceTree([Self.path: Self.store + Self.program])
        let before = try Self.output(tree)
        try Self.cut(tree, Self.options(callers: ["Screen"]))
        let first = try tree.text("App/StoreProviding.swift")
        #expect(try Self.output(tree) == before)
        let plan = try Self.cut(tree, Self.options(callers: ["Menu"]))
        #expect(plan.abstraction?.isReused == true)
        #expect(plan.changes.map(\.path) == [Self.path])
        #expect(try tree.text("App/StoreProviding.swift") == first)
        #expect(try Self.output(tree) == before)
    }

    @Test("The protocol of a cut has the cut's members, and the others are not in this slice", .startsCompiler)
    func members() throws {
        let tree = try SourceTree([Self.path: Self.store + Self.program])
        let plan = try Self.cut(tree, Self.options(members: ["go"]))
        #expect(plan.abstraction?.members == ["go"])
        #expect(plan.outside == 1)
        #expect(try tree.text(Self.path).contains("Store.shared.stop()"))
        _ = try Self.output(tree)
        // A second cut with the same protocol finds that it lacks the member.
        let again = try Self.cut(tree, Self.options())
        #expect(again.changes.isEmpty)
        #expect(again.abstraction?.refused.map(\.member) == ["stop"])
    }

    @Test(
        "Callers that take the type and callers that take a protocol are threaded together, but none passes what it can't",
        .startsCompiler
    )
    func mixed() throws {
        let tree = try SourceTree([Self.path: Self.store + Self.program])
        try Self.cut(tree, Self.options(callers: ["Menu"]))
        try Self.cut(tree, Self.options(.inject, nil, callers: ["Screen"]))
        let before = try Self.output(tree)
        let plan = try Self.cut(tree, Self.options(.thread, nil))
        #expect(plan.callers.map(\.name) == ["Menu"])
        let cause =
            "1 call: Menu takes any StoreProviding, and not Store. Let one of them take the type of the other, or choose "
            + "callers with --protocol."
        #expect(plan.summary.contains(cause), "\(plan.summary)")
        #expect(try Self.output(tree) == before)
        #expect(try Self.cut(tree, Self.options(.thread)).changes.isEmpty)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var problem: String

        init(_ problem: String, _ text: String) {
            (testDescription, self.problem, self.text) = (problem, problem, text)
        }
    }

    @Test(
        "What can't have such a protocol is said, and nothing is planned",
        arguments: [
            Row("App/Program.swift has a type StoreProviding that is no protocol", "struct StoreProviding {}\n"),
            Row(
                "App/Program.swift has StoreProviding, but Store doesn't conform to it",
                "protocol StoreProviding { func go() -> Int }\n"
            ),
            Row(
                "the tree has several protocols StoreProviding",
                "protocol StoreProviding {}\nenum A { protocol StoreProviding {} }"
            ),
        ]
    )
    func problems(_ row: Row) throws {
        let tree = try SourceTree([Self.path: Self.store + Self.program + row.text])
        let plan = try tree.plan("Store", options: Self.options())
        #expect(plan.abstraction?.problem == row.problem)
        #expect(plan.changes.isEmpty)
        #expect(plan.rows.allSatisfy { $0.outcome == .left(.member) })
    }

    @Test("A file that is there already stays, and so does everything else")
    func occupied() throws {
        let tree = try SourceTree([
            Self.path: Self.store + Self.program, "App/StoreProviding.swift": "let other = 1\n",
        ])
        let plan = try tree.plan("Store", options: Self.options())
        #expect(plan.abstraction?.problem == "there is already a file App/StoreProviding.swift")
        try FileManager.default.removeItem(at: tree.root.appending(path: "App/StoreProviding.swift"))
        let free = try tree.plan("Store", options: Self.options())
        try tree.write("App/StoreProviding.swift", "let other = 1\n")
        #expect(throws: WriteFailure.changed("App/StoreProviding.swift")) {
            try SliceWriter(root: tree.root.path).write(free.changes)
        }
        #expect(try tree.text(Self.path) == Self.store + Self.program)
    }

    @Test("A failure in the middle takes the new file away again, and git can apply the plan")
    func atomic() throws {
        let tree = try SourceTree([Self.path: Self.store + Self.program])
        let plan = try tree.plan("Store", options: Self.options())
        var writer = SliceWriter(root: tree.root.path)
        struct Stop: Error {}
        let last = try #require(plan.changes.last?.path)
        #expect(last == "App/StoreProviding.swift")
        // The file of the callers is replaced first; then the new one can't be written.
        writer.willReplace = { if $0 == last { throw Stop() } }
        #expect(throws: WriteFailure.unwritable(last)) { try writer.write(plan.changes) }
        #expect(try tree.text(Self.path) == Self.store + Self.program)
        let reversed = Array(plan.changes.reversed())
        writer.willReplace = { if $0 == Self.path { throw Stop() } }
        #expect(throws: WriteFailure.unwritable(Self.path)) { try writer.write(reversed) }
        #expect(!FileManager.default.fileExists(atPath: tree.root.appending(path: last).path))
        try tree.write("plan.diff", plan.diff)
        let apply = try Compiler.launch("/usr/bin/env", ["git", "-C", tree.root.path, "apply", "plan.diff"])
        #expect(apply.code == 0, "\(apply.error)")
        for change in plan.changes { #expect(try tree.text(change.path).utf8.elementsEqual(change.result)) }
    }

    @Test("Verifying tries the new file too, and leaves the tree as it was", .startsCompiler)
    func verified() throws {
        let tree = try SourceTree([Self.path: Self.store + Self.program])
        let planner = try tree.planner()
        let map = planner.map
        let store = try #require(map.singletons.first { $0.isCalled("Store") })
        try tree.write("log", "")
        let log = tree.root.appending(path: "log")
        let plan = try Verification.verified(
            root: tree.root.path,
            command: "swiftc -parse-as-library -typecheck App/*.swift"
                + " && ! (grep -A3 'class Menu' App/Program.swift | grep -q StoreProviding)",
            log: log,
            replan: { broken in
                var options = Self.options()
                options.excluding = broken
                return planner.plan(store, options)
            }
        )
        #expect(plan.failures.map(\.caller.name) == ["Menu"])
        #expect(plan.callers.map(\.name) == ["Screen"])
        #expect(plan.changes.contains { $0.isNew })
        #expect(!FileManager.default.fileExists(atPath: tree.root.appending(path: "App/StoreProviding.swift").path))
    }
}
