/// How long to wait before trying again after failures.
public struct NewsBackoff: Sendable {
    private let first: Duration
    private let longest: Duration
    private let fraction: @Sendable () -> Double

    /// Creates a backoff.
    ///
    /// - Parameters:
    ///   - first: The wait after the first failure. It is doubled with each failure.
    ///   - longest: The longest wait.
    ///   - fraction: Returns a random number from 0 to 1, so that clients don't all return at the same time.
    public init(first: Duration, longest: Duration, fraction: @escaping @Sendable () -> Double) {
        self.first = first
        self.longest = longest
        self.fraction = fraction
    }

    /// Returns a wait between half and all of what is due after this number of failures.
    func wait(after failures: Int) -> Duration {
        let due = min(longest, first * (1 << min(max(0, failures - 1), 20)))
        return due / 2 + due / 2 * fraction()
    }
}
