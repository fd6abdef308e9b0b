public import Foundation

/// Whether evidence about one pair of implementations meets a rule, and if not, why.
///
/// `Handover.verdict` makes the one that a step of the plan rests on. Reasons: docs/adr/comparisons-and-the-verdict.md.
public struct Verdict: Hashable, Sendable, Codable {
    /// The operation that was judged.
    public let operation: String
    /// The implementations that were judged.
    public let sides: Sides
    /// The identity of the comparison that was judged; nil if there is no evidence of any.
    public let comparison: String?
    /// The rule.
    public let rule: Rule
    /// When it was made.
    public let date: Date
    /// The evidence of the window that was judged.
    public let evidence: Evidence
    /// The evidence of control compared with itself in the window, if the plan calibrated. Its noise is taken off only if it was
    /// measured in the hours of nine tenths of the runs.
    public let calibration: Evidence?
    /// The number of subject classes that the verdict is based on. Runs of one class don't count as independent.
    public let subjects: Int
    /// The number of those that had a run that disagreed.
    public let disagreeing: Int
    /// What became of every call in the window.
    public let account: CallAccount
    /// The start of the window; nil without evidence.
    public let windowStart: Date?
    /// The number of the window in the rule's period, from 0.
    public let window: Int
    /// The number of disagreements and unseen runs of the same pair before the window.
    public let earlierFaults: Int
    /// The plans that gave callers of this pair more of the candidate than any release that is recorded: plans that were set for
    /// another build, or at the start of the program.
    public let unreleasedPlans: [String]
    /// The number of other pairs that were compared for this operation: a new build is a new chance to be met by luck.
    public let otherPairs: Int
    /// The number of runs whose date a clock far off has given. They don't count.
    public let misdated: Int
    /// The number of earlier looks at a verdict on the pair, by the rule in words.
    public let looks: [String: Int]
    /// The rate of disagreements, 0 to 1, that is shown to be noise alone; 0 without a calibration.
    public let noise: Double
    /// The upper confidence bound of the rate of subjects for whom the candidate itself disagrees in a compared call, 0 to 1; 1
    /// without runs. It bounds nothing of the calls that were not compared: see `estimateOfAllCalls`.
    ///
    /// A run with an unknown outcome counts as a subject that disagreed, because it proves nothing.
    public let upperBound: Double
    /// Why the rule is not met; empty if it is.
    public private(set) var shortfalls: [Shortfall]

    /// Whether the rule is met.
    public var isMet: Bool {
        shortfalls.isEmpty
    }

    /// Judges the evidence about one operation and one pair of implementations, with its calibration if there is one.
    ///
    /// - Parameters:
    ///   - operation: The name of the hand-over.
    ///   - sides: The pair to judge. Evidence about others says nothing about it.
    ///   - comparison: The identity of the comparison (`Comparison.identity`); by default the one of most runs.
    ///   - evidence: What the journals of all machines have.
    ///   - rule: The team's requirements.
    ///   - now: The end of the rule's period.
    public init(
        of operation: String,
        between sides: Sides,
        comparison: String? = nil,
        in evidence: Evidence,
        by rule: Rule,
        now: Date
    ) {
        let own = evidence.of(operation, between: sides)
        let window = Window(of: own, by: rule, now: now)
        let judged = window.part(of: own)
        let noise = window.part(
            of: evidence.of(Calibration.operation(of: operation), between: sides.calibration)
        )
        calibration = noise.runs > 0 ? noise : nil
        let isBeside = calibration.map { judged.isCovered(by: $0) } ?? true
        let figures = Figures(judged)
        let bound = Bound(
            figures,
            noise: isBeside ? calibration.map { NoiseFigures($0, rule.noise) } : nil,
            by: rule,
            window: window.number
        )
        self.operation = operation
        self.sides = sides
        self.comparison = comparison ?? judged.chosen.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        self.rule = rule
        date = now
        self.evidence = judged
        subjects = figures.subjects
        disagreeing = figures.disagreeing
        account = judged.account
        windowStart = window.start
        self.window = window.number
        let before = window.start.map { own.within(.distantPast, $0) } ?? Evidence()
        earlierFaults = before.disagreements + before.lost + before.unended
        unreleasedPlans = own.unreleasedPlans
        otherPairs = evidence.of(operation).pairs.count { $0 != sides }
        misdated = window.misdated
        looks = own.looks
        self.noise = bound.noise
        upperBound = bound.own
        shortfalls = []
        shortfalls = missing
    }

    /// Returns the same verdict with another reason not to be met.
    func lacking(_ shortfall: Shortfall) -> Verdict {
        var verdict = self
        verdict.shortfalls.append(shortfall)
        return verdict
    }
}

// MARK: - What is missing

extension Verdict {
    private var missing: [Shortfall] {
        var missing: [Shortfall] = []
        let runs = evidence.runs
        if runs < rule.minimumRuns { missing.append(.tooFewRuns(runs, needed: rule.minimumRuns)) }
        if !(upperBound < rule.maximumRate) { missing.append(.boundTooHigh(upperBound, limit: rule.maximumRate)) }
        if account.unseenShare > rule.maximumUnseenShare {
            missing.append(.unseenTooOften(account.unseenShare, limit: rule.maximumUnseenShare))
        }
        if let span = missingSpan { missing.append(span) }
        missing += missingAccount(runs)
        let others = evidence.chosen.reduce(0) {
            $0 + (ComparisonIdentity.covers(comparison, $1.key) ? 0 : $1.value)
        }
        if others > 0 { missing.append(.otherComparison(others)) }
        if noise > 0, let moved = calibration?.movedNoise(rule.noise) { missing.append(moved) }
        if evidence.effects > 0 { missing.append(.effects(evidence.effects)) }
        let looked = looks.values.reduce(1, +)
        if case .planned(let planned) = rule.looks, looked > planned {
            missing.append(.looksUsedUp(looked, planned: planned))
        }
        if !evidence.parts.isEmpty { missing.append(.onlyPart(evidence.parts.joined(separator: ", "))) }
        if evidence.truncated > 0 { missing.append(.truncated(evidence.truncated)) }
        return missing
    }

    private var missingSpan: Shortfall? {
        let hours = evidence.within(.distantPast, date + 86_400).comparedHours
        let ofDay = Set(hours.map { (($0 / 3_600) % 24 + 24) % 24 })
        let days = Set(hours.map { Int((Double($0) / 86_400).rounded(.down)) }).count
        guard days < rule.span.days || ofDay.count < rule.span.hours else { return nil }
        return .notCovered(
            days: days,
            hours: ofDay.count,
            needed: rule.span,
            missing: (0..<24).filter { !ofDay.contains($0) }
        )
    }

    /// What the journals did not see: calls of an earlier version of this library, and crashes.
    private func missingAccount(_ runs: Int) -> [Shortfall] {
        let ended =
            account.equal + account.different + evidence.matchedFailures
            + evidence.ignored.values.reduce(0, +) + evidence.notComparable.values.reduce(0, +)
        let chosen = evidence.chosen.values.reduce(0, +)
        var missing: [Shortfall] = []
        if chosen < ended { missing.append(.notAccounted(ended - chosen)) }
        let unlogged = crashesNotSeen
        if rule.requiresCrashLog, runs > 0, unlogged > 0 { missing.append(.crashesNotSeen(unlogged)) }
        return missing
    }

    /// The share of the candidate's calls of a rollout that fell back to control, 0 to 1. The bound knows nothing of them, because
    /// they are compared with nothing.
    public var fellBackShare: Double {
        let calls = evidence.fellBack + evidence.answered[.candidate, default: 0]
        return calls > 0 ? Double(evidence.fellBack) / Double(calls) : 0
    }

    /// The number of runs that began where a crash would not have been noted. Calls that were skipped never began.
    var crashesNotSeen: Int {
        max(0, evidence.runs - evidence.logged)
    }
}
