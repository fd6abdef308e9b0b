import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamProgress
@testable import seam

@Suite("The history of uses", .ownThread)
struct HistoryTests {
    static func run(
        _ path: String,
        cache: ResultCache? = nil,
        every interval: Sampling.Interval = .commit,
        since: String? = nil
    ) throws -> UseHistory {
        var options = HistoryRun.Options(cache: cache)
        options.sampling = Sampling(interval: interval, limit: 100_000)
        options.since = since
        return try HistoryRun(path: path, options: options).run()
    }

    @Test(
        "Every commit of a made repository has the uses that the script made, by member, module, state and reason, those of them that are verified, and the calls that rely on a default"
    )
    func seeded() throws {
        for seed in 0..<Effort.value(quick: 1, change: 3, full: 20) {
            let made = try SeededHistory(
                seed: Effort.seed &+ UInt64(seed),
                commits: Effort.value(quick: 40, change: 320, full: 320)
            )
            let trees = try VerifiedTrees(at: made.root.path)
            for commit in made.passes { try trees.add(commit: commit) }
            let history = try Self.run(made.root.path)
            #expect(history.samples.count == made.expected.count)
            let ids = Dictionary(uniqueKeysWithValues: made.names.enumerated().map { ("Core.\($1)", $0) })
            for (index, sample) in history.samples.enumerated() {
                let place = "seed \(seed), commit \(index) \(sample.commit)"
                try #require(Self.differences(sample.rows, made.expected[index], ids) == [], "\(place)")
                try #require(Self.differences(sample.verified, made.verified[index], ids) == [], "verified, \(place)")
                let calls = Dictionary(uniqueKeysWithValues: sample.calls.map { (ids[$0.key] ?? -1, $0.value) })
                try #require(calls == made.calls[index], "\(place)")
            }
            // What came and went makes up the difference.
            for (before, after) in zip(history.samples, history.samples.dropFirst()) {
                let remaining = { (sample: UseHistory.Sample) in sample.count { $0.state.isRemaining } }
                let change = after.added.values.reduce(0, +) - after.removed.values.reduce(0, +)
                #expect(remaining(after) - remaining(before) == change)
            }
        }
    }

    /// Returns what differs between the counts of a sample and what the script made.
    private static func differences(
        _ rows: [UseHistory.Row: Int],
        _ made: [SeededHistory.Key: Int],
        _ ids: [String: Int]
    ) -> [String] {
        var found: [SeededHistory.Key: Int] = [:]
        for (row, count) in rows {
            let key = SeededHistory.Key(
                singleton: ids[row.singleton] ?? -1,
                member: row.member,
                module: row.module,
                state: row.state.rawValue,
                reason: row.reason
            )
            found[key, default: 0] += count
        }
        return Set(found.keys).union(made.keys).sorted().filter { found[$0] != made[$0] }
            .map { "\($0): found \(found[$0] ?? 0), made \(made[$0] ?? 0)" }
    }

    private static let log =
        "public final class Log { public static let shared = Log(); var n = 0; public func write() { n += 1 } }\n"
    private static let cart = "final class Cart { func a() { Log.shared.write() } }\n"

    @Test("The second run reads no file, and the next one only what is new")
    func stored() throws {
        let folder = try GitFolder()
        try folder.commit(["App/Log.swift": Self.log, "App/Cart.swift": Self.cart])
        try folder.commit(["App/Cart.swift": Self.cart + "// A comment\n"], day: "2026-01-06")
        let results = folder.path + "-results"
        defer { try? FileManager.default.removeItem(atPath: results) }
        let cache = ResultCache(folder: results, version: "1")
        let first = try Self.run(folder.path, cache: cache)
        // Without the contents, git can still list commits and the files of the newest.
        let blob = try folder.git("rev-parse", "HEAD~1:App/Cart.swift")
        let object = folder.path + "/.git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))"
        try FileManager.default.removeItem(atPath: object)
        let second = try Self.run(folder.path, cache: cache)
        #expect(second.samples.map(\.rows) == first.samples.map(\.rows))
        #expect(second.samples.allSatisfy { $0.missing == 0 })
        let without = try Self.run(folder.path)
        #expect(without.samples.map(\.missing) == [1, 0])
        #expect(without.notes.contains { $0.contains("lacks sources of 1 commit, at most 1") }, "\(without.notes)")
    }

    @Test("A run that fails at a commit has stored those before it")
    func interrupted() throws {
        let folder = try GitFolder()
        try folder.commit(["App/Log.swift": Self.log, "App/Cart.swift": Self.cart])
        let second = try folder.commit(
            ["App/Cart.swift": Self.cart + Self.cart.replacing("Cart", with: "Other")],
            day: "2026-01-06"
        )
        let third = try folder.commit(["App/Cart.swift": Self.cart], day: "2026-01-07")
        #expect(third != second)
        let tree = try folder.git("rev-parse", "\(second)^{tree}")
        let object = folder.path + "/.git/objects/\(tree.prefix(2))/\(tree.dropFirst(2))"
        let kept = try Data(contentsOf: URL(fileURLWithPath: object))
        try FileManager.default.removeItem(atPath: object)
        let results = folder.path + "-results"
        defer { try? FileManager.default.removeItem(atPath: results) }
        let cache = ResultCache(folder: results, version: "1")
        let failure = #expect(throws: HistoryFailure.self) { try Self.run(folder.path, cache: cache) }
        #expect(failure?.isUnreadable == true && failure?.message.contains("cannot list the files") == true)
        let stored = try FileManager.default.contentsOfDirectory(atPath: results).count
        try kept.write(to: URL(fileURLWithPath: object))
        #expect(try Self.run(folder.path, cache: cache).samples.map(\.remaining) == [1, 2, 1])
        #expect(stored > 0)
    }

    @Test("A bare repository and a folder of a repository have a history")
    func bare() throws {
        let folder = try GitFolder()
        try folder.commit([
            "seam.yml": "left: {Log: {because: it is only a log}}\n", "App/Log.swift": Self.log,
            "App/Cart.swift": Self.cart, "Other/Cart.swift": Self.cart.replacing("Cart", with: "Other"),
        ])
        let whole = try Self.run(folder.path)
        #expect(whole.last.left == 2 && whole.last.remaining == 0)
        let bare = folder.path + "/bare.git"
        try folder.git("clone", "-q", "--bare", ".", bare)
        #expect(try Self.run(bare).last.left == 2)
        let part = try Self.run(folder.path + "/App")
        #expect(part.last.remaining == 1)
    }

    @Test("A shallow clone, a submodule and a link are named")
    func notes() throws {
        let folder = try GitFolder()
        try folder.commit(["App/Log.swift": Self.log, "App/Cart.swift": Self.cart])
        let inner = try GitFolder(folder.path + "/inner")
        try inner.commit(["a.txt": "a"])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/App/Link.swift",
            withDestinationPath: "Cart.swift"
        )
        try folder.commit(["App/More.swift": "func more() { Log.shared.write() }\n"], day: "2026-01-20")
        let clone = folder.path + "/clone"
        try folder.git("clone", "-q", "--depth", "1", "file://" + folder.path, clone)
        let history = try Self.run(clone)
        #expect(history.last.remaining == 2)
        for part in ["shallow", "inner: a submodule", "behind a link"] {
            #expect(history.notes.contains { $0.contains(part) }, "\(part) in \(history.notes)")
        }
    }

    @Test("What is no repository, has no commit or no such revision gets a sentence")
    func refused() throws {
        let folder = try GitFolder()
        func message(_ path: String, since: String? = nil) -> String {
            let failure = #expect(throws: HistoryFailure.self) { try Self.run(path, since: since) }
            return failure?.message ?? ""
        }
        #expect(message(folder.path).contains("has no commit yet"))
        try folder.commit(["App/Log.swift": Self.log])
        #expect(message(folder.path, since: "nothing").contains("`--since nothing` is no commit"))
        #expect(message(folder.path, since: "--all").contains("is no commit"))
        #expect(
            message(folder.path, since: "2100-01-01")
                == "there is no commit since 2100-01-01; the newest is of 2026-01-05"
        )
        #expect(message(folder.path + "/none").contains("none"))
        let plain = FileManager.default.temporaryDirectory.appending(path: "seam-plain-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: plain, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: plain) }
        #expect(message(plain).contains("is in no git repository"))
    }

    @Test("A missing commit is an error that says what to do, and a shallow clone says how it is completed")
    func missingCommit() throws {
        let folder = try GitFolder()
        let first = try folder.commit(["App/Log.swift": Self.log, "App/Cart.swift": Self.cart])
        try folder.commit(["App/Cart.swift": "final class Cart {}\n"], day: "2026-01-06")
        try folder.git("checkout", "-q", "--orphan", "other")
        try folder.commit(["App/Log.swift": Self.log], day: "2026-01-07")
        try folder.git("checkout", "-q", "main")
        let clone = folder.path + "/clone"
        try folder.git("clone", "-q", "--depth", "1", "--no-single-branch", "file://" + folder.path, clone)
        let apart = #expect(throws: HistoryFailure.self) { try Self.run(clone, since: "origin/other") }
        #expect(
            apart?.message.contains("no commit in common; this clone is shallow, and `git fetch --unshallow`") == true
        )
        try FileManager.default.removeItem(
            atPath: folder.path + "/.git/objects/\(first.prefix(2))/\(first.dropFirst(2))"
        )
        let failure = #expect(throws: HistoryFailure.self) { try Self.run(folder.path) }
        #expect(failure?.isUnreadable == true && failure?.message.contains("one is missing or damaged") == true)
    }

    @Test(
        "A partial clone is named as the reason, with the command that completes it, and a too large file is read once only"
    )
    func partial() throws {
        let folder = try GitFolder()
        try folder.commit(["App/Log.swift": Self.log, "App/Cart.swift": Self.cart])
        try folder.git("config", "uploadpack.allowFilter", "true")
        for filter in ["blob:none", "tree:0"] {
            let clone = folder.path + "/" + filter.prefix(4)
            let options = ["clone", "-q", "--filter=\(filter)", "--no-checkout", "file://" + folder.path, clone]
            try Shell.git(options, in: folder.path)
            let failure = #expect(throws: HistoryFailure.self) { try Self.run(clone) }
            let advice = "partial clone, and `git -C \(clone) fetch --refetch --no-filter` completes it"
            #expect(failure?.isUnreadable == true && failure?.message.contains(advice) == true, "\(failure as Any)")
            try Shell.git(["fetch", "-q", "--refetch", "--no-filter"], in: clone)
            #expect(try Self.run(clone).last.remaining == 1)
        }
        let large = "// " + String(repeating: "a", count: SourceLimits.size)
        try folder.commit(["App/Large.swift": large], day: "2026-01-06")
        let results = folder.path + "-results"
        defer { try? FileManager.default.removeItem(atPath: results) }
        let first = try Self.run(folder.path, cache: ResultCache(folder: results, version: "1"))
        #expect(first.samples.map(\.unread) == [0, 1] && first.samples.map(\.missing) == [0, 0])
        let blob = try folder.git("rev-parse", "HEAD:App/Cart.swift")
        try FileManager.default.removeItem(atPath: folder.path + "/.git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
        let second = try Self.run(folder.path, cache: ResultCache(folder: results, version: "1"))
        #expect(second.samples.map(\.rows) == first.samples.map(\.rows))
    }

    @Test("A history without Swift files says so")
    func noSources() throws {
        let folder = try GitFolder()
        try folder.commit(["a.txt": "a"])
        let history = try Self.run(folder.path)
        #expect(history.last.remaining == 0)
        #expect(history.notes == ["the newest commit has no Swift file here, so there is nothing to count"])
    }

    @Test("A branch is compared with the commit where it began")
    func branch() throws {
        let folder = try GitFolder()
        try folder.commit(["App/Log.swift": Self.log, "App/Cart.swift": Self.cart])
        try folder.git("checkout", "-q", "-b", "topic")
        try folder.commit(
            ["App/Cart.swift": "final class Cart {}\n", "App/New.swift": "func new() { Log.shared.write() }\n"],
            day: "2026-01-06"
        )
        try folder.git("checkout", "-q", "main")
        try folder.commit(["App/Main.swift": "func main2() { Log.shared.write() }\n"], day: "2026-01-07")
        try folder.git("checkout", "-q", "topic")
        let history = try Self.run(folder.path, since: "main")
        #expect(history.samples.count == 2)
        #expect(history.added(after: 0).map(\.file) == ["App/New.swift"])
        #expect(history.removed.map(\.file) == ["App/Cart.swift"])
        let markdown = HistoryMarkdown().text(of: history)
        #expect(
            markdown.contains("1 new, 1 gone") && markdown.contains("`App/New.swift:1` `App.Log.write`"),
            "\(markdown)"
        )
    }

    @Test("Renames are found for each pair of commits, whatever the paths are, and also where one tree is missing")
    func renames() throws {
        let folder = try GitFolder()
        let text = { (name: String) in name + "\n" + (0..<20).map { "Line \($0) of \(name)\n" }.joined() }
        try folder.commit(["App/R100.txt": text("a"), "App/b \n c.txt": text("b"), "other.txt": "o"])
        try folder.commit([:], day: "2026-01-06")
        try folder.commit(
            ["App/R1.txt": text("a"), "App/ü.txt": text("b")],
            day: "2026-01-07",
            removing: ["App/R100.txt", "App/b \n c.txt"]
        )
        let last = try folder.commit(["moved.txt": text("a")], day: "2026-01-08", removing: ["App/R1.txt"])
        func found(_ path: String) throws -> [[String: String]] {
            let repository = try Repository(at: path)
            return repository.renames(along: try repository.commits(to: last, from: nil))
        }
        let both = ["App/R100.txt": "App/R1.txt", "App/b \n c.txt": "App/ü.txt"]
        #expect(try found(folder.path) == [[:], both, ["App/R1.txt": "moved.txt"]])
        let inside = Dictionary(
            uniqueKeysWithValues: both.map { ($0.dropFirst(4).description, $1.dropFirst(4).description) }
        )
        #expect(try found(folder.path + "/App") == [[:], inside, [:]])
        let tree = try folder.git("rev-parse", "HEAD~1^{tree}")
        try FileManager.default.removeItem(atPath: folder.path + "/.git/objects/\(tree.prefix(2))/\(tree.dropFirst(2))")
        #expect(try found(folder.path) == [[:], [:], [:]])
    }

    @Test("A file, a type and a singleton that are renamed keep their uses")
    func renamed() throws {
        let folder = try GitFolder()
        let text = Self.cart + (0..<20).map { "// Line \($0)\n" }.joined()
        try folder.commit(["App/Log.swift": Self.log, "App/Cart.swift": text])
        try folder.commit(
            [
                "App/Log.swift": Self.log.replacing("Log", with: "Logger"),
                "Shop/Basket.swift": text.replacing("Cart", with: "Basket").replacing("Log", with: "Logger"),
            ],
            day: "2026-01-06",
            removing: ["App/Cart.swift"]
        )
        let history = try Self.run(folder.path)
        #expect(history.singletons.map(\.id) == ["App.Logger"])
        #expect(history.last.added == [:] && history.last.removed == [:])
        #expect(history.first.rows.keys.map(\.singleton) == ["App.Logger"])
        #expect(history.uses.map(\.since) == [0])
    }
}
