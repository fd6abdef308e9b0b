import Synchronization

/// A clock on which waits below a minute end at once, and longer ones only by cancellation. It advances by each wait, and
/// records it.
final class JumpingClock: Clock {
    private let state = Mutex((now: ContinuousClock.now, waits: [Swift.Duration]()))

    let minimumResolution = Swift.Duration.zero

    var now: ContinuousClock.Instant { state.withLock { $0.now } }

    /// The short waits, in order.
    var waits: [Swift.Duration] { state.withLock { $0.waits } }

    func advance(by duration: Swift.Duration) {
        state.withLock { $0.now = $0.now.advanced(by: duration) }
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Swift.Duration?) async throws {
        let isOver = state.withLock { state in
            let wait = state.now.duration(to: deadline)
            guard wait < .seconds(60) else { return false }
            state.waits.append(wait)
            state.now = max(state.now, deadline)
            return true
        }
        if !isOver { for await _ in AsyncStream<Never>.makeStream().stream {} }
        try Task.checkCancellation()
    }
}
