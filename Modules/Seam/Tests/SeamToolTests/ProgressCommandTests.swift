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

    private static let shop =
        "final class Shop {\n    let log: Log\n    init(log: Log = .shared) { self.log = log }\n    func a() { log.write() }\n}\n"

    private func folder() throws -> MapCommandTests.Folder {
        try MapCommandTests.Folder(["App/Log.swift": Self.log, "App/Cart.swift": Self.cart])
    }

    @Test("A branch with a new use ends with exit code 1, and one without with 0")
    func failOnNew() throws {
        let folder = try folder()
        try folder.git("init", "-q", "-b", "main")
        try folder.commit()
        let arguments = ["progress", "--since", "main", "--format", "markdown", "--fail-on-new"]
        let nothing = try folder.seam(arguments)
        #expect(nothing.code == 0 && nothing.out.contains("0 new, 0 gone"), "\(nothing.out) \(nothing.error)")
        try folder.git("checkout", "-qb", "topic")
        try folder.write("App/New.swift", Data("func new() { Log.shared.write() }\n".utf8))
        try folder.commit()
        let new = try folder.seam(arguments)
        #expect(new.code == 1 && new.out.contains("`App/New.swift:1` `App.Log.write`"), "\(new.out) \(new.error)")
        let text = try folder.seam(["progress"])
        #expect(text.code == 0 && text.out.hasPrefix("2 uses to move, in "), "\(text.out) \(text.error)")
        #expect(try folder.seam(["progress", "--singleton", "Lug"]).code == 66)
        // A cut is no new use, and what it has moved no longer remains.
        try folder.git("checkout", "-qb", "cut", "main")
        #expect(try folder.seam(["cut", "Log", "--write"]).code == 0)
        try folder.commit()
        let cut = try folder.seam(arguments)
        #expect(cut.code == 0 && cut.out.contains("0 new, 1 gone") && cut.out.contains(": 1 taken"), "\(cut.out)")
        #expect(try folder.seam(["progress"]).out.hasPrefix("0 uses to move, in "))
    }

    @Test("A folder without a history, and wrong options, end with exit code 2")
    func refused() throws {
        let folder = try folder()
        let none = try folder.seam(["progress"])
        #expect(none.code == 2 && none.error.contains("is in no git repository"), "\(none.error)")
        for arguments in [
            ["--every", "year"], ["--samples", "1"], ["--limit", "0"], ["--only", ""], ["--only", ","],
        ] {
            #expect(try folder.seam(["progress"] + arguments).code == 2, "\(arguments)")
        }
    }

    @Test("Following the next step to its end retires the singleton of the small app, and each commit has its ledger")
    func next() throws {
        let folder = try MapCommandTests.Folder([:])
        let walk = Repository.root.appending(path: "docs/seam/walk")
        for path in try FileManager.default.subpathsOfDirectory(atPath: walk.path)
        where path.hasSuffix(".swift") && !path.hasPrefix(".build") || path == "seam.yml" {
            try folder.write(path, try Data(contentsOf: walk.appending(path: path)))
        }
        func edit(_ path: String, _ old: String, _ new: String) throws {
            let file = folder.root.appending(path: "tree/" + path)
            let text = try String(contentsOf: file, encoding: .utf8)
            try #require(text.contains(old))
            try folder.write(path, Data(text.replacing(old, with: new).utf8))
            try folder.commit()
        }
        try folder.git("init", "-q", "-b", "main")
        try folder.commit()
        // By hand: a use is left on purpose, for a while.
        let (line, reason) = (
            "Ledger.shared.currency]", "Ledger.shared.currency  // seam:allow Ledger.currency: it stays\n]"
        )
        try edit("Sources/Pocketbook/Work/Exporter.swift", line, reason)
        try edit("Sources/Pocketbook/Work/Exporter.swift", reason, line)
        var commands: [String] = []
        while commands.count < 12 {
            let step = try folder.seam(["next"])
            #expect(step.code == 0, "\(step.error)")
            guard let line = step.out.split(separator: "\n").first, line.hasPrefix("seam ") else { break }
            commands.append(String(line))
            let done = try folder.seam(line.split(separator: " ").dropFirst().map(String.init))
            #expect(done.code == 0, "\(line): \(done.error)")
            try folder.commit()
            if line.contains("--thread") {
                // By hand: one of the callers gets to know a protocol only.
                let spending = """
                    protocol Spending { var limit: Int { get }; func spent() -> Int; func earned() -> Int }
                    extension Ledger: Spending {}

                    """
                try folder.write("Sources/Pocketbook/Work/Spending.swift", Data(spending.utf8))
                try edit("Sources/Pocketbook/Work/Budget.swift", "ledger: Ledger", "ledger: any Spending")
            } else {
                #expect(try folder.seam(["progress", "--verified", "HEAD"]).code == 0)
            }
        }
        #expect(commands.last == "seam retire Ledger --write", "\(commands)")
        // Each commit has the uses in the state that its step has brought them to.
        let ledgers = try ledgers(of: folder)
        #expect(
            ledgers == [
                ["direct": 39], ["direct": 38, "direct, left": 1], ["direct": 39], ["taken, verified": 39],
                ["passed": 39], ["passed": 33, "by protocol": 6], ["retired, verified": 39],
            ]
        )
        let left = try folder.seam(["map", "--no-frameworks"])
        #expect(left.out.contains("No singletons found."), "\(left.out)")
    }

    /// Returns the number of uses of each commit by state.
    private func ledgers(of folder: MapCommandTests.Folder) throws -> [[String: Int]] {
        let csv = try folder.seam(["progress", "--every", "commit", "--format", "csv"]).out
        var ledgers: [[String: Int]] = []
        var commits: [String] = []
        for line in csv.split(separator: "\r\n").dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if commits.last != cells[1] {
                commits.append(cells[1])
                ledgers.append([:])
            }
            let state = cells[5] + (cells[6].isEmpty ? "" : ", left") + (cells[8] == cells[7] ? ", verified" : "")
            ledgers[ledgers.count - 1][state, default: 0] += Int(cells[7]) ?? 0
        }
        return ledgers
    }

    @Test("What --verify has seen pass is verified once it is committed, and the screen names the next step")
    func verified() throws {
        let folder = try folder()
        try folder.git("init", "-q", "-b", "main")
        try folder.commit()
        #expect(try folder.seam(["progress"]).out.contains("Next\n  seam cut Log --write\n"))
        let cut = try folder.seam(["cut", "Log", "--write", "--verify", "true"])
        #expect(cut.code == 0 && cut.error.contains("recorded that the command passed"), "\(cut.error)")
        try folder.commit()
        let text = try folder.seam(["progress", "--only", "summary,next"])
        #expect(text.out.contains("verified 1 of 1 moved use"), "\(text.out)")
        #expect(!text.out.contains("Forecast"))
        // What is stored shows the same.
        #expect(try folder.seam(["progress", "--only", "summary,next"]).out == text.out)
        try folder.write("a.txt", Data("a".utf8))
        try folder.commit()
        let recorded = try folder.seam(["progress", "--verified", "HEAD"])
        #expect(recorded.code == 0 && recorded.out.contains("git push origin refs/notes/seam-verified"), "\(recorded)")
        let json = try folder.seam(["progress", "--format", "json", "--only", "forecast", "--limit", "1"])
        #expect(json.code == 0 && json.out.contains("noForecast") && !json.out.contains("samples"), "\(json)")
        #expect(try folder.seam(["progress", "--only", "nothing"]).code == 2)
        #expect(try folder.seam(["progress", "--only", "next", "--format", "csv"]).code == 2)
    }

    @Test("A missed goal is a warning of the check, and fails it only if that is asked for")
    func goals() throws {
        let folder = try folder()
        for (fails, code) in [("", Int32(0)), (", fails: true", 1)] {
            let goals = "version: 1\ngoals:\n  Log: {uses: 0, by: 2026-01-01\(fails)}\n"
            try folder.write("seam.yml", Data(goals.utf8))
            let before = try folder.seam(["check", "--no-cache"])
            #expect(before.code == 0 && before.error.contains("goals are not compared with the history"), "\(before)")
            try folder.write("App/Shop.swift", Data((Self.shop + "func open() { _ = Shop() }\n").utf8))
            try folder.git("init", "-q", "-b", "main")
            try folder.commit()
            let check = try folder.seam(["check"])
            // What the check has stored is whole.
            #expect(try folder.seam(["progress"]).out.contains("1 call relies on a default"))
            #expect(
                check.code == code && check.error.contains("goal Log down to 0 by 2026-01-01: missed, 1 left"),
                "\(check)"
            )
            try FileManager.default.removeItem(at: folder.root.appending(path: "tree/.git"))
        }
    }

    @Test("A use is explained with its state and what moves it, and a line without one ends with 66")
    func explain() throws {
        let folder = try folder()
        let found = try folder.seam(["explain", "App/Cart.swift:3"])
        #expect(found.code == 0)
        for part in ["App.Log.write in Cart.a()", "state: direct", "seam cut moves it"] {
            #expect(found.out.contains(part), "\(part) in \(found.out)")
        }
        // As compilers print it, and from another folder.
        let file = folder.root.appending(path: "tree/App/Cart.swift").path
        for place in ["App/Cart.swift:3:9", "./App/Cart.swift:3", file + ":3"] {
            #expect(try folder.seam(["explain", place]).out == found.out, "\(place)")
        }
        // What only names the accessor for others is no use.
        let main = "@main enum Main { static func main() { _ = Shop(log: Log.shared); Cart().a() } }\n"
        try folder.write("App/Main.swift", Data(main.utf8))
        try folder.write("App/Shop.swift", Data(Self.shop.utf8))
        for (place, state) in [("Main.swift:1", "root"), ("Shop.swift:3", "fallback"), ("Shop.swift:4", "taken")] {
            let text = try folder.seam(["explain", "App/\(place)"]).out
            #expect(text.contains("state: \(state);"), "\(text)")
        }
        let inside = try folder.seam(["explain", "App/Cart.swift:3", "App"])
        #expect(inside.code == 0 && inside.out.contains("next: seam cut Log App\n"), "\(inside)")
        let none = try folder.seam(["explain", "App/Cart.swift:2"])
        #expect(none.code == 66 && none.error.contains("the file has uses on line 3"), "\(none.error)")
        for place in ["App/Cart.swift", "App/Cart.swift:0", ":3", "App/Cart.swift:x"] {
            #expect(try folder.seam(["explain", place]).code == 2, "\(place)")
        }
        let empty = try MapCommandTests.Folder(["a.txt": "a"])
        let nothing = try empty.seam(["next", "--format", "json"])
        #expect(nothing.code == 2 && nothing.out.contains("there is no Swift file in ."), "\(nothing)")
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
        let nowhere = try folder.seam(["init", "--agents", "nowhere"])
        #expect(nowhere.code == 2 && nowhere.error.contains("there is no folder nowhere"), "\(nowhere)")
        #expect(AgentSection.added(to: "a\n" + AgentSection.text + "b\n") == "a\n" + AgentSection.text + "b\n")
    }
}
