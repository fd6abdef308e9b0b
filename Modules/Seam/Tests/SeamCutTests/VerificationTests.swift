import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Verifying a slice", .ownThread)
struct VerificationTests {
    private static let store = "final class Store { static let shared = Store(); func go() {} }\n"

    private static func caller(_ name: String) -> String { "final class \(name) { func f() { Store.shared.go() } }\n" }

    private static func tree(_ names: [String]) throws -> SourceTree {
        var files = ["App/Store.swift": store]
        for name in names { files["App/\(name).swift"] = caller(name) }
        return try SourceTree(files)
    }

    private final class Record {
        var events: [Verification.Event] = []
        var runs: Int { events.count { if case .started = $0 { true } else { false } } }
    }

    private static func verified(
        _ tree: SourceTree,
        _ command: String,
        record: Record = Record(),
        runner: CommandRun = CommandRun(),
        options: Cut.Options = .late
    ) throws -> CutPlan {
        let planner = try tree.planner()
        let map = planner.map
        let store = try #require(map.singletons.first { $0.isCalled("Store") })
        let log = URL(fileURLWithPath: try PrivateFolder.temporaryFile(for: "log", ending: ".log"))
        defer { try? FileManager.default.removeItem(at: log) }
        return try Verification.verified(
            root: tree.root.path,
            command: command,
            log: log,
            runner: runner,
            report: { record.events.append($0) },
            replan: { broken in
                var options = options
                options.excluding = broken
                return planner.plan(store, options)
            }
        )
    }

    /// A command that fails if any of these files was cut.
    private static func refusing(_ names: [String]) -> String {
        names.map { "! grep -q injected App/\($0).swift" }.joined(separator: " && ")
    }

    @Test("A slice that passes takes one run, and the tree itself isn't touched")
    func passes() throws {
        let tree = try Self.tree(["A", "B"])
        let record = Record()
        let plan = try Self.verified(tree, "grep -q injected App/A.swift && touch made", record: record)
        #expect(plan.callers.map(\.name) == ["A", "B"])
        #expect(record.runs == 1)
        #expect(try tree.text("App/A.swift") == Self.caller("A"))
        #expect(!FileManager.default.fileExists(atPath: tree.root.appending(path: "made").path))
    }

    @Test(
        "Callers that break the command are found by halves, and the rest passes as a whole",
        arguments: [
            ["C"], ["A", "H"], ["D", "E", "F"], ["A", "B", "C", "D", "E", "F", "G", "H"],
        ]
    )
    func bisects(_ bad: [String]) throws {
        let all = ["A", "B", "C", "D", "E", "F", "G", "H"]
        let tree = try Self.tree(all)
        let record = Record()
        let plan = try Self.verified(tree, Self.refusing(bad), record: record)
        #expect(plan.callers.map(\.name) == all.filter { !bad.contains($0) })
        #expect(plan.failures.map(\.caller.name) == bad)
        #expect(plan.rows.count { $0.outcome == .left(.verify) } == bad.count)
        let left = plan.left.reduce(0) { $0 + $1.count }
        #expect(plan.rewritten + left + plan.outside == plan.rows.count)
        #expect(record.runs <= 2 + bad.count * 7)
    }

    @Test("Two callers that fail only together lose one of them")
    func together() throws {
        let tree = try Self.tree(["A", "B", "C"])
        let plan = try Self.verified(tree, "! (grep -q injected App/A.swift && grep -q injected App/C.swift)")
        #expect(plan.callers.map(\.name) == ["A", "B"])
    }

    @Test("The compiler's errors name the caller, whose message is its reason", .startsCompiler)
    func compiler() throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/A.swift": Self.caller("A") + "import Foundation\n"
                + "class B: NSObject { func f() { Store.shared.go() } }\n",
            "App/C.swift": Self.caller("C"),
        ])
        let record = Record()
        // NSObject isn't in the tree, so nobody sees that it has the name already.
        let plan = try Self.verified(
            tree,
            "swiftc -typecheck App/*.swift",
            record: record,
            options: Cut.Options(stage: .gather, name: "description")
        )
        #expect(plan.callers.map(\.name) == ["A", "C"])
        let failure = try #require(plan.failures.first)
        #expect(failure.caller.name == "B")
        #expect(failure.message.hasPrefix("App/A.swift:6: "))
        // The slice, the tree without it, and the rest.
        #expect(record.runs == 3)
        #expect(plan.summary.contains("B: App/A.swift:6: "))
        #expect(plan.json.contains("\"message\" : \"App/A.swift:6: "))
    }

    @Test("An error where a caller is made names the caller")
    func maker() throws {
        let text = "let made: B = A()\n"
        let tree = try Self.tree(["A", "C"])
        try tree.write("App/Made.swift", text)
        let plan = try tree.plan("Store", options: .late)
        let error = CompilerError(
            path: tree.root.appending(path: "App/Made.swift").path,
            line: 1,
            message: "ambiguous use of 'init'"
        )
        #expect(Blame(plan: plan, folder: tree.root).callers([error]).keys.map(\.name) == ["A"])
    }

    @Test("A failure of the linker blames nobody before everything was compiled anew")
    func linker() throws {
        let tree = try Self.tree(["A", "B"])
        try tree.write("App/User.swift", "let a = A()\n")
        // An incremental build: what uses A is compiled when its own source is new, and links with the A of that time.
        let build = """
            date=$(stat -c %y App/User.swift)
            if [ "$date" != "$(cat date 2>/dev/null)" ]; then echo "$date" > date; cp App/A.swift object; fi
            if grep -q injected App/B.swift; then echo "App/B.swift:1:1: error: no"; exit 1; fi
            cmp -s App/A.swift object || { echo "error: undefined reference to 'A.init()'"; exit 1; }
            """
        let record = Record()
        let plan = try Self.verified(tree, build, record: record)
        #expect(plan.callers.map(\.name) == ["A"])
        #expect(plan.failures.map(\.caller.name) == ["B"])
        // With both, without the slice, with A: the last two are repeated.
        #expect(record.runs == 5)
        #expect(record.events.count { if case .repeated = $0 { true } else { false } } == 2)
        #expect(ErrorLines.isOfLinker("clang: error: linker command failed with exit code 1"))
        #expect(!ErrorLines.isOfLinker("A.swift:1:1: error: cannot find 'link' in scope"))
        let fails = Record()
        let linker = "echo 'error: link command failed'; \(Self.refusing(["A"]))"
        #expect(try Self.verified(tree, linker, record: fails).callers.map(\.name) == ["B"])
    }

    @Test("A command that fails without the slice blames nobody")
    func failsWithout() throws {
        let tree = try Self.tree(["A", "B"])
        #expect {
            try Self.verified(tree, "false")
        } throws: { error in
            if case .failsWithout = error as? VerifyFailure { true } else { false }
        }
    }

    @Test("An interrupted verification ends the command, and removes its copy")
    func interrupted() throws {
        let tree = try Self.tree(["A"])
        let runner = CommandRun()
        let beside = try SourceTree([:])
        let pipe = beside.root.appending(path: "began")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        let folder = beside.root.appending(path: "folder")
        Thread.detachNewThread {
            // Reading ends once the command has written where it runs.
            let place = (try? FileHandle(forReadingFrom: pipe).readToEnd()) ?? Data()
            try? place.write(to: folder)
            runner.interrupt()
        }
        #expect(throws: VerifyFailure.interrupted) {
            try Self.verified(tree, "pwd >'\(pipe.path)'; sleep 600", runner: runner)
        }
        let place = String(decoding: try Data(contentsOf: folder), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(place.contains("seam-verify-"))
        #expect(!FileManager.default.fileExists(atPath: place))
        #expect(try tree.text("App/A.swift") == Self.caller("A"))
    }

    @Test("Interrupted twice, a command that goes on is killed")
    func killed() throws {
        let tree = try Self.tree(["A"])
        let runner = CommandRun()
        let beside = try SourceTree([:])
        let pipe = beside.root.appending(path: "began")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        Thread.detachNewThread {
            _ = try? FileHandle(forReadingFrom: pipe).readToEnd()
            runner.interrupt()
            runner.interrupt()
        }
        let start = ContinuousClock.now
        #expect(throws: VerifyFailure.interrupted) {
            try Self.verified(tree, "trap '' INT; echo >'\(pipe.path)'; sleep 600", runner: runner)
        }
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test("Of what a command prints, the lines about errors are read")
    func errorLines() {
        let output = "a\nAn Error\r\nerr\nor\nerrerror: \u{E4}\n\n" + String(repeating: "x", count: 5_000) + "\nERROR"
        #expect(ErrorLines.find(in: Data(output.utf8)) == ["An Error\r", "errerror: \u{E4}", "ERROR"])
        let long = ErrorLines.find(in: Data(("error " + String(repeating: "x", count: 5_000)).utf8))
        #expect(long.map(\.count) == [4_000])
        let part = Data("error\nb".utf8).dropFirst(6)
        #expect(ErrorLines.find(in: part).isEmpty)
        let lines = ErrorLines.find(in: Data("/a/B.swift:3:4: error: no\n/a/B.swift:3: error: no\n".utf8))
        #expect(CompilerError.all(in: lines) == [CompilerError(path: "/a/B.swift", line: 3, message: "no")])
    }

    @Test("The message is what the command prints about an error, and not the command")
    func message() throws {
        let tree = try Self.tree(["A"])
        let plan = try Self.verified(tree, "\(Self.refusing(["A"])) || { echo errors; exit 1; }")
        #expect(plan.failures.map(\.message) == ["errors"])
    }

    @Test("What the command removes from the copy is there again in the next run")
    func removed() throws {
        let tree = try Self.tree(["A", "B"])
        let plan = try Self.verified(
            tree,
            "\(Self.refusing(["B"])); passed=$?; rm App/A.swift App/B.swift; exit $passed"
        )
        #expect(plan.callers.map(\.name) == ["A"])
    }

    @Test("A file that changes while the command runs isn't planned anew, and can't be written")
    func edited() throws {
        let tree = try Self.tree(["A", "B"])
        let path = tree.root.appending(path: "App/A.swift").path
        let plan = try Self.verified(tree, "echo '// mine' >> '\(path)'")
        #expect(plan.callers.map(\.name) == ["A", "B"])
        #expect(throws: WriteFailure.changed("App/A.swift")) {
            try SliceWriter(root: tree.root.path).write(plan.changes)
        }
        #expect(try tree.text("App/A.swift") == Self.caller("A") + "// mine\n")
    }

    @Test("In git, the copy has what isn't committed, without what git ignores, and is gone afterwards")
    func workTree() throws {
        let tree = try Self.tree(["A", "B"])
        func git(_ arguments: String...) throws -> String {
            let all = ["git", "-C", tree.root.path, "-c", "user.name=a", "-c", "user.email=a@b"] + arguments
            return try Compiler.launch("/usr/bin/env", all).output
        }
        _ = try git("init", "-q")
        try tree.write(".gitignore", "ignored\n")
        try tree.write("gone", "")
        _ = try git("add", "-A")
        _ = try git("commit", "-qm", "a")
        try tree.write("App/B.swift", Self.caller("B") + "// changed\n")
        try tree.write("unknown", "")
        try tree.write("ignored", "")
        try FileManager.default.removeItem(at: tree.root.appending(path: "gone"))
        let plan = try Self.verified(
            tree,
            "grep -q changed App/B.swift && grep -q injected App/B.swift && test -e unknown"
                + " && test ! -e ignored && test ! -e gone && test ! -e .git"
        )
        #expect(plan.callers.count == 2)
        #expect(try git("worktree", "list").split(separator: "\n").count == 1)
        #expect(try git("status", "--porcelain").contains("App/A.swift") == false)
    }

    @Test("No hook and no filter of the repository runs for the copy, which has the files as they are on disk")
    func noPrograms() throws {
        let tree = try Self.tree(["A"])
        let trace = try SourceTree([:])
        func git(_ arguments: String...) throws {
            let all = ["git", "-C", tree.root.path, "-c", "user.name=a", "-c", "user.email=a@b"] + arguments
            try #require(try Compiler.launch("/usr/bin/env", all).code == 0)
        }
        try git("init", "-q")
        try tree.write(".gitattributes", "*.bin filter=evil\n")
        try tree.write("big.bin", "pointer\n")
        try git("add", "-A")
        try git("commit", "-qm", "a")
        try tree.write("big.bin", "the real thing\n")
        let touch = "touch \(trace.root.path)/trace; cat"
        for name in ["post-checkout", "post-index-change", "reference-transaction"] {
            try tree.write(".git/hooks/\(name)", "#!/bin/sh\n\(touch) </dev/null\n")
            chmod(tree.root.path + "/.git/hooks/\(name)", 0o755)
        }
        for key in ["filter.evil.smudge", "filter.evil.clean", "core.fsmonitor"] { try git("config", key, touch) }
        try? FileManager.default.removeItem(atPath: trace.root.path + "/trace")
        let plan = try Self.verified(tree, "grep -q real big.bin && grep -q injected App/A.swift")
        #expect(plan.callers.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: trace.root.path).isEmpty)
    }

    @Test("A link in the tree is no way out of the copy")
    func links() throws {
        let outside = try SourceTree(["A.swift": "outside\n"])
        let tree = try SourceTree(["App/B.swift": ""])
        try FileManager.default.createSymbolicLink(
            atPath: tree.root.path + "/Linked",
            withDestinationPath: outside.root.path
        )
        let folder = try TrialFolder(of: tree.root.path)
        defer { folder.remove() }
        let edit = TextEdit(offset: 0, old: "", new: "new ")
        let change = FileChange(path: "Linked/A.swift", bytes: Array("outside\n".utf8), edits: [edit])
        #expect(throws: FileWriter.Failure.refused(.link("Linked"))) { try folder.apply([change]) }
        #expect(try outside.text("A.swift") == "outside\n")
    }

    @Test("A copy whose process was killed is deleted by the next one, and a folder that only looks like one is not")
    func leftovers() throws {
        let (tree, home) = (try Self.tree(["A"]), try SourceTree([:]))
        var environment = ProcessInfo.processInfo.environment
        environment["TMPDIR"] = home.root.path
        environment["XDG_STATE_HOME"] = home.root.path + "/state"
        try home.write("seam-verify-999999999-1/mine", "")
        let killed = try TrialFolder(of: tree.root.path, environment: environment)
        let state = try PrivateFolder.state(outside: "/nowhere", environment: environment)
        let name = try #require(state.names.first)
        let record = String(decoding: try #require(state.read(name)), as: UTF8.self)
        let number = "\"number\":\(getpid())"
        try #require(record.contains(number))
        let dead = record.replacingOccurrences(of: number, with: "\"number\":\(Int32.max)")
        try state.write(Array(dead.utf8), to: name)
        // A record of somebody else's making deletes nothing but a copy.
        let mine = home.root.path + "/mine"
        try home.write("mine/file", "")
        var status = stat()
        #expect(lstat(mine, &status) == 0)
        let writer = "\"writer\":{\"number\":\(Int32.max),\"start\":\"\"}"
        let forged =
            "{\"path\":\"\(mine)\",\"device\":\(status.st_dev),\"inode\":\(status.st_ino),\(writer)}"
        for other in ["verify-mine.json", name.replacing("seam-verify", with: "seam-verify-x")] {
            try state.write(Array(forged.utf8), to: other)
        }
        let next = try TrialFolder(of: tree.root.path, environment: environment)
        #expect(FileManager.default.fileExists(atPath: mine + "/file"))
        #expect(!FileManager.default.fileExists(atPath: killed.root.path))
        #expect(FileManager.default.fileExists(atPath: home.root.path + "/seam-verify-999999999-1/mine"))
        next.remove()
        #expect(state.names.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.root.path).count == 3)
    }
}
