import SeamKit
import TestSupport
import Testing

@testable import SeamCheck

@Suite("seam:allow", .ownThread)
struct AllowTests {
    private func report(_ source: String) throws -> CheckReport {
        try Tree.app(["App/A.swift": source]).report()
    }

    @Test(
        "A comment with a reason allows what it names, on its line or in the statement after it",
        arguments: [
            "func f() { Legacy.shared.a() } // seam:allow Legacy: payments",
            "// seam:allow Legacy: payments\nlet a = Legacy.shared",
            "// seam:allow Legacy.shared: payments\n\n// Another comment.\nlet a = Legacy.shared",
            "// seam:allow restricted-type: payments\nlet a = Legacy.shared",
            "// seam:allow Other, Legacy: payments\nlet a = Legacy.shared",
            "func f() {\n  // seam:allow Legacy: payments\n  let a = g(\n    1,\n    Legacy.shared\n  )\n}",
            "// seam:allow Legacy: payments\nfunc f(\n  a: Int = Legacy.shared.count\n) {\n}",
            "// seam:allow Legacy: payments\nlet a = b.map { c in\n  Legacy.shared.d(c)\n}",
            "func f() {\n  g(\n    // seam:allow Legacy: payments\n    Legacy.shared\n  )\n}",
        ]
    )
    func allows(source: String) throws {
        let report = try report(source)
        #expect(report.new.isEmpty)
        #expect(report.allowedCount == 1)
        guard case .allowed(let reason) = report.findings.first?.state else { return }
        #expect(reason == "payments")
    }

    @Test(
        "It allows nothing beyond that",
        arguments: [
            "// seam:allow Legacy: payments\nlet b = 1\nlet a = Legacy.shared",
            "// seam:allow Legacy: payments\nfunc f() {\n  Legacy.shared.a()\n}",
            "// seam:allow Other: payments\nlet a = Legacy.shared",
            "// seam:allow Legac: payments\nlet a = Legacy.shared",
            "let b = 1 // seam:allow Legacy: payments\nlet a = Legacy.shared",
            "let s = \"// seam:allow Legacy: payments\"\nlet a = Legacy.shared",
        ]
    )
    func allowsNoMore(source: String) throws {
        #expect(try report(source).new.count == 1)
    }

    @Test(
        "A comment that is not complete is a violation and allows nothing",
        arguments: [
            ("seam:allow Legacy", "gives no reason"), ("seam:allow Legacy:", "gives no reason"),
            ("seam:allow : payments", "does not say what it allows"),
            ("seam:alow Legacy: x", "did you mean `seam:allow`?"),
            ("seam:ignore Legacy: x", "did you mean `seam:allow`?"),
        ]
    )
    func incomplete(comment: String, message: String) throws {
        let tree = Tree.app(["App/A.swift": "// \(comment)\nlet a = Legacy.shared"])
        let report = try tree.report()
        #expect(report.new.map(\.violation.rule) == [.allowComment, .restrictedType])
        #expect(report.new.first?.violation.message.contains(message) ?? false)
        #expect(try tree.baseline().counts.keys.map(\.rule) == [.restrictedType])
    }

    @Test("A comment that speaks of a seam otherwise is left alone")
    func prose() throws {
        #expect(
            try report("// seam: a place where behaviour can change\n// seam:map is a command").findings.isEmpty
        )
    }

    @Test("A comment that allows nothing is told, name by name, and fails a strict run")
    func unused() throws {
        let report = try report("// seam:allow Other, Legacy: payments\nlet a = Legacy.shared")
        #expect(report.unusedAllows.map(\.allow.subjects) == [["Other"]])
        #expect(report.outcome() == .clean)
        #expect(report.outcome(isStrict: true) == .violations)
        #expect(report.text().contains("App/A.swift:1: warning: `seam:allow Other` allows nothing here"))
    }

    @Test("What a comment allows needs no entry in the baseline any more")
    func allowedInsteadOfKnown() throws {
        let source = "let a = Legacy.shared"
        let baseline = try Tree.app(["App/A.swift": source]).baseline()
        let allowed = "// seam:allow Legacy: payments\n" + source
        #expect(try Tree.app(["App/A.swift": allowed]).update(baseline).baseline.total == 0)
    }

    @Test("An import can be allowed by the module's name")
    func allowsImports() throws {
        let yaml = "layers:\n  App: {modules: [App], imports: []}\n  Core: {modules: [Core], imports: []}"
        let tree = Tree.app(["App/A.swift": "import Core // seam:allow Core: until spring"], yaml: yaml)
        #expect(try tree.report().new.isEmpty)
    }
}
