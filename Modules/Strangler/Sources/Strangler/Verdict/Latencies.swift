/// Three percentiles of a side's latencies (nearest rank).
public struct Latencies: Hashable, Sendable, Codable {
    /// The number of measured latencies.
    public let count: Int
    /// Half of the calls took no longer.
    public let p50: Duration
    /// 95 of 100 calls took no longer.
    public let p95: Duration
    /// 99 of 100 calls took no longer.
    public let p99: Duration

    /// Creates the exact percentiles of some latencies. Returns nil without any.
    public init?(of latencies: [Duration]) {
        self.init(latencies.sorted().map { ($0, 1) })
    }

    /// Creates the percentiles of latencies that were counted in steps: each is the end of its step, up to 3% above the
    /// measured latency.
    init?(steps: [Int: Int]) {
        self.init(steps.sorted { $0.key < $1.key }.map { (Histogram.latency(of: $0.key), $0.value) })
    }

    init?(_ sorted: [(latency: Duration, count: Int)]) {
        count = sorted.reduce(0) { $0 + $1.count }
        guard count > 0, let longest = sorted.last?.latency else { return nil }
        let total = count
        func percentile(_ percent: Int) -> Duration {
            // The rank is the count times the percentage, rounded up, in whole numbers.
            let rank = (total * percent + 99) / 100
            var passed = 0
            return sorted.first { one in
                passed += one.count
                return passed >= rank
            }?.latency ?? longest
        }
        p50 = percentile(50)
        p95 = percentile(95)
        p99 = percentile(99)
    }
}
