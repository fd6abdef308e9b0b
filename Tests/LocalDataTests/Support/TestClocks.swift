import Synchronization

/// A clock on which no time passes: a wait ends only by cancellation.
struct StoppedClock: Clock {
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
    }
}

/// A clock on which each wait ends when the test says so.
struct SteppedClock: Clock {
    let now = ContinuousClock.now
    var minimumResolution: Swift.Duration { .zero }
    private let waits: AsyncStream<AsyncStream<Never>.Continuation>
    private let wait: AsyncStream<AsyncStream<Never>.Continuation>.Continuation

    init() {
        (waits, wait) = AsyncStream.makeStream()
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let (stream, end) = AsyncStream<Never>.makeStream()
        wait.yield(end)
        for await _ in stream {}
        try Task.checkCancellation()
    }

    /// Waits until a task waits on the clock, and ends its wait.
    func step() async {
        var iterator = waits.makeAsyncIterator()
        await iterator.next()?.finish()
    }
}
