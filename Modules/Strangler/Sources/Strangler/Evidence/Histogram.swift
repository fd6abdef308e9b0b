import Foundation

/// Latencies counted in steps of about 3%, so that the latencies of any number of calls take the same space and can be added.
enum Histogram {
    /// The number of steps for each doubling of the latency.
    private static let stepsPerDoubling = 24.0

    /// Returns the step of a latency; everything up to a nanosecond is step 0.
    static func step(of latency: Duration) -> Int {
        let nanoseconds = latency / .nanoseconds(1)
        guard nanoseconds > 1 else { return 0 }
        return Int((log2(nanoseconds) * stepsPerDoubling - 1e-9).rounded(.up))
    }

    /// The last step whose latency is a number of nanoseconds.
    private static let lastStep = 24 * 62

    /// Returns the longest latency of a step. Steps that no latency has count as the nearest one.
    static func latency(of step: Int) -> Duration {
        let step = min(max(step, 0), lastStep)
        // In whole nanoseconds, so that a latency and the end of its step differ by less than a step.
        return .nanoseconds(Int64(exp2(Double(step) / stepsPerDoubling).rounded()))
    }
}
