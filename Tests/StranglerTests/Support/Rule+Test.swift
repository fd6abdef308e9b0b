@testable import Strangler

extension Rule {
    /// A rule without what entries that are made in one moment can't have: a span, and a log of begun runs.
    static func test(
        maximumRate: Double = 0.001,
        confidence: Double = 0.95,
        minimumRuns: Int = 3_000,
        period: Duration = .seconds(7 * 86_400),
        looks: Looks = .anytime,
        noise: Noise = .ofOneSide,
        maximumUnseenShare: Double = 0.01,
        span: Span = .none,
        requiresCrashLog: Bool = false
    ) -> Rule {
        do {
            return try Rule(
                maximumRate: maximumRate,
                confidence: confidence,
                minimumRuns: minimumRuns,
                period: period,
                looks: looks,
                noise: noise,
                maximumUnseenShare: maximumUnseenShare,
                span: span,
                requiresCrashLog: requiresCrashLog
            )
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
