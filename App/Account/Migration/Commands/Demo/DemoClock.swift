import Synchronization

/// Real time, of which lengths can be skipped: the played hand-over does not sit out a kill switch's cool-down.
final class DemoClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        fileprivate var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let start = ContinuousClock.now
    private let skipped = Mutex(Duration.zero)

    var now: Instant { Instant(offset: start.duration(to: .now) + skipped.withLock { $0 }) }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        // A clock is asked to.
        try await ContinuousClock().sleep(for: now.duration(to: deadline), tolerance: tolerance)
    }

    /// Skips a length of time; who sleeps meanwhile does not notice.
    func skip(_ duration: Duration) {
        skipped.withLock { $0 += duration }
    }
}
