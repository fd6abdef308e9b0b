import Synchronization

/// A clock on which no time passes: a wait ends only by cancellation.
package struct StoppedClock: Clock {
    package init() {}
    package let now = ContinuousClock.now
    package let minimumResolution = Duration.zero

    package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
    }
}

/// A clock on which each wait ends when the test says so.
package struct SteppedClock: Clock {
    package let now = ContinuousClock.now
    package var minimumResolution: Swift.Duration { .zero }
    private let waits: AsyncStream<AsyncStream<Never>.Continuation>
    private let wait: AsyncStream<AsyncStream<Never>.Continuation>.Continuation

    package init() {
        (waits, wait) = AsyncStream.makeStream()
    }

    package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let (stream, end) = AsyncStream<Never>.makeStream()
        wait.yield(end)
        for await _ in stream {}
        try Task.checkCancellation()
    }

    /// Waits until a task waits on the clock, and ends its wait.
    package func step() async {
        var iterator = waits.makeAsyncIterator()
        await iterator.next()?.finish()
    }
}

/// A clock on which every wait ends at once.
package struct RushingClock: Clock {
    package init() {}
    package let now = ContinuousClock.now
    package let minimumResolution = Duration.zero

    package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
