import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCheck

/// Complete runs over trees on disk, with the same analysis as for users.
@Suite("Runs over a tree", .ownThread)
struct CheckRunTests {
    /// A folder for one test, which deletes it.
    struct Folder {
        let path = FileManager.default.temporaryDirectory.appending(path: "seam-\(UUID().uuidString)").path

        init(_ files: [String: String]) throws {
            for (name, text) in files { try write(text, name) }
        }

        func close() {
            try? FileManager.default.removeItem(atPath: path)
        }

        func write(_ text: String, _ name: String) throws {
            let url = URL(fileURLWithPath: path + "/" + name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url)
        }

        func remove(_ name: String) throws {
            try FileManager.default.removeItem(atPath: path + "/" + name)
        }

        func has(_ name: String) -> Bool {
            FileManager.default.fileExists(atPath: path + "/" + name)
        }
    }

    static let legacy = """
        public final class Legacy {
            public static let shared = Legacy()
            public var name = ""
            public func fetch() {}
        }
        """

    private func shop(_ files: [String: String] = [:]) throws -> Folder {
        try Folder(
            [
                "Core/Legacy.swift": Self.legacy,
                "Data/Orders.swift": "import Core\nfunc load() { Legacy.shared.fetch() }",
                "App/Cart.swift": screen(), "seam.yml": Tree.restriction,
            ]
            .merging(files) { $1 }
        )
    }

    @Test(
        "A baseline that version 0.1.0 wrote excuses what it excused, also for a moved file, and is written as it was"
    )
    func released() throws {
        let text = """
            # What `seam check` excuses for now. It may only shrink: `seam baseline update` takes out what is fixed.
            # An entry: [rule, declaration, member, how often]
            version: 1
            files:
            - path: "App/Cart.swift"
              content: "842a69ece023a0eea5a2de0601813630"
              known:
              - [restricted-type, "Cart.load()", "Legacy.fetch", 2]

            """
        #expect(try Baseline(yaml: text, file: "b.yml").yaml == text)
        for (path, uses, new) in [("App/Cart.swift", 2, 0), ("App/Moved.swift", 2, 0), ("App/Cart.swift", 3, 1)] {
            let folder = try Folder([
                "Core/Legacy.swift": Self.legacy, path: screen(uses: uses), "seam.yml": Tree.restriction,
                "seam-baseline.yml": text, "Data/Orders.swift": "import Core\n",
            ])
            defer { folder.close() }
            let report = try CheckRun(root: folder.path).report()
            #expect(report.new.count == new && report.knownCount == 2, "\(path) \(report)")
        }
        let rules = [
            "layer-import", "external-import", "undeclared-import", "feature-import", "restricted-type",
            "restricted-member", "fallback",
        ]
        let all = rules.map { "  - [\($0), \"a\", \"b\", 1]\n" }.joined()
        let known = "version: 1\nfiles:\n- path: \"a.swift\"\n  known:\n" + all
        #expect(try Baseline(yaml: known, file: "b.yml").total == rules.count)
    }

    @Test("From the first baseline to the last fix")
    func wholeWay() throws {
        let folder = try shop()
        defer { folder.close() }
        var run = try CheckRun(root: folder.path)
        #expect(try run.report().new.map(\.violation.member) == ["Legacy.fetch"])

        try run.write(run.update(from: run.report(), acceptsNew: true).baseline)
        run = try CheckRun(root: folder.path)
        #expect(try run.report().outcome(isStrict: true) == .clean)

        try folder.write(screen(uses: 2), "App/Cart.swift")
        run = try CheckRun(root: folder.path)
        #expect(try run.report().outcome() == .violations)

        try folder.remove("App/Cart.swift")
        try folder.write("// Moved.\n" + screen(), "App/Shop/Cart.swift")
        run = try CheckRun(root: folder.path)
        #expect(try run.report().moves == [FileMove(from: "App/Cart.swift", to: "App/Shop/Cart.swift")])
        #expect(try run.report().outcome() == .clean)

        try folder.write("struct Cart {}", "App/Shop/Cart.swift")
        run = try CheckRun(root: folder.path)
        #expect(try run.report().outcome() == .clean)
        try run.write(run.update(from: run.report(), acceptsNew: false).baseline)
        #expect(!folder.has("seam-baseline.yml"))
    }

    @Test("A use through a property counts where it is used, beside the property's type")
    func throughProperty() throws {
        let source = """
            import Core
            final class Screen {
                private let legacy: Legacy = .shared
                func show() { legacy.fetch() }
                func rename() { legacy.name = "a" }
            }
            """
        let folder = try shop(["App/Cart.swift": source])
        defer { folder.close() }
        let report = try CheckRun(root: folder.path).report()
        let members = Set(report.new.map { "\($0.violation.enclosing) \($0.violation.member)" })
        #expect(
            members.isSuperset(of: ["Screen Legacy", "Screen.show() Legacy.fetch", "Screen.rename() Legacy.name"])
        )
    }

    @Test("Members are held where the whole app is one module")
    func oneModule() throws {
        let folder = try Folder(
            [
                "App/Legacy.swift": Self.legacy, "App/Cart.swift": "func a() { Legacy.shared.fetch() }",
                "App/Name.swift": "func b() { Legacy.shared.name = \"\" }",
                "seam.yml": "members:\n  Legacy.fetch: {}",
            ]
        )
        defer { folder.close() }
        let found = try CheckRun(root: folder.path).report().new.map(\.violation)
        #expect(found.map(\.file) == ["App/Cart.swift"])
        #expect(found.map(\.rule) == [.restrictedMember])
    }

    @Test("After an edit only the edited file is parsed, and the report is that of a run that stores nothing")
    func storedFacts() throws {
        let folder = try shop(["App/Other.swift": "import Core\nlet other: Legacy? = nil"])
        defer { folder.close() }
        let cache = ResultCache(folder: folder.path + "/.results", version: "1")
        #expect(try CheckRun(root: folder.path, cache: cache).map.statistics.parsed == 4)
        #expect(try CheckRun(root: folder.path, cache: cache).map.statistics.parsed == 0)
        try folder.write("// seam:allow Legacy: soon\n" + screen(uses: 2), "App/Cart.swift")
        let run = try CheckRun(root: folder.path, cache: cache)
        #expect(run.map.statistics.parsed == 1)
        #expect(try run.report() == CheckRun(root: folder.path).report())
        // Other rules ask for other names of the same facts.
        try folder.write("types:\n  Legacy: {only: [Data]}\n  Cart: {}", "seam.yml")
        let other = try CheckRun(root: folder.path, cache: cache)
        #expect(other.map.statistics.parsed == 0)
        #expect(try other.report() == CheckRun(root: folder.path).report())
    }

    @Test("A violation names the protocol that the singleton conforms to and that has the member")
    func protocolInstead() throws {
        let cut = "public protocol FetchThings { func fetch() }\nextension Legacy: FetchThings {}"
        let folder = try shop(["Core/FetchThings.swift": cut])
        defer { folder.close() }
        #expect(try CheckRun(root: folder.path).report().new.map(\.violation.instead) == ["FetchThings"])
    }

    @Test("A baseline that says the same is not written again")
    func unchangedBaseline() throws {
        let folder = try shop()
        defer { folder.close() }
        let run = try CheckRun(root: folder.path)
        let baseline = try run.update(from: run.report(), acceptsNew: true).baseline
        try run.write(baseline)
        let file = folder.path + "/seam-baseline.yml"
        let before = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
        try CheckRun(root: folder.path).write(baseline)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int == before)
    }

    @Test("A baseline that somebody writes, changes or deletes during a run stays as they want it")
    func raced() throws {
        let folder = try shop()
        defer { folder.close() }
        let first = try CheckRun(root: folder.path)
        let baseline = try first.update(from: first.report(), acceptsNew: true).baseline
        let file = folder.path + "/seam-baseline.yml"
        try folder.write("version: 1\nfiles: []\n", "seam-baseline.yml")
        #expect(throws: CheckFailure.self) { try first.write(baseline) }
        let second = try CheckRun(root: folder.path)
        try folder.write("version: 1\nfiles: [] # mine\n", "seam-baseline.yml")
        for new in [baseline, Baseline()] { #expect(throws: CheckFailure.self) { try second.write(new) } }
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("mine"))
        try folder.remove("seam-baseline.yml")
        #expect(throws: CheckFailure.self) { try second.write(baseline) }
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("A check writes nothing")
    func checkWritesNothing() throws {
        let folder = try shop()
        defer { folder.close() }
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        _ = try CheckRun(root: folder.path).report()
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
    }

    @Test("The nearest seam.yml above holds")
    func nearest() throws {
        let folder = try shop()
        defer { folder.close() }
        let root = try #require(CheckRun.root(above: folder.path + "/App/Cart.swift"))
        #expect(root.hasSuffix(folder.path))
        #expect(CheckRun.root(above: "/nowhere/at/all") == nil)
    }

    @Test(
        "What keeps a check from being made is told",
        arguments: [
            (["seam.yml": "layers: {A: {modules: [Nobody], imports: []}}"], "no module is called `Nobody`"),
            (["seam.yml": "version: 7"], "version"), (["seam-baseline.yml": "version: 2"], "newer"),
            (["seam-baseline.yml": "<<<<<<< ours"], "merge markers"),
        ]
    )
    func failures(files: [String: String], message: String) throws {
        let folder = try shop(files)
        defer { folder.close() }
        let failure = try #require(throws: CheckFailure.self) { try CheckRun(root: folder.path) }
        #expect(failure.description.contains(message))
    }

    @Test("A path that nobody knows is refused, one that only the baseline knows is not")
    func scopes() throws {
        let folder = try shop(["App/Gone.swift": screen("Gone")])
        defer { folder.close() }
        var run = try CheckRun(root: folder.path)
        try run.write(run.update(from: run.report(), acceptsNew: true).baseline)
        try folder.remove("App/Gone.swift")
        run = try CheckRun(root: folder.path)
        #expect(throws: CheckFailure.noSuchPath("App/Nobody.swift")) { try run.report(scope: ["App/Nobody.swift"]) }
        #expect(try run.report(scope: ["App/Gone.swift"]).stale.count == 1)
    }

    @Test(
        "What is not Swift, or not text, fails by its own code",
        arguments: ["func f( { Legacy.shared.fetch()", "\u{0}"]
    )
    func unreadable(source: String) throws {
        let folder = try shop()
        defer { folder.close() }
        if source == "\u{0}" {
            try Data([0x4C, 0xFF, 0xFE]).write(to: URL(fileURLWithPath: folder.path + "/App/Bad.swift"))
        } else {
            try folder.write(source, "App/Bad.swift")
        }
        #expect(try CheckRun(root: folder.path).report().outcome() == .unreadable)
    }
}
