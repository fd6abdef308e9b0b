import Foundation
import SeamKit

extension CheckReport {
    /// The version of the JSON report. It changes when something is taken away or means something else.
    public static let jsonVersion = 1

    /// The report as JSON with sorted keys; `docs/seam.md` describes it.
    ///
    /// - Parameter isStrict: whether what is left over fails.
    public func json(isStrict: Bool = false) throws -> String {
        let document = JSONReport(
            format: "seam-check",
            version: Self.jsonVersion,
            outcome: "\(outcome(isStrict: isStrict))",
            isPartial: isPartial,
            summary: JSONReport.Summary(
                files: fileCount,
                new: new.count,
                known: knownCount,
                allowed: allowedCount,
                fixed: fixedCount,
                baseline: baselineTotal,
                undecided: undecided,
                change: new.count - fixedCount
            ),
            violations: findings.map(JSONReport.Violation.init),
            fixed: stale.map { stale in
                JSONReport.Fixed(
                    rule: stale.key.rule.rawValue,
                    file: stale.key.file,
                    enclosing: stale.key.enclosing,
                    member: stale.key.member,
                    count: stale.count,
                    fileIsGone: stale.isFileGone
                )
            },
            moves: moves.map { JSONReport.Move(from: $0.from, to: $0.to) },
            unusedAllows: unusedAllows.map {
                JSONReport.UnusedAllow(file: $0.file, line: $0.allow.line, subjects: $0.allow.subjects)
            },
            unknownNames: unknownNames.map { JSONReport.UnknownName(name: $0.text, line: $0.line) },
            problems: problems.map {
                JSONReport.Problem(file: $0.path, line: $0.line, kind: $0.kind.rawValue, message: $0.message)
            }
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
    }
}

/// The shape of the JSON report.
private struct JSONReport: Encodable {
    var format: String
    var version: Int
    var outcome: String
    var isPartial: Bool
    var summary: Summary
    var violations: [Violation]
    var fixed: [Fixed]
    var moves: [Move]
    var unusedAllows: [UnusedAllow]
    var unknownNames: [UnknownName]
    var problems: [Problem]

    struct Summary: Encodable {
        var files: Int
        var new: Int
        var known: Int
        var allowed: Int
        var fixed: Int
        var baseline: Int
        var undecided: Int
        var change: Int
    }

    struct Violation: Encodable {
        var rule: String
        var state: String
        var reason: String?
        var file: String
        var line: Int
        var column: Int
        var module: String
        var enclosing: String
        var member: String
        var message: String
        var fingerprint: String

        init(_ finding: CheckReport.Finding) {
            switch finding.state {
            case .new: state = "new"
            case .known: state = "known"
            case .allowed(let why):
                state = "allowed"
                reason = why
            }
            let violation = finding.violation
            rule = violation.rule.rawValue
            file = violation.file
            line = violation.line
            column = violation.column
            module = violation.module
            enclosing = violation.enclosing
            member = violation.member
            message = finding.message
            fingerprint = finding.fingerprint
        }
    }

    struct Fixed: Encodable {
        var rule: String
        var file: String
        var enclosing: String
        var member: String
        var count: Int
        var fileIsGone: Bool
    }

    struct Move: Encodable {
        var from: String
        var to: String
    }

    struct UnusedAllow: Encodable {
        var file: String
        var line: Int
        var subjects: [String]
    }

    struct UnknownName: Encodable {
        var name: String
        var line: Int
    }

    struct Problem: Encodable {
        var file: String
        var line: Int
        var kind: String
        var message: String
    }
}
