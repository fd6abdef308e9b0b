import Foundation
import Strangler

/// What `account migration` and its commands print for programs; each fills what it is about.
struct MigrationDocument: Encodable {
    private(set) var rule: RuleDocument?
    private(set) var useCases: [StatusDocument]?
    private(set) var mismatches: [MismatchDocument]?
    private(set) var change: ChangeDocument?
    private(set) var calibration: CalibrationDocument?
    private(set) var chart: ChartDocument?
    private(set) var exported: [ExportDocument]?
    private(set) var evidence: EvidenceDocument?
    private(set) var demo: DemoDocument?

    init(_ statuses: [MigrationStatus], _ rule: Rule, demo: DemoDocument? = nil) {
        self.rule = RuleDocument(rule)
        useCases = statuses.map(StatusDocument.init)
        self.demo = demo
    }

    init(mismatches: [MismatchDocument]) { self.mismatches = mismatches }
    init(change: ChangeDocument) { self.change = change }
    init(calibration: CalibrationDocument) { self.calibration = calibration }
    init(chart: ChartDocument) { self.chart = chart }
    init(exported: [ExportDocument]) { self.exported = exported }
    init(evidence: EvidenceDocument) { self.evidence = evidence }

    struct RuleDocument: Encodable {
        let maximumRate: Double
        let confidence: Double
        let minimumRuns: Int
        let periodSeconds: Int
        let maximumUnseenShare: Double
        let spanDays: Int
        let spanHours: Int

        init(_ rule: Rule) {
            maximumUnseenShare = rule.maximumUnseenShare
            spanDays = rule.span.days
            spanHours = rule.span.hours
            maximumRate = rule.maximumRate
            confidence = rule.confidence
            minimumRuns = rule.minimumRuns
            periodSeconds = Int(rule.period / .seconds(1))
        }
    }

    struct StatusDocument: Encodable {
        let name: String
        let plan: String
        let control: String
        let candidate: String
        /// Other pairs of implementations with evidence, which are not judged.
        let otherPairs: [String]
        let since: Date?
        let runs: Int
        let subjects: Int
        let disagreeingSubjects: Int
        let matched: Int
        let mismatched: Int
        let controlFailed: Int
        let candidateFailed: Int
        let timedOut: Int
        let matchedFailures: Int
        let notComparable: [NamedCount]
        let ignored: [NamedCount]
        let skipped: [NamedCount]
        let lost: Int
        let unended: Int
        let account: AccountOfCalls
        let truncated: Int
        let answeredByControl: Int
        let answeredByCandidate: Int
        let fellBack: Int
        let controlLatencies: LatenciesDocument?
        let candidateLatencies: LatenciesDocument?
        let verdict: VerdictDocument

        init(_ status: MigrationStatus) {
            let evidence = status.evidence
            name = status.name
            plan = status.plan.description
            control = status.verdict.sides.control.description
            candidate = status.verdict.sides.candidate.description
            otherPairs = status.otherPairs.map(\.description)
            since = status.verdict.windowStart
            subjects = status.verdict.subjects
            disagreeingSubjects = status.verdict.disagreeing
            runs = evidence.runs
            matched = evidence.matched
            mismatched = evidence.mismatched
            controlFailed = evidence.controlFailed
            candidateFailed = evidence.candidateFailed
            timedOut = evidence.timedOut
            matchedFailures = evidence.matchedFailures
            notComparable = NamedCount.sorted(evidence.notComparable)
            ignored = NamedCount.sorted(evidence.ignored)
            skipped = evidence.skipped.map { NamedCount(name: $0.rawValue, count: $1) }.sorted { $0.name < $1.name }
            lost = evidence.lost
            unended = evidence.unended + evidence.interrupted
            account = AccountOfCalls(status.verdict.account)
            truncated = evidence.truncated
            answeredByControl = evidence.answered[.control] ?? 0
            answeredByCandidate = evidence.answered[.candidate] ?? 0
            fellBack = evidence.fellBack
            controlLatencies = evidence.control.map(LatenciesDocument.init)
            candidateLatencies = evidence.candidate.map(LatenciesDocument.init)
            verdict = VerdictDocument(status.verdict)
        }
    }

    /// What became of every call.
    struct AccountOfCalls: Encodable {
        let calls: Int
        let notChosen: Int
        let equal: Int
        let different: Int
        let unseen: Int
        let reasons: [NamedCount]

        init(_ account: CallAccount) {
            calls = account.calls
            notChosen = account.notChosen
            equal = account.equal
            different = account.different
            unseen = account.unseen
            reasons = NamedCount.sorted(account.unseenReasons)
        }
    }

    struct NamedCount: Encodable {
        let name: String
        let count: Int

        static func sorted(_ counts: [String: Int]) -> [NamedCount] {
            counts.map { NamedCount(name: $0, count: $1) }.sorted { $0.name < $1.name }
        }
    }

    struct LatenciesDocument: Encodable {
        let count: Int
        let p50Microseconds: Int
        let p95Microseconds: Int
        let p99Microseconds: Int

        init(_ latencies: Latencies) {
            count = latencies.count
            p50Microseconds = Int(latencies.p50 / .microseconds(1))
            p95Microseconds = Int(latencies.p95 / .microseconds(1))
            p99Microseconds = Int(latencies.p99 / .microseconds(1))
        }
    }

    struct VerdictDocument: Encodable {
        let isMet: Bool
        let upperBound: Double
        let noise: Double
        /// `at any time`, or how many looks were planned.
        let looks: String
        /// What is missing, for people.
        let missing: [String]
        let calibration: CalibrationDocument?

        init(_ verdict: Verdict) {
            isMet = verdict.isMet
            upperBound = verdict.upperBound
            noise = verdict.noise
            looks = verdict.rule.looks.description
            missing = verdict.shortfalls.map(\.description)
            calibration = verdict.calibration.map {
                CalibrationDocument(runs: $0.runs, disagreements: $0.disagreements)
            }
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
