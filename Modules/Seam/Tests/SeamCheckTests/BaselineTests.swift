@testable import SeamKit
import TestSupport
import Testing

@testable import SeamCheck

@Suite("Baseline", .ownThread)
struct BaselineTests {
    @Test("A baseline reads back as it was written, whatever the names")
    func roundTrip() throws {
        let names = [
            "a b.swift", "a\nb.swift", "\"q\"\\.swift", "🛒.swift", "é: [x], #.swift", "\u{7}\u{2028}.swift",
        ]
        let counts = names.enumerated().map { index, name in
            (ViolationKey(rule: .restrictedType, file: name, enclosing: "f(_:)", member: "L.\(name)"), index + 1)
        }
        let contents = Dictionary(uniqueKeysWithValues: names.map { ($0, "00ff") })
        let baseline = Baseline(counts: Dictionary(uniqueKeysWithValues: counts), contents: contents)
        #expect(try Baseline(yaml: baseline.yaml, file: "b.yml") == baseline)
    }

    @Test("A new violation is not added unless it is accepted")
    func newIsRefused() throws {
        let tree = Tree.app(["App/Cart.swift": screen()])
        let update = try tree.update()
        #expect(update.baseline == Baseline())
        #expect(update.refused.count == 1)
        #expect(!update.isComplete)
        #expect(try tree.update(acceptsNew: true).baseline.total == 1)
    }

    @Test("An update that takes out what is fixed still refuses what is new")
    func shrinksAndRefuses() throws {
        let baseline = try Tree.app(["App/A.swift": screen("A")]).baseline()
        let update = try Tree.app(["App/B.swift": screen("Other"), "App/A.swift": ""]).update(baseline)
        #expect(update.removedCount == 1)
        #expect(update.refused.count == 1)
        #expect(update.baseline.total == 0)
    }

    @Test("An update without a change leaves the text as it is, though the files were edited")
    func updateWithoutChange() throws {
        let baseline = try Tree.app(["App/Cart.swift": screen()]).baseline()
        let edited = Tree.app(["App/Cart.swift": "// Edited.\n" + screen()])
        #expect(try edited.update(baseline).baseline.yaml == baseline.yaml)
    }

    // MARK: Stages

    @Test(
        "Stages go from nothing to everything",
        arguments: [
            ("off", CheckReport.Outcome.clean, CheckReport.Outcome.clean, 0),
            ("frozen", .clean, .violations, 2), ("strict", .clean, .violations, 1),
            ("zero", .violations, .violations, 0),
        ]
    )
    func stages(stage: String, known: CheckReport.Outcome, grown: CheckReport.Outcome, accepted: Int) throws {
        let baseline = try Tree.app(["App/Cart.swift": screen()]).baseline()
        let yaml = Tree.restriction + "\nstages:\n  App: \(stage)"
        #expect(try Tree.app(["App/Cart.swift": screen()], yaml: yaml).report(baseline).outcome() == known)
        let tree = Tree.app(["App/Cart.swift": screen(uses: 2)], yaml: yaml)
        #expect(try tree.report(baseline).outcome() == grown)
        #expect(try tree.update(baseline, acceptsNew: true).baseline.total == accepted)
    }

    @Test("An exact name decides before a pattern, and the first pattern before the next")
    func stagePrecedence() throws {
        let yaml = "stages:\n  default: strict\n  \"A*\": off\n  \"*p\": zero\n  App: frozen"
        let rules = try Tree.app([:], yaml: yaml).rules()
        #expect(["App", "Data", "Core"].map { rules.stage(of: $0) } == [.frozen, .strict, .strict])
    }

    // MARK: Moves

    @Test("A file that was moved as it is keeps its entries")
    func movedByContent() throws {
        let baseline = try Tree.app(["App/Cart.swift": screen()]).baseline()
        let tree = Tree.app(["App/Shop/Basket.swift": screen()])
        let report = try tree.report(baseline)
        #expect(report.moves == [FileMove(from: "App/Cart.swift", to: "App/Shop/Basket.swift")])
        #expect(report.outcome() == .clean)
        #expect(report.stale.isEmpty)
        #expect(try tree.update(baseline).baseline == tree.baseline())
    }

    @Test("A file that was moved and edited is known by the declaration that only it has")
    func movedByDeclaration() throws {
        let baseline = try Tree.app(["App/Cart.swift": screen()]).baseline()
        let report = try Tree.app(["App/Basket.swift": "// Edited.\n" + screen(uses: 2)]).report(baseline)
        #expect(report.moves.map(\.to) == ["App/Basket.swift"])
        #expect(report.knownCount == 1)
        #expect(report.new.count == 1)
    }

    @Test("A file that was moved and edited is known by its name where no declaration is")
    func movedByName() throws {
        let yaml = "layers:\n  App: {modules: [App], imports: []}\n  Core: {modules: [Core], imports: []}"
        let baseline = try Tree.app(["App/A.swift": "import Core"], yaml: yaml).baseline()
        let moved = Tree.app(["App/New/A.swift": "import Core\n// Edited."], yaml: yaml)
        #expect(try moved.report(baseline).outcome() == .clean)
        let renamed = Tree.app(["App/New/B.swift": "import Core\n// Edited."], yaml: yaml)
        #expect(try renamed.report(baseline).outcome() == .violations)
    }

    @Test("A folder of edited files that extend one type keeps its entries, file by file")
    func movedFolder() throws {
        let files = ["Load", "Pay"].map { "import Core\nextension Cart { func \($0)() { Legacy.shared.fetch() } }" }
        let baseline = try Tree.app(["App/Cart+Load.swift": files[0], "App/Cart+Pay.swift": files[1]]).baseline()
        let tree = Tree.app([
            "App/Shop/Cart+Load.swift": "// Edited.\n" + files[0], "App/Shop/Cart+Pay.swift": "// Edited.\n" + files[1],
        ])
        let report = try tree.report(baseline)
        #expect(report.moves.map(\.to) == ["App/Shop/Cart+Load.swift", "App/Shop/Cart+Pay.swift"])
        #expect(report.outcome() == .clean)
    }

    @Test("A file that moves to another target breaks no rule that it did not break before", arguments: [true, false])
    func movedToAnotherTarget(isEdited: Bool) throws {
        let sources = ["App/Cart.swift": screen(), "App/Other.swift": screen("Other"), "Kit/A.swift": ""]
        let baseline = try Tree.app(sources).baseline()
        var moved = sources
        moved["App/Cart.swift"] = nil
        moved["Kit/Cart.swift"] = (isEdited ? "import Foundation\n" : "") + screen()
        let report = try Tree.app(moved).report(baseline)
        #expect(report.outcome() == .clean)
        #expect(report.knownCount == 2)
    }

    @Test("What could be two files is no move")
    func ambiguousMove() throws {
        let baseline = try Tree.app(["App/Cart.swift": screen()]).baseline()
        let edited = "// Edited.\n" + screen()
        let report = try Tree.app(["App/A.swift": edited, "App/B.swift": edited + "\n"]).report(baseline)
        #expect(report.moves.isEmpty)
        #expect(report.new.count == 2)
    }

    @Test("A copy beside the file is new, not moved")
    func copy() throws {
        let baseline = try Tree.app(["App/Cart.swift": screen()]).baseline()
        let report = try Tree.app(["App/Cart.swift": screen(), "App/Copy.swift": screen()]).report(baseline)
        #expect(report.moves.isEmpty)
        #expect(report.new.map(\.violation.file) == ["App/Copy.swift"])
    }

    @Test("A partial run over a moved file knows it")
    func partialMove() throws {
        let baseline = try Tree.app(["App/Cart.swift": screen(), "App/B.swift": screen("B")]).baseline()
        let tree = Tree.app(["App/Basket.swift": screen(), "App/B.swift": screen("B")])
        let report = try tree.report(baseline, scope: ["App/Basket.swift"])
        #expect(report.outcome() == .clean)
        #expect(report.moves.count == 1)
        #expect(report.baselineTotal == 1)
    }

    // MARK: Sources that cannot be read

    @Test("A file that cannot be read fails by its own code, and nothing is said about its entries")
    func unreadable() throws {
        let baseline = try Tree.app(["App/Cart.swift": screen()]).baseline()
        var tree = Tree.app([:])
        tree.otherFiles = ["App/Cart.swift"]
        tree.problems = [SourceProblem(path: "App/Cart.swift", kind: .encoding, message: "not UTF-8")]
        let report = try tree.report(baseline)
        #expect(report.outcome() == .unreadable)
        #expect(report.stale.isEmpty)
        #expect(report.undecided == 1)
    }

    @Test("A file below a folder that cannot be read is not taken for gone")
    func unreadableFolder() throws {
        let baseline = try Tree.app(["App/Shop/Cart.swift": screen()]).baseline()
        var tree = Tree.app([:])
        tree.problems = [SourceProblem(path: "App/Shop", kind: .unreadable, message: "cannot open this folder")]
        #expect(try tree.report(baseline).stale.isEmpty)
    }

    @Test("A syntax error fails, with its line")
    func syntaxError() throws {
        let report = try Tree.app(["App/Cart.swift": "import Core\nfunc f( { Legacy.shared.fetch()"]).report()
        #expect(report.outcome() == .unreadable)
        #expect(report.problems.map(\.line) == [2])
    }

    @Test("No baseline takes in what could not be read")
    func problemsAreNeverBaselined() throws {
        var tree = Tree.app(["App/Cart.swift": "struct {"])
        tree.problems = [SourceProblem(path: "App/Cart.swift", line: 1, kind: .syntax, message: "expected a name")]
        let baseline = try tree.baseline()
        #expect(baseline == Baseline())
        #expect(try tree.report(baseline).outcome() == .unreadable)
    }
}
