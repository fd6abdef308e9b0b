import SeamKit
import TestSupport
import Testing

@testable import SeamCheck

/// Problems that teams report about other tools' baselines, with a test for each.
@Suite("The usual troubles with baselines", .ownThread)
struct BaselineTroubleTests {
    @Test("1: A stale entry does not pass silently")
    func staleEntryIsTold() throws {
        let baseline = try Tree.app(["App/Cart.swift": screen(uses: 2)]).baseline()
        let report = try Tree.app(["App/Cart.swift": screen(uses: 1)]).report(baseline)
        #expect(report.stale.map(\.count) == [1])
        #expect(
            report.text().contains("fixed: App/Cart.swift: Legacy.shared in Cart.load() [restricted-type]: 1 fewer")
        )
        #expect(report.outcome(isStrict: true) == .violations)
    }

    @Test("2: The change is printed, not only the count")
    func changeIsPrinted() throws {
        let baseline = try Tree.app(["App/Cart.swift": screen(uses: 3), "App/B.swift": screen("B")]).baseline()
        let report = try Tree.app(["App/Cart.swift": screen(uses: 1), "App/B.swift": screen("B", uses: 2)])
            .report(baseline)
        #expect(report.text().contains("1 new, 2 known of 4 in the baseline (-1: +1, -2)"))
    }

    @Test("3: Lines, texts and severities are no part of a key")
    func keysAreStable() throws {
        let baseline = try Tree.app(["App/Cart.swift": screen()]).baseline()
        let moved = "// A new comment.\n\n\n" + screen()
        let yaml = Tree.restriction + "\n    because: another text altogether"
        let report = try Tree.app(["App/Cart.swift": moved], yaml: yaml).report(baseline)
        #expect(report.outcome(isStrict: true) == .clean)
        #expect(report.knownCount == 1)
    }

    @Test("4: Writing a baseline does not look like a failure")
    func writingIsNoFailure() throws {
        let update = try Tree.app(["App/Cart.swift": screen(uses: 2)]).update(acceptsNew: true)
        #expect(update.isComplete)
        #expect(
            update.text(file: "seam-baseline.yml")
                == "seam-baseline.yml: 2 added, 0 taken out, 0 moved; it excuses 2 now\n"
        )
    }

    @Test("5: Comparing reads no sources that are gone")
    func comparingReadsNothing() throws {
        let baseline = try Tree.app(["App/Cart.swift": screen(), "App/Gone.swift": screen("Gone")]).baseline()
        let report = try Tree.app(["App/Cart.swift": screen()]).report(baseline)
        #expect(report.new.isEmpty)
        #expect(report.problems.isEmpty)
        #expect(report.stale.map(\.key.file) == ["App/Gone.swift"])
        #expect(report.stale.map(\.isFileGone) == [true])
    }

    @Test("6: A fix does not break a build that may not write")
    func fixPasses() throws {
        let baseline = try Tree.app(["App/Cart.swift": screen()]).baseline()
        let report = try Tree.app(["App/Cart.swift": "struct Cart {}"]).report(baseline)
        #expect(report.outcome() == .clean)
    }

    @Test("7: A partial run invents no stale entries", arguments: [["App/A.swift"], ["App"], ["Data"]])
    func partialRuns(scope: [String]) throws {
        let tree = Tree.app(["App/A.swift": screen("A"), "App/B.swift": screen("B")])
        let report = try tree.report(try tree.baseline(), scope: scope)
        #expect(report.stale.isEmpty)
        #expect(report.outcome(isStrict: true) == .clean)
    }

    @Test("7: A partial run tells of files that are gone only where it looks")
    func partialRunsOverGoneFiles() throws {
        let baseline = try Tree.app(["App/A.swift": screen("A"), "Data/B.swift": ""]).baseline()
        let tree = Tree.app([:])
        #expect(try tree.report(baseline, scope: ["Data"]).stale.isEmpty)
        #expect(try tree.report(baseline, scope: ["App"]).stale.count == 1)
        #expect(try tree.report(baseline, scope: ["App/A.swift"]).stale.count == 1)
    }

    @Test("8: A second use in a file that is listed fails")
    func secondUseFails() throws {
        let baseline = try Tree.app(["App/Cart.swift": screen()]).baseline()
        let other = screen() + "func other() { Legacy.shared.fetch() }\n"
        let report = try Tree.app(["App/Cart.swift": other]).report(baseline)
        #expect(report.outcome() == .violations)
        #expect(report.new.map(\.violation.enclosing) == ["other()"])
        #expect(report.knownCount == 1)
    }

    @Test("9: An update takes out what is fixed")
    func updateShrinks() throws {
        let baseline = try Tree.app(["App/A.swift": screen("A", uses: 3), "App/B.swift": screen("B")]).baseline()
        let update = try Tree.app(["App/A.swift": screen("A", uses: 1)]).update(baseline)
        #expect(update.baseline.total == 1)
        #expect(update.removedCount == 3)
    }

    @Test("10: The order of a baseline is the same whatever the order of the findings")
    func orderIsFixed() throws {
        let tree = Tree.app(["App/B.swift": screen("B"), "App/a.swift": screen("a"), "App/A.swift": screen("A")])
        let rules = try tree.rules()
        var reversed = tree.map
        reversed.files.reverse()
        let other = try Rules(configuration: Configuration(yaml: tree.yaml), map: reversed)
        let reports = [rules, other].map { Check.report(against: $0, baseline: Baseline(), exists: { _ in true }) }
        let texts = reports.map {
            BaselineUpdate(old: Baseline(), report: $0, rules: rules, contents: [:], acceptsNew: true).baseline.yaml
        }
        #expect(texts[0] == texts[1])
        let paths = texts[0].split(separator: "\n").filter { $0.hasPrefix("- path") }
        #expect(paths == ["- path: \"App/A.swift\"", "- path: \"App/B.swift\"", "- path: \"App/a.swift\""])
    }

    @Test("11: No entry survives the file it speaks of")
    func entriesDoNotSurvive() throws {
        let baseline = try Tree.app(["App/Gone.swift": screen("Gone")]).baseline()
        let update = try Tree.app([:]).update(baseline)
        #expect(update.baseline == Baseline())
    }

    @Test("12: One entry excuses as many as it says and no more", arguments: [(1, 0), (2, 0), (3, 1), (5, 3)])
    func entriesCount(uses: Int, new: Int) throws {
        let baseline = try Tree.app(["App/Cart.swift": screen(uses: 2)]).baseline()
        #expect(try Tree.app(["App/Cart.swift": screen(uses: uses)]).report(baseline).new.count == new)
    }

    @Test(
        "13: A malformed baseline is an error with its line, never a crash",
        arguments: [
            ("version: 1\nfiles:\n- path: A\n  known:\n  - [restricted-type, a, b]\n", 5, "an entry must be"),
            (
                "version: 1\nfiles:\n- path: A\n  known:\n  - [restricted-type, a, b, 0]\n", 5,
                "a count of 1 or more"
            ),
            ("version: 1\nfiles:\n- path: A\n  known:\n  - [restricted-typ, a, b, 1]\n", 5, "`restricted-type`?"),
            ("version: 1\nfiles:\n- path: A\n  known:\n  - [allow-comment, a, b, 1]\n", 5, "no rule is called"),
            ("version: 1\nfiles:\n- known: []\n", 3, "must say its `path`"),
            ("version: 1\nfiles: {A: B}\n", 2, "files must be a list"),
            ("files: []\n", 1, "must say its `version`"),
            ("version: 0\n", 1, "version 0 is not known"),
            ("version: 2\nanything: new\n", 1, "a newer seam wrote this baseline"),
            ("version: 99999999999999999999\n", 1, "version must be a whole number"),
            ("version: 1\n=======\n>>>>>>> theirs\n", 3, "merge markers"),
            ("version: 1\nfiles: [\n", 3, "not YAML"),
            ("- a\n- b\n", 1, "must be a list of `name: value`"),
            ("{", 2, "not YAML"),
            (
                "version: 1\nfiles:\n- path: A\n  known:\n  - [restricted-type, a, b, 1]\n"
                    + "- path: A\n  known:\n  - [restricted-type, a, b, 2]\n", 8, "listed twice"
            ),
        ]
    )
    func malformed(yaml: String, line: Int, message: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try Baseline(yaml: yaml, file: "b.yml") }
        #expect(error.problems.contains { $0.line == line && $0.message.contains(message) }, "\(error)")
    }

    @Test("13: Bytes of any kind are refused or read, never a crash")
    func mutated() throws {
        let yaml = try Tree.app(["App/Cart.swift": screen(), "App/B.swift": screen("B")]).baseline().yaml
        for seed in 0..<200 { try read(Array(yaml.utf8), mutatedBy: SplitMix64(state: UInt64(seed))) }
    }

    private func read(_ yaml: [UInt8], mutatedBy seeded: SplitMix64) throws {
        var bytes = yaml
        var generator = seeded
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: place)
            default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: place)
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let read = try? Baseline(yaml: text, file: "b.yml") else { return }
        #expect(try Baseline(yaml: read.yaml, file: "b.yml").counts == read.counts, "seed \(seeded.state)")
    }
}

/// A seeded generator (Steele, Lea, Flood 2014).
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
