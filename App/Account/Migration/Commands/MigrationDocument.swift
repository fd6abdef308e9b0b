import Foundation
import Strangler

/// What `account migration` and its commands print for programs; each fills what it is about.
struct MigrationDocument: Encodable {
    private(set) var rule: JSON?
    private(set) var useCases: [JSON]?
    private(set) var mismatches: [MismatchDocument]?
    private(set) var change: ChangeDocument?
    private(set) var calibration: CalibrationDocument?
    private(set) var chart: ChartDocument?
    private(set) var exported: [ExportDocument]?
    private(set) var evidence: EvidenceDocument?
    private(set) var demo: DemoDocument?

    init(_ statuses: [MigrationStatus], _ rule: Rule, demo: DemoDocument? = nil) {
        self.rule = .rule(rule)
        useCases = statuses.map(JSON.status)
        self.demo = demo
    }

    init(mismatches: [MismatchDocument]) { self.mismatches = mismatches }
    init(change: ChangeDocument) { self.change = change }
    init(calibration: CalibrationDocument) { self.calibration = calibration }
    init(chart: ChartDocument) { self.chart = chart }
    init(exported: [ExportDocument]) { self.exported = exported }
    init(evidence: EvidenceDocument) { self.evidence = evidence }

    struct NamedCount: Encodable {
        let name: String
        let count: Int

        static func sorted(_ counts: [String: Int]) -> [NamedCount] {
            counts.map { NamedCount(name: $0, count: $1) }.sorted { $0.name < $1.name }
        }
    }

    struct CalibrationDocument: Encodable {
        let runs: Int
        let disagreements: Int
    }

    struct MismatchDocument: Encodable {
        let useCase: String
        let date: Date
        let kind: String
        let path: String
        let control: String
        let candidate: String
        let isExportable: Bool
    }

    struct ChangeDocument: Encodable {
        let useCase: String
        let from: String
        let to: String
    }

    struct ChartDocument: Encodable {
        let useCase: String
        let file: String
        let counts: [NamedCount]
    }

    struct ExportDocument: Encodable {
        let useCase: String
        let path: String
        let fixture: String
        let test: String
    }

    struct EvidenceDocument: Encodable {
        let file: String
        let tallies: Int
        let entries: Int
    }

    struct DemoDocument: Encodable {
        let seed: Int
        let users: Int
        let folder: String
        let journal: String
        let chart: String
        /// What happened, in order; the same for one seed, with how often.
        let outcomes: [NamedCount]
    }
}

extension JSON {
    fileprivate static func rule(_ rule: Rule) -> JSON {
        [
            "maximumRate": .other(rule.maximumRate),
            "confidence": .other(rule.confidence),
            "minimumRuns": .int(rule.minimumRuns),
            "periodSeconds": .int(Int(rule.period / .seconds(1))),
            "maximumUnseenShare": .other(rule.maximumUnseenShare),
            "spanDays": .int(rule.span.days),
            "spanHours": .int(rule.span.hours),
        ]
    }

    fileprivate static func status(_ status: MigrationStatus) -> JSON {
        let evidence = status.evidence
        let verdict = status.verdict
        return [
            "name": .string(status.name),
            "plan": .string(status.plan.description),
            "control": .string(verdict.sides.control.description),
            "candidate": .string(verdict.sides.candidate.description),
            // Other pairs of implementations with evidence, which are not judged.
            "otherPairs": .texts(status.otherPairs.map(\.description)),
            "since": .date(verdict.windowStart),
            "runs": .int(evidence.runs),
            "subjects": .int(verdict.subjects),
            "disagreeingSubjects": .int(verdict.disagreeing),
            "matched": .int(evidence.matched),
            "mismatched": .int(evidence.mismatched),
            "controlFailed": .int(evidence.controlFailed),
            "candidateFailed": .int(evidence.candidateFailed),
            "timedOut": .int(evidence.timedOut),
            "matchedFailures": .int(evidence.matchedFailures),
            "notComparable": .counts(evidence.notComparable),
            "ignored": .counts(evidence.ignored),
            "skipped": .counts(Dictionary(uniqueKeysWithValues: evidence.skipped.map { ($0.rawValue, $1) })),
            "lost": .int(evidence.lost),
            "unended": .int(evidence.unended + evidence.interrupted),
            "account": .account(verdict.account),
            "truncated": .int(evidence.truncated),
            "answeredByControl": .int(evidence.answered[.control] ?? 0),
            "answeredByCandidate": .int(evidence.answered[.candidate] ?? 0),
            "fellBack": .int(evidence.fellBack),
            "controlLatencies": .latencies(evidence.control),
            "candidateLatencies": .latencies(evidence.candidate),
            "verdict": .verdict(verdict),
        ]
    }

    /// Returns what became of every call.
    private static func account(_ account: CallAccount) -> JSON {
        [
            "calls": .int(account.calls),
            "notChosen": .int(account.notChosen),
            "equal": .int(account.equal),
            "different": .int(account.different),
            "unseen": .int(account.unseen),
            "reasons": .counts(account.unseenReasons),
        ]
    }

    private static func verdict(_ verdict: Verdict) -> JSON {
        [
            "isMet": .bool(verdict.isMet),
            "upperBound": .other(verdict.upperBound),
            "noise": .other(verdict.noise),
            // `at any time`, or how many looks were planned.
            "looks": .string(verdict.rule.looks.description),
            // What is missing, for people.
            "missing": .texts(verdict.shortfalls.map(\.description)),
            "calibration": verdict.calibration.map {
                ["runs": .int($0.runs), "disagreements": .int($0.disagreements)]
            } ?? .absent,
        ]
    }

    private static func latencies(_ latencies: Latencies?) -> JSON {
        latencies.map {
            [
                "count": .int($0.count),
                "p50Microseconds": .int(Int($0.p50 / .microseconds(1))),
                "p95Microseconds": .int(Int($0.p95 / .microseconds(1))),
                "p99Microseconds": .int(Int($0.p99 / .microseconds(1))),
            ]
        } ?? .absent
    }

    private static func counts(_ counts: [String: Int]) -> JSON {
        .other(MigrationDocument.NamedCount.sorted(counts))
    }
}
