import Foundation
import TestSupport
import Testing

@testable import seam

/// `seam progress`, `next`, `explain`, `mcp` and `init --agents` as a shell sees them.
@Suite("seam progress and next", .ownThread)
struct ProgressCommandTests {
    private static let log =
        "public final class Log { public static let shared = Log(); var n = 0; public func write() { n += 1 } }\n"
    private static let cart = "final class Cart {\n    func a() {\n        Log.shared.write()\n    }\n}\n"

    private func folder() throws -> MapCommandTests.Folder {
        try MapCommandTests.Folder(["App/Log.swift": Self.log, "App/Cart.swift": Self.cart])
    }

    private func git(_ folder: MapCommandTests.Folder, _ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let person = ["-c", "user.name=a", "-c", "user.email=a@b"]
        process.arguments = ["git", "-C", folder.root.path + "/tree"] + person + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(arguments)")
    }

    @Test("A branch with a new use ends with exit code 1, and one without with 0")
    func failOnNew() throws {
        let folder = try folder()
        for command in [["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-qm", "a"]] {
            switch command.count {
            case 4: try git(folder, command[0], command[1], command[2], command[3])
            case 3: try git(folder, command[0], command[1], command[2])
            default: try git(folder, command[0], command[1])
            }
        }
        let arguments = ["progress", "--since", "main", "--format", "markdown", "--fail-on-new"]
        let nothing = try folder.seam(arguments)
        #expect(nothing.code == 0 && nothing.out.contains("0 new, 0 gone"), "\(nothing.out) \(nothing.error)")
        try git(folder, "checkout", "-qb", "topic")
        try folder.write("App/New.swift", Data("func new() { Log.shared.write() }\n".utf8))
        try git(folder, "add", "-A")
        try git(folder, "commit", "-qm", "b")
        let new = try folder.seam(arguments)
        #expect(new.code == 1 && new.out.contains("`App/New.swift:1` `App.Log.write`"), "\(new.out) \(new.error)")
        let text = try folder.seam(["progress"])
        #expect(text.code == 0 && text.out.hasPrefix("2 uses to move, in "), "\(text.out) \(text.error)")
        #expect(try folder.seam(["progress", "--singleton", "Lug"]).code == 66)
    }

    @Test("A folder without a history, and wrong options, end with exit code 2")
    func refused() throws {
        let folder = try folder()
        let none = try folder.seam(["progress"])
        #expect(none.code == 2 && none.error.contains("is in no git repository"), "\(none.error)")
        for arguments in [["--every", "year"], ["--samples", "1"], ["--limit", "0"]] {
            #expect(try folder.seam(["progress"] + arguments).code == 2, "\(arguments)")
        }
    }

    @Test("Following the next step to its end retires the singleton of the small app")
    func next() throws {
        let folder = try MapCommandTests.Folder([:])
        let walk = Repository.root.appending(path: "docs/seam/walk")
        for path in try FileManager.default.subpathsOfDirectory(atPath: walk.path)
        where path.hasSuffix(".swift") && !path.hasPrefix(".build") || path == "seam.yml" {
            try folder.write(path, try Data(contentsOf: walk.appending(path: path)))
        }
        try git(folder, "init", "-q", "-b", "main")
        func commit() throws {
            try git(folder, "add", "-A")
            try git(folder, "commit", "-qm", "A step")
        }
        try commit()
        var commands: [String] = []
        while commands.count < 12 {
            let step = try folder.seam(["next"])
            #expect(step.code == 0, "\(step.error)")
            guard let line = step.out.split(separator: "\n").first, line.hasPrefix("seam ") else { break }
            commands.append(String(line))
            let done = try folder.seam(line.split(separator: " ").dropFirst().map(String.init))
            #expect(done.code == 0, "\(line): \(done.error)")
            try commit()
        }
        #expect(commands.last == "seam retire Ledger --write", "\(commands)")
        // Each commit has the uses in the state that its step has brought them to.
        let csv = try folder.seam(["progress", "--every", "commit", "--format", "csv"]).out
        var states: [String: [String: Int]] = [:]
        var order: [String] = []
        for line in csv.split(separator: "\r\n").dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if order.last != cells[1] { order.append(cells[1]) }
            states[cells[1], default: [:]][cells[5], default: 0] += Int(cells[7]) ?? 0
        }
        #expect(
            order.map { states[$0] } == [
                ["direct": 39], ["taken": 46], ["direct": 1, "passed": 39], ["retired": 39],
            ]
        )
        let left = try folder.seam(["map", "--no-frameworks"])
        #expect(left.out.contains("No singletons found."), "\(left.out)")
    }

    @Test("A use is explained with its state and what moves it, and a line without one ends with 66")
    func explain() throws {
        let folder = try folder()
        let found = try folder.seam(["explain", "App/Cart.swift:3"])
        #expect(found.code == 0)
        for part in ["App.Log.write in Cart.a()", "state: direct", "seam cut moves it"] {
            #expect(found.out.contains(part), "\(part) in \(found.out)")
        }
        let none = try folder.seam(["explain", "App/Cart.swift:2"])
        #expect(none.code == 66 && none.error.contains("the file has uses on line 3"), "\(none.error)")
        #expect(try folder.seam(["explain", "App/Cart.swift"]).code == 2)
    }

    @Test("The section for agents is written once, and what is around it stays")
    func agents() throws {
        let folder = try folder()
        try folder.write("AGENTS.md", Data("# Ours\n\nBe kind.\n".utf8))
        #expect(try folder.seam(["init", "--agents"]).code == 0)
        let file = folder.root.appending(path: "tree/AGENTS.md")
        let first = try String(contentsOf: file, encoding: .utf8)
        #expect(first.hasPrefix("# Ours\n\nBe kind.\n\n<!-- seam") && first.contains("`seam next`"))
        #expect(try folder.seam(["init", "--agents"]).code == 0)
        #expect(try String(contentsOf: file, encoding: .utf8) == first)
        #expect(AgentSection.added(to: "a\n" + AgentSection.text + "b\n") == "a\n" + AgentSection.text + "b\n")
    }
}
