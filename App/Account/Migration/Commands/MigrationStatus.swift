import Foundation
import Strangler

/// What a journal holds.
struct JournalContents: Sendable {
    /// Differences and changes, oldest first.
    var entries: [Entry] = []
    /// Everything, in numbers.
    var evidence = Evidence()

    /// Adds what another machine, or an older copy, holds. What both hold counts once.
    mutating func join(_ other: JournalContents) {
        evidence = evidence + other.evidence
        let known = Set(entries.map(\.id))
        entries += other.entries.filter { !known.contains($0.id) }
        entries.sort { $0.date < $1.date }
    }
}

/// Where the hand-over of one use case stands. Every figure comes from the journal.
struct MigrationStatus: Sendable {
    let plan: Plan
    let verdict: Verdict
    /// Other pairs of implementations with evidence, which says nothing about the judged pair.
    let otherPairs: [Sides]

    var name: String { verdict.operation }
    var evidence: Evidence { verdict.evidence }

    init(plan: Plan, _ verdict: Verdict, _ contents: JournalContents) {
        self.plan = plan
        self.verdict = verdict
        otherPairs = contents.evidence.of(verdict.operation).pairs.filter { $0 != verdict.sides }
    }
}

extension Evidence {
    /// What calibrations apart from the comparison of a use case found.
    func calibration(of useCase: Migration.UseCase) -> (runs: Int, disagreements: Int) {
        let part = of(Calibration.apart(of: useCase.rawValue))
        return (part.runs, part.disagreements)
    }
}

extension Int {
    /// With commas between thousands.
    var grouped: String {
        let digits = String(magnitude)
        let parts = digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : String(digit)
        }
        return (self < 0 ? "-" : "") + parts.joined()
    }
}
