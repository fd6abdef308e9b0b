import SeamKit

extension CheckReport {
    /// The version of the JSON report. It changes when a field is removed or changes its meaning.
    public static let jsonVersion = 1

    /// Returns the report as JSON with sorted keys; `docs/seam/check.md` describes it.
    ///
    /// - Parameter isStrict: whether leftovers fail the check.
    public func json(isStrict: Bool = false) -> String { JSONText.of(Document(of: self, isStrict: isStrict)) }
}

private struct Document: Encodable {
    struct Finding: Encodable {
        var rule, file, enclosing, member: String
        var line, column: Int
        var module, message: String
        var instead: String?
        var fingerprint, state: String
        var reason: String?
    }

    struct Fixed: Encodable {
        var rule, file, enclosing, member: String
        var count: Int
        var fileIsGone: Bool
    }

    struct Move: Encodable {
        var from, to: String
    }

    struct UnusedAllow: Encodable {
        var file: String
        var line: Int
        var subjects: [String]
    }

    struct Name: Encodable {
        var name: String
        var line: Int
    }

    struct Problem: Encodable {
        var file: String
        var line: Int
        var kind, message: String
    }

    var format = "seam-check"
    var version = CheckReport.jsonVersion
    var outcome: String
    var isPartial: Bool
    var summary: [String: Int]
    var violations: [Finding]
    var fixed: [Fixed]
    var moves: [Move]
    var unusedAllows: [UnusedAllow]
    var unknownNames: [Name]
    var problems: [Problem]

    init(of report: CheckReport, isStrict: Bool) {
        outcome = "\(report.outcome(isStrict: isStrict))"
        isPartial = report.isPartial
        summary = [
            "files": report.fileCount, "new": report.new.count, "known": report.knownCount,
            "allowed": report.allowedCount, "fixed": report.fixedCount, "baseline": report.baselineTotal,
            "undecided": report.undecided, "change": report.new.count - report.fixedCount,
        ]
        violations = report.findings.map(Finding.init)
        fixed = report.stale.map { stale in
            Fixed(
                rule: stale.key.rule.id,
                file: stale.key.file,
                enclosing: stale.key.enclosing,
                member: stale.key.member,
                count: stale.count,
                fileIsGone: stale.isFileGone
            )
        }
        moves = report.moves.map { Move(from: $0.from, to: $0.to) }
        unusedAllows = report.unusedAllows.map {
            UnusedAllow(file: $0.file, line: $0.allow.line, subjects: $0.allow.subjects)
        }
        unknownNames = report.unknownNames.map { Name(name: $0.text, line: $0.line) }
        problems = report.problems.map {
            Problem(file: $0.path, line: $0.line, kind: $0.kind.rawValue, message: $0.message)
        }
    }
}

extension Document.Finding {
    init(of finding: CheckReport.Finding) {
        let violation = finding.violation
        (rule, file) = (violation.key.rule.id, violation.key.file)
        (enclosing, member) = (violation.key.enclosing, violation.key.member)
        (line, column, module) = (violation.line, violation.column, violation.module)
        (message, instead, fingerprint) = (finding.message, violation.instead, finding.fingerprint)
        switch finding.state {
        case .new: state = "new"
        case .known: state = "known"
        case .allowed(let reason): (state, self.reason) = ("allowed", reason)
        }
    }
}
