/// What a team asks of a candidate before it trusts it.
public struct Rule: Hashable, Sendable, Codable {
    /// The part of subjects, 0 to 1, that may see the candidate disagree. The upper bound must stay below it.
    public let maximumRate: Double
    /// How sure the bound must be, above 0 and below 1.
    public let confidence: Double
    /// How many runs there must be at least.
    public let minimumRuns: Int
    /// How far back runs count. The start of the window moves in sevenths of it, and by whole days.
    public let period: Duration
    /// How often somebody may look at the verdict.
    public let looks: Looks
    /// What calibration may take off where control differed from itself.
    public let noise: Noise
    /// The part of comparisons, 0 to 1, that ignore rules may cover. Beyond it the rules hide too much.
    public let maximumIgnoredRate: Double

    /// How often somebody may look at a verdict.
    public enum Looks: Hashable, Sendable, Codable {
        /// At any time and as often as they like, also to stop as soon as the rule is met.
        case anytime
        /// So many times at most, decided before the first run. For one look it needs the fewest runs.
        case planned(Int)
    }

    /// Why control's answers may differ from one call to the next.
    public enum Noise: String, Hashable, Sendable, Codable, CaseIterable {
        /// One of the two calls may have answered wrongly. Of control's differences from itself half are taken off,
        /// because a calibration has control on both sides and a comparison on one.
        case ofOneSide
        /// Only the world changes between two calls, and both answers are right. All differences are taken off.
        case betweenCalls
    }

    /// Creates a rule; by default under 0.1% of the subjects at 95% over at least 3,000 runs in 7 days, looked at at any
    /// time.
    public init(
        maximumRate: Double = 0.001,
        confidence: Double = 0.95,
        minimumRuns: Int = 3_000,
        period: Duration = .seconds(7 * 24 * 60 * 60),
        looks: Looks = .anytime,
        noise: Noise = .ofOneSide,
        maximumIgnoredRate: Double = 0.05
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
