public import Foundation

/// Whether evidence meets a rule, and if not, why.
///
/// Reasons: docs/adr/comparisons-and-the-verdict.md.
public struct Verdict: Hashable, Sendable, Codable {
    /// A reason why a rule is not met.
    public enum Shortfall: Hashable, Sendable, Codable {
        /// There are fewer runs than the rule requires.
        case tooFewRuns(Int, needed: Int)
        /// The upper bound of the rate is not below the limit.
        case boundTooHigh(Double, limit: Double)
        /// Ignore rules accepted a difference in a larger part of the comparisons than the rule allows.
        case ignoredTooOften(Double, limit: Double)
        /// This number of entries about differences didn't fit in the journal.
        case truncated(Int)
    }

    /// The operation that was judged.
    public let operation: String
    /// The implementations that were judged; nil if there is no evidence of any.
    public let sides: Sides?
    /// The rule.
    public let rule: Rule
    /// The evidence of the window that was judged.
    public let evidence: Evidence
    /// The evidence of control compared with itself, if the operation was calibrated.
    public let calibration: Evidence?
    /// The number of subject classes that the verdict is based on. Runs of one class don't count as independent.
    public let subjects: Int
    /// The number of those that had a run that disagreed.
    public let disagreeing: Int
    /// The start of the window; nil without evidence.
    public let windowStart: Date?
    /// The number of the window in the rule's period, from 0.
    public let window: Int
    /// The rate of disagreements, 0 to 1, that is shown to be noise alone; 0 without a calibration.
    public let noise: Double
    /// The upper confidence bound of the rate of subjects for whom the candidate itself disagrees, 0 to 1; 1 without runs.
    ///
    /// A run with an unknown outcome counts as a subject that disagreed, because it proves nothing.
    public let upperBound: Double
    /// Why the rule is not met; empty if it is.
    public let shortfalls: [Shortfall]

    /// Whether the rule is met.
    public var isMet: Bool {
        shortfalls.isEmpty
    }

    /// Judges the evidence about one operation and one pair of implementations, with its calibration if there is one.
    ///
    /// - Parameters:
    ///   - operation: The name of the hand-over.
    ///   - sides: The pair to judge; by default the newest. Evidence about others says nothing about it.
    ///   - evidence: What the journals of all machines have.
    ///   - rule: The team's requirements.
    ///   - now: The end of the rule's period.
    public init(
        of operation: String,
        between sides: Sides? = nil,
        in evidence: Evidence,
        by rule: Rule,
        now: Date
    ) {
        let all = evidence.of(operation)
        let pair = sides ?? all.pairs.last
        let own = pair.map { all.of(operation, between: $0) } ?? Evidence()
        let window = Window(of: own, by: rule, now: now)
        let noise = pair.map { pair in
            evidence.of(Calibration.operation(of: operation), between: pair.calibration).from(window.calibrationStart)
        }
        self.operation = operation
        self.sides = pair
        self.rule = rule
        self.evidence = own.from(window.start)
        calibration = noise.flatMap { $0.runs > 0 ? $0 : nil }
        windowStart = own.start == nil ? nil : window.start
        self.window = window.number
        let figures = Figures(self.evidence)
        let bound = Bound(
            figures,
            noise: calibration.map { NoiseFigures($0, rule.noise) },
            by: rule,
            window: window.number
        )
        subjects = figures.subjects
        disagreeing = figures.disagreeing
        self.noise = bound.noise
        upperBound = bound.own
        // An entry without an operation is a loss of a whole journal.
        let truncated = self.evidence.truncated + evidence.of("").from(window.start).truncated
        shortfalls = Self.shortfalls(self.evidence, bound, rule, truncated: truncated)
    }

    private static func shortfalls(_ evidence: Evidence, _ bound: Bound, _ rule: Rule, truncated: Int) -> [Shortfall] {
        var shortfalls: [Shortfall] = []
        let runs = evidence.runs
        if runs < rule.minimumRuns { shortfalls.append(.tooFewRuns(runs, needed: rule.minimumRuns)) }
        // Not "at least": a limit that is not a number is never met.
        if !(bound.own < rule.maximumRate) {
            shortfalls.append(.boundTooHigh(bound.own, limit: rule.maximumRate))
        }
        let ignored = evidence.ignored.values.reduce(0, +)
        if ignored > 0 {
            let rate = Double(ignored) / Double(ignored + runs)
            if !(rate <= rule.maximumIgnoredRate) {
                shortfalls.append(.ignoredTooOften(rate, limit: rule.maximumIgnoredRate))
            }
        }
        if truncated > 0 { shortfalls.append(.truncated(truncated)) }
        return shortfalls
    }
}

/// The part of the evidence that a rule's period covers.
///
/// Its start can't follow the clock: a sliding window would get a new chance of being met by luck with every run. It moves in
/// steps from the beginning of the evidence, and each step has a risk of its own.
private struct Window {
    let number: Int
    let start: Date
    /// A calibration is made before the comparison. It counts from one period before the window.
    let calibrationStart: Date

    init(of evidence: Evidence, by rule: Rule, now: Date) {
        let day: TimeInterval = 86_400
        guard let first = evidence.start else {
            number = 0
            start = now - rule.period / .seconds(1)
            calibrationStart = start
            return
        }
        let anchor = (first.timeIntervalSince1970 / day).rounded(.down) * day
        let period = max(day, rule.period / .seconds(1))
        let step = max(day, (period / 7 / day).rounded(.down) * day)
        let past = (now.timeIntervalSince1970 - period - anchor) / step
        number = past.isFinite ? max(0, Int(min(past.rounded(.up), 1e9))) : 0
        start = Date(timeIntervalSince1970: anchor + Double(number) * step)
        calibrationStart = start - (period.isFinite ? period : 0)
    }
}
