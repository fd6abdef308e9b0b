import Foundation
import SeamKit

extension CheckReport {
    /// The version of the JSON report. It changes when a field is removed or changes its meaning.
    public static let jsonVersion = 1

    /// Returns the report as JSON with sorted keys; `docs/seam/check.md` describes it.
    ///
    /// - Parameter isStrict: whether leftovers fail the check.
    public func json(isStrict: Bool = false) throws -> String {
        let summary = [
            "files": fileCount, "new": new.count, "known": knownCount, "allowed": allowedCount, "fixed": fixedCount,
            "baseline": baselineTotal, "undecided": undecided, "change": new.count - fixedCount,
        ]
        let document: [String: Any] = [
            "format": "seam-check", "version": Self.jsonVersion, "outcome": "\(outcome(isStrict: isStrict))",
            "isPartial": isPartial, "summary": summary, "violations": findings.map(\.json),
            "fixed": stale.map { stale in
                Self.json(stale.key).merging(["count": stale.count, "fileIsGone": stale.isFileGone]) { $1 }
            },
            "moves": moves.map { ["from": $0.from, "to": $0.to] },
            "unusedAllows": unusedAllows.map {
                ["file": $0.file, "line": $0.allow.line, "subjects": $0.allow.subjects] as [String: Any]
            },
            "unknownNames": unknownNames.map { ["name": $0.text, "line": $0.line] as [String: Any] },
            "problems": problems.map {
                ["file": $0.path, "line": $0.line, "kind": $0.kind.rawValue, "message": $0.message] as [String: Any]
            },
        ]
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try JSONSerialization.data(withJSONObject: document, options: options)
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    fileprivate static func json(_ key: ViolationKey) -> [String: Any] {
        ["rule": key.rule.id, "file": key.file, "enclosing": key.enclosing, "member": key.member]
    }
}

extension CheckReport.Finding {
    fileprivate var json: [String: Any] {
        var json = CheckReport.json(violation.key)
        json["line"] = violation.line
        json["column"] = violation.column
        json["module"] = violation.module
        json["message"] = message
        json["instead"] = violation.instead
        json["fingerprint"] = fingerprint
        switch state {
        case .new: json["state"] = "new"
        case .known: json["state"] = "known"
        case .allowed(let reason):
            json["state"] = "allowed"
            json["reason"] = reason
        }
        return json
    }
}
