import Foundation
import SeamKit

/// Where a hand-over from the legacy implementation of a use case to its replacement stands.
package struct Handover: Sendable, Equatable {
    package var name: String
    /// `legacy`, `compare`, `rollout 25%` or `replacement`.
    package var plan: String
    package var runs: Int
    /// Whether the evidence is enough for a step forward.
    package var isMet: Bool
    /// What it lacks.
    package var missing: [String]

    /// A line about it.
    package var text: String {
        let verdict = isMet ? "the verdict is met" : "the verdict is not met: " + missing.joined(separator: "; ")
        return
            "\(name): \(plan), \(Count.text(runs, noun: "run")); \(isMet || !missing.isEmpty ? verdict : "no verdict")"
    }

    /// Reads what `account migration --format json` prints from the journal of a hand-over.
    ///
    /// - Parameter file: the path of the file.
    package static func all(in file: String) throws(HistoryFailure) -> [Handover] {
        guard let bytes = FileReader.bytes(at: file, limit: SourceLimits.listSize) else {
            throw HistoryFailure("\(file) cannot be read, or is too large", isUnreadable: true)
        }
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
            throw HistoryFailure(
                "\(file) does not say where hand-overs stand; `account migration --format json` prints that, and docs/seam/progress.md "
                    + "has the fields"
            )
        }
        return document.migration.useCases.map { entry in
            Handover(
                name: entry.name,
                plan: entry.plan,
                runs: entry.runs,
                isMet: entry.verdict.isMet,
                missing: entry.verdict.missing
            )
        }
    }

    private struct Document: Decodable {
        struct Verdict: Decodable {
            var isMet: Bool
            var missing: [String]
        }
        struct Entry: Decodable {
            var name: String
            var plan: String
            var runs: Int
            var verdict: Verdict
        }
        struct Entries: Decodable { var useCases: [Entry] }
        var migration: Entries
    }
}
