import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamProgress

@Suite("Verified uses, and calls that rely on a default", .ownThread)
struct VerifiedTests {
    private static let log = "final class Log { static let shared = Log(); var n = 0; func write() { n += 1 } }\n"

    private static func cart(_ name: String, _ form: String = "init(log: Log = .shared)") -> String {
        "final class \(name) { let log: Log; \(form) { self.log = log }; func a() { log.write() } }\n"
    }

    /// What is verified at each sample, of how many uses.
    private static func verified(_ history: UseHistory) -> [String] {
        history.samples.map { sample in
            "\(sample.verified.values.reduce(0, +)) of \(sample.rows.values.reduce(0, +))"
        }
    }

    @Test("A use is verified once a build has passed since it is in its state, and no longer when it changes")
    func since() throws {
        let folder = try GitFolder()
        try folder.commit(["App/Log.swift": Self.log, "App/A.swift": "func a() { Log.shared.write() }\n"])
        let second = try folder.commit(["App/Cart.swift": Self.cart("Cart")], day: "2026-01-06")
        try folder.commit(["App/Other.swift": Self.cart("Other")], day: "2026-01-07")
        try folder.commit(["App/Cart.swift": Self.cart("Cart", "init(log: Log)")], day: "2026-01-08")
        let trees = try VerifiedTrees(at: folder.path)
        #expect(try HistoryTests.run(folder.path).isVerified == false)
        #expect(try trees.add(commit: second) == second)
        let history = try HistoryTests.run(folder.path)
        // At the second commit `a` and `Cart`; later all but `Other`, and what changed its state.
        #expect(Self.verified(history) == ["0 of 1", "2 of 2", "2 of 3", "1 of 3"])
        #expect(history.isVerified)
        let summary = HistorySummary(of: history)
        #expect((summary.verified, summary.moved) == (0, 2))
        try trees.add(commit: "HEAD")
        let after = HistorySummary(of: try HistoryTests.run(folder.path))
        #expect((after.verified, after.moved) == (2, 2))
        #expect(HistoryText().text(of: try HistoryTests.run(folder.path)).contains("verified 2 of 2 moved uses"))
    }

    @Test("A pass between two samples counts for what was there at the first of them")
    func between() throws {
        let folder = try GitFolder()
        try folder.commit(["App/Log.swift": Self.log, "App/A.swift": "func a() { Log.shared.write() }\n"])
        try folder.commit(["App/B.swift": "func b() { Log.shared.write() }\n"], day: "2026-01-12")
        let middle = try folder.commit(["a.txt": "a"], day: "2026-01-13")
        try folder.commit(["App/C.swift": "func c() { Log.shared.write() }\n"], day: "2026-01-14")
        try VerifiedTrees(at: folder.path).add(commit: middle)
        let history = try HistoryTests.run(folder.path, every: .week)
        // Nobody looked at the commit with `b`, so it may have come after the pass.
        #expect(Self.verified(history) == ["0 of 1", "1 of 3"])
    }

    @Test("A note is on the files, so it stays right after a rebase and in a clone that fetches it")
    func shared() throws {
        let folder = try GitFolder()
        try folder.commit(["App/Log.swift": Self.log, "App/A.swift": "func a() { Log.shared.write() }\n"])
        try VerifiedTrees(at: folder.path).add(commit: "HEAD")
        try folder.git("commit", "-q", "--amend", "-m", "Another subject")
        #expect(Self.verified(try HistoryTests.run(folder.path)) == ["1 of 1"])
        let clone = folder.path + "/clone.git"
        try folder.git("clone", "-q", "--bare", ".", clone)
        #expect(Self.verified(try HistoryTests.run(clone)) == ["0 of 1"])
        let reference = VerifiedTrees.reference
        try Shell.git(["fetch", "-q", folder.path, "\(reference):\(reference)"], in: clone)
        #expect(Self.verified(try HistoryTests.run(clone)) == ["1 of 1"])
        try VerifiedTrees(at: clone).add(commit: "HEAD")
        let failure = #expect(throws: HistoryFailure.self) { try VerifiedTrees(at: clone).add(commit: "--all") }
        #expect(failure?.message.contains("nothing was recorded") == true)
    }

    @Test("What passed before it was committed is verified once it is, and what a person had staged stays as it was")
    func workTree() throws {
        let folder = try GitFolder()
        try folder.commit(["App/Log.swift": Self.log, "App/A.swift": "func a() { Log.shared.write() }\n"])
        try folder.write("App/Cart.swift", Self.cart("Cart"))
        try folder.write("App/A.swift", "func a() { Log.shared.write() }\n// Staged\n")
        try folder.git("add", "App/A.swift")
        try folder.write("App/A.swift", "func a() { Log.shared.write() }\n// Later\n")
        let before = try folder.git("status", "--porcelain")
        try VerifiedTrees(at: folder.path + "/App").addWorkTree()
        #expect(try folder.git("status", "--porcelain") == before)
        try folder.commit([:], day: "2026-01-06")
        #expect(Self.verified(try HistoryTests.run(folder.path)) == ["0 of 1", "2 of 2"])
    }

    @Test("Calls that rely on a default are counted, with the day since which they do, and followed through renames")
    func calls() throws {
        let folder = try GitFolder()
        let shop = "final class Shop {\n    func open() { _ = Cart() }\n    func close() { _ = Cart() }\n}\n"
        let text = shop + (0..<20).map { "// Line \($0)\n" }.joined()
        try folder.commit([
            "App/Log.swift": Self.log, "App/Shop.swift": text,
            "App/Cart.swift": "final class Cart { func a() { Log.shared.write() } }\n",
        ])
        try folder.commit(["App/Cart.swift": Self.cart("Cart")], day: "2026-01-06")
        try folder.commit(
            ["App/Store.swift": text, "App/New.swift": "func new() { _ = Cart() }\n"],
            day: "2026-01-07",
            removing: ["App/Shop.swift"]
        )
        try folder.commit(["App/New.swift": "func new() { _ = Cart(log: Log()) }\n"], day: "2026-01-08")
        let history = try HistoryTests.run(folder.path)
        #expect(history.samples.map { $0.calls["App.Log"] ?? 0 } == [0, 2, 3, 2])
        #expect(history.calls.map(\.since) == [1, 1])
        #expect(
            history.calls.map { "\($0.file):\($0.line) \($0.callee)" } == [
                "App/Store.swift:2 Cart", "App/Store.swift:3 Cart",
            ]
        )
        let screen = HistoryText().text(of: history)
        #expect(screen.contains("Calls that rely on a default: 2"), "\(screen)")
        #expect(screen.contains("App/Store.swift:2  Cart without App.Log, since 2026-01-06"), "\(screen)")
        #expect(HistoryHTML.text(of: history, title: "x").contains("2 calls rely on a default"))
        #expect(HistoryMarkdown().text(of: history).contains("2 calls rely on a default (0 before)"))
        #expect(HistoryTables.openMetrics(of: history).contains("seam_calls{singleton=\"App.Log\"} 3 "))
        #expect(history.limited(to: []).calls.isEmpty && history.limited(to: []).last.calls.isEmpty)
    }

    @Test("Where a hand-over stands is read from what account migration prints, and anything else is refused")
    func handovers() throws {
        let folder = try GitFolder()
        try folder.write(
            "standing.json",
            """
            {"migration": {"rule": {}, "useCases": [
              {"name": "orders", "plan": "compare", "runs": 1200, "verdict": {"isMet": false, "missing": ["800 more runs"]}},
              {"name": "addresses", "plan": "rollout 25%", "runs": 9000, "verdict": {"isMet": true, "missing": []}}
            ]}}
            """
        )
        let standing = try Handover.all(in: folder.path + "/standing.json")
        #expect(
            standing.map(\.text) == [
                "orders: compare, 1,200 runs; the verdict is not met: 800 more runs",
                "addresses: rollout 25%, 9,000 runs; the verdict is met",
            ]
        )
        try folder.commit(["App/Log.swift": Self.log, "App/A.swift": "func a() { Log.shared.write() }\n"])
        var history = try HistoryTests.run(folder.path)
        history.handovers = standing
        for text in [
            HistoryText().text(of: history), HistoryJSON.text(of: history), HistoryMarkdown().text(of: history),
            HistoryHTML.text(of: history, title: "x"),
        ] {
            #expect(text.contains("800 more runs") && text.contains("rollout 25%"), "\(text)")
        }
        for text in ["", "[]", "{\"migration\": {}}"] {
            try folder.write("bad.json", text)
            let failure = #expect(throws: HistoryFailure.self) { try Handover.all(in: folder.path + "/bad.json") }
            #expect(failure?.message.contains("account migration --format json") == true)
        }
        #expect(throws: HistoryFailure.self) { try Handover.all(in: folder.path + "/none.json") }
    }

    @Test("Only the parts that are asked for are shown")
    func parts() throws {
        let history = try ReportTests.history()
        let owners = HistoryText(width: 100).text(of: history, only: ["owners"])
        #expect(owners.hasPrefix("By owner") && !owners.contains("Forecast"), "\(owners)")
        let whole = HistoryText(width: 100).text(of: history)
        let screen = HistoryText.parts.filter { !["modules", "members", "samples"].contains($0) }
        #expect(HistoryText(width: 100).text(of: history, only: screen) == whole)
        for (part, text) in [
            ("modules", "By module"), ("members", "Core.Log.write"), ("samples", "Samples: 3\n  2026-01-26"),
        ] {
            #expect(HistoryText(width: 100).text(of: history, only: [part]).contains(text), "\(part)")
        }
        #expect(HistoryText().text(of: history, only: ["retired"]) == "Nothing.\n")
    }

    @Test(
        "A note isn't written through a link that came with the repository",
        arguments: ["logs/refs/notes", "refs/notes", "logs/refs/notes/seam-verified", "objects"]
    )
    func linked(_ place: String) throws {
        let (folder, outside) = (try GitFolder(), try GitFolder())
        try folder.commit(["App/Log.swift": Self.log])
        try VerifiedTrees(at: folder.path).add(commit: "HEAD")
        try outside.write("victim/file", "mine\n")
        let (path, victim) = (folder.path + "/.git/" + place, outside.path + "/victim")
        // Each folder of objects is one that git may write in.
        if place == "objects" {
            let objects = try FileManager.default.contentsOfDirectory(atPath: path)
            for number in 0..<256 {
                let name = (number < 16 ? "0" : "") + String(number, radix: 16)
                if !objects.contains(name) { #expect(symlink(victim, path + "/" + name) == 0) }
            }
        } else {
            let isFile = place.hasSuffix("verified")
            try FileManager.default.removeItem(atPath: path)
            #expect(symlink(isFile ? victim + "/file" : victim, path) == 0)
        }
        try folder.write("App/Other.swift", "")
        let failure = #expect(throws: HistoryFailure.self) { try VerifiedTrees(at: folder.path).addWorkTree() }
        #expect(failure?.message.contains("is a link") == true)
        #expect(throws: HistoryFailure.self) { try VerifiedTrees(at: folder.path).add(commit: "HEAD") }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: victim) == ["file"])
        #expect(try String(contentsOfFile: victim + "/file", encoding: .utf8) == "mine\n")
    }

    @Test("A repository that names another folder as its work tree gets nothing of that folder")
    func otherWorkTree() throws {
        let (folder, outside) = (try GitFolder(), try GitFolder())
        try folder.commit(["App/Log.swift": Self.log])
        try outside.write("secret", "mine, and nobody else's\n")
        try folder.git("config", "core.worktree", outside.path)
        #expect(throws: HistoryFailure.self) { try VerifiedTrees(at: folder.path).addWorkTree() }
        try folder.git("config", "--unset", "core.worktree")
        let secret = try outside.git("hash-object", "secret")
        #expect(throws: (any Error).self) { try folder.git("cat-file", "-e", secret) }
    }
}
