/// A team's requirements on a candidate before it trusts it.
public struct Rule: Hashable, Sendable, Codable {
    /// The share of subjects, 0 to 1, for whom the candidate may disagree. The upper bound must stay below it.
    public let maximumRate: Double
    /// The confidence of the bound, above 0 and below 1.
    public let confidence: Double
    /// The minimum number of runs.
    public let minimumRuns: Int
    /// The period in which runs count. The start of the window moves in steps of a seventh of it, and by whole days.
    public let period: Duration
    /// How often somebody may look at the verdict.
    public let looks: Looks
    /// What calibration may subtract if control differed from itself.
    public let noise: Noise
    /// The share of comparisons, 0 to 1, in which an ignore rule may accept a difference. They are no runs and match nothing;
    /// beyond this share the rules hide too much for a verdict.
    public let maximumIgnoredRate: Double

    /// How often somebody may look at a verdict.
    public enum Looks: Hashable, Sendable, Codable {
        /// At any time and any number of times; it is also allowed to stop as soon as the rule is met.
        case anytime
        /// At most this number of times, decided before the first run. One look requires the fewest runs.
        case planned(Int)
    }

    /// Why control's results may differ from one call to the next.
    public enum Noise: String, Hashable, Sendable, Codable, CaseIterable {
        /// One of the two calls may have returned a wrong result. Half of control's differences from itself are subtracted,
        /// because a calibration has control on both sides and a comparison on one.
        case ofOneSide
        /// Only the data changes between two calls, and both results are right. All differences are subtracted.
        case betweenCalls
    }

    /// Creates a rule. The default is under 0.1% of the subjects at 95% over at least 3,000 runs in 7 days, with looks at any
    /// time.
    public init(
        maximumRate: Double = 0.001,
        confidence: Double = 0.95,
        minimumRuns: Int = 3_000,
        period: Duration = .seconds(7 * 24 * 60 * 60),
        looks: Looks = .anytime,
        noise: Noise = .ofOneSide,
        maximumIgnoredRate: Double = 0.01
    ) {
        self.maximumRate = maximumRate
        self.confidence = confidence
        self.minimumRuns = minimumRuns
        self.period = period
        self.looks = looks
        self.noise = noise
        self.maximumIgnoredRate = maximumIgnoredRate
    }
}
