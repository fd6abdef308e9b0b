/// A team's requirements on a candidate before it trusts it.
///
/// A rule that can't mean anything, such as a maximum rate of 2, is refused when it is made.
public struct Rule: Hashable, Sendable, Codable {
    /// The share of subjects, above 0 and below 1, for whom the candidate may disagree. The upper bound must stay below it.
    public let maximumRate: Double
    /// The confidence of the bound, at least 0.5 and below 1.
    public let confidence: Double
    /// The minimum number of runs, at least 1.
    public let minimumRuns: Int
    /// The period in which runs count, at least a day. The start of the window moves in steps of a seventh of it, and by whole
    /// days.
    public let period: Duration
    /// How often somebody may look at the verdict.
    public let looks: Looks
    /// What calibration may subtract if control differed from itself.
    public let noise: Noise
    /// The share of the chosen calls, 0 to 1, that may be unseen: chosen for a comparison and not compared, for whatever
    /// reason. Nothing is known about them, so they are where a difference can hide.
    public let maximumUnseenShare: Double
    /// How much of the day and the week the runs have to cover.
    public let span: Span
    /// Whether runs count only if a crash of the candidate would have been seen: if their beginning was noted in a log that
    /// survives the process.
    public let requiresCrashLog: Bool

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

    /// The different days and hours of the day (UTC) that runs have to cover: a candidate may be wrong only at night, or only at
    /// the weekend.
    public struct Span: Hashable, Sendable, Codable {
        /// The number of different days with runs.
        public let days: Int
        /// The number of different hours of the day with runs, at most 24.
        public let hours: Int

        /// Creates a span.
        public init(days: Int, hours: Int) {
            self.days = days
            self.hours = hours
        }

        /// No requirement.
        public static let none = Span(days: 0, hours: 0)
        /// Every hour of the day, and six days, so that one of them is at a weekend: what a service that never closes covers
        /// in a week.
        public static let week = Span(days: 6, hours: 24)
    }

    /// A rule that can't be met by anything, or is met by anything.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        /// The reason in words.
        public let description: String

        /// Creates an error with a reason, such as "there has to be at least 1 run".
        public init(_ description: String) {
            self.description = description
        }
    }

    /// Creates the default rule: under 0.1% of the subjects at 95% over at least 3,000 runs in 7 days and every hour of the day,
    /// with at most 1% of the chosen calls unseen, with looks at any time.
    public init() {
        (maximumRate, confidence, minimumRuns, period) = (0.001, 0.95, 3_000, .seconds(7 * 86_400))
        (looks, noise, maximumUnseenShare, span, requiresCrashLog) = (.anytime, .ofOneSide, 0.01, .week, true)
    }

    /// Creates a rule. What is left out is that of the default rule. Throws if a part has no meaning.
    public init(
        maximumRate: Double = 0.001,
        confidence: Double = 0.95,
        minimumRuns: Int = 3_000,
        period: Duration = .seconds(7 * 86_400),
        looks: Looks = .anytime,
        noise: Noise = .ofOneSide,
        maximumUnseenShare: Double = 0.01,
        span: Span = .week,
        requiresCrashLog: Bool = true
    ) throws(Invalid) {
        self.maximumRate = maximumRate
        self.confidence = confidence
        self.minimumRuns = minimumRuns
        self.period = period
        self.looks = looks
        self.noise = noise
        self.maximumUnseenShare = maximumUnseenShare
        self.span = span
        self.requiresCrashLog = requiresCrashLog
        if let problem { throw Invalid(problem) }
    }

    /// Reads a rule. Throws if it is not one that could have been made.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            maximumRate: container.decode(Double.self, forKey: .maximumRate),
            confidence: container.decode(Double.self, forKey: .confidence),
            minimumRuns: container.decode(Int.self, forKey: .minimumRuns),
            period: container.decode(Duration.self, forKey: .period),
            looks: container.decode(Looks.self, forKey: .looks),
            noise: container.decode(Noise.self, forKey: .noise),
            maximumUnseenShare: container.decode(Double.self, forKey: .maximumUnseenShare),
            span: container.decode(Span.self, forKey: .span),
            requiresCrashLog: container.decode(Bool.self, forKey: .requiresCrashLog)
        )
    }

    /// The first part without a meaning. Comparisons are written so that a number that is none fails them.
    private var problem: String? {
        let days = period / .seconds(86_400)
        if !(maximumRate > 0 && maximumRate < 1) { return "the maximum rate has to be above 0 and below 1" }
        if !(confidence >= 0.5 && confidence < 1) { return "the confidence has to be at least 0.5 and below 1" }
        if minimumRuns < 1 { return "there has to be at least 1 run" }
        if !(days >= 1 && days <= 36_500) { return "the period has to be 1 to 36,500 days" }
        if case .planned(let looks) = looks, looks < 1 { return "there has to be at least 1 planned look" }
        if !(maximumUnseenShare >= 0 && maximumUnseenShare < 1) { return "the unseen share has to be 0 to below 1" }
        if !(0...24).contains(span.hours) { return "a span has 0 to 24 hours of the day" }
        if span.days < 0 || Double(span.days) > days { return "a span has no more days than the period" }
        return nil
    }
}

extension Rule: CustomStringConvertible {
    /// The rule in words, the same for equal rules: what evidence says of a look.
    public var description: String {
        let days = period / .seconds(86_400)
        var parts = [
            "under \(maximumRate.percent) at \(confidence.percent)", "\(minimumRuns.grouped) runs",
            "\(days == days.rounded() ? String(Int(days)) : String(days)) days", "looks \(looks)",
            "unseen at most \(maximumUnseenShare.percent)",
        ]
        if span != .none { parts.append("\(span.days) days and \(span.hours) hours covered") }
        if noise != .ofOneSide { parts.append("noise between calls") }
        if !requiresCrashLog { parts.append("crashes not asked for") }
        return parts.joined(separator: ", ")
    }
}

extension Rule.Looks: CustomStringConvertible {
    /// `at any time`, or `3 planned`.
    public var description: String {
        switch self {
        case .anytime: "at any time"
        case .planned(let looks): "\(looks.grouped) planned"
        }
    }
}
