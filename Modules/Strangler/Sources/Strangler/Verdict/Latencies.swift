/// Three percentiles of a side's latencies, each one of the latencies that were measured (nearest rank).
public struct Latencies: Hashable, Sendable {
    /// How many were measured.
    public let count: Int
    /// Half of the calls took no longer.
    public let p50: Duration
    /// 95 of 100 calls took no longer.
    public let p95: Duration
    /// 99 of 100 calls took no longer.
    public let p99: Duration

    /// The percentiles of some latencies, or nil of none.
    public init?(of latencies: [Duration]) {
        guard !latencies.isEmpty else { return nil }
        let sorted = latencies.sorted()
        func percentile(_ percent: Int) -> Duration {
            // The rank is the count times the percentage, rounded up, in whole numbers.
            sorted[(sorted.count * percent + 99) / 100 - 1]
        }
        count = sorted.count
        p50 = percentile(50)
        p95 = percentile(95)
        p99 = percentile(99)
    }
}
