public import Foundation

/// What a team asks of a candidate before it trusts it.
public struct Rule: Hashable, Sendable {
    /// The rate of disagreements, 0 to 1, that the upper bound must stay below.
    public let maximumRate: Double
    /// How sure the bound must be, above 0 and below 1.
    public let confidence: Double
    /// How many runs there must be at least.
    public let minimumRuns: Int
    /// How far back runs count.
    public let period: Duration

    /// Makes a rule; by default under 0.1% at 95% over at least 3,000 runs in 7 days.
    public init(
        maximumRate: Double = 0.001,
        confidence: Double = 0.95,
        minimumRuns: Int = 3_000,
        period: Duration = .seconds(7 * 24 * 60 * 60)
    ) {
        self.maximumRate = maximumRate
        self.confidence = confidence
        self.minimumRuns = minimumRuns
        self.period = period
    }
}

/// Whether evidence meets a rule, and if not, why.
public struct Verdict: Hashable, Sendable {
    /// A reason why a rule is not met.
    public enum Shortfall: Hashable, Sendable {
        /// There are fewer runs than the rule asks for.
        case tooFewRuns(Int, needed: Int)
        /// The upper bound of the rate is not below the limit.
        case boundTooHigh(Double, limit: Double)
    }

    /// What was judged.
    public let evidence: Evidence
    /// What control against control gave, if the operation was calibrated.
    public let calibration: Evidence?
    /// The rate of disagreements, 0 to 1, that noise alone is shown to give; 0 without a calibration.
    public let noise: Double
    /// The upper confidence bound of the rate of disagreements that are the candidate's own, 0 to 1; 1 without runs.
    ///
    /// A comparison that was lost on its way to the journal counts as one that disagreed: what nobody saw proves
    /// nothing.
    public let upperBound: Double
    /// Why the rule is not met; empty if it is.
    public let shortfalls: [Shortfall]

    /// Whether the rule is met.
    public var isMet: Bool {
        shortfalls.isEmpty
    }

    /// Judges the entries of one operation that lie in the rule's period before `now`, with its calibration if there
    /// is one among them.
    public init(of operation: String, in entries: some Sequence<Entry>, by rule: Rule, now: Date) {
        let from = now - rule.period / .seconds(1)
        self.init(
            on: Evidence(entries, operation: operation, from: from),
            calibratedBy: Evidence(entries, operation: Calibration.operation(of: operation), from: from),
            by: rule
        )
    }

    /// Judges evidence, which holds what happened in the rule's period.
    ///
    /// - Parameter calibration: What control against control gave. Without runs it is none. Whether one counts is to be
    ///   decided before the evidence is looked at.
    public init(on evidence: Evidence, calibratedBy calibration: Evidence? = nil, by rule: Rule) {
        self.evidence = evidence
        self.calibration = calibration.flatMap { $0.runs > 0 ? $0 : nil }
        let bound = Bound(evidence, self.calibration, confidence: rule.confidence)
        noise = bound.noise
        upperBound = bound.own
        var shortfalls: [Shortfall] = []
        if evidence.runs < rule.minimumRuns {
            shortfalls.append(.tooFewRuns(evidence.runs, needed: rule.minimumRuns))
        }
        // Not "at least": a limit that is no number is never met.
        if !(upperBound < rule.maximumRate) {
            shortfalls.append(.boundTooHigh(upperBound, limit: rule.maximumRate))
        }
        self.shortfalls = shortfalls
    }
}
