/// A limit on waiting.
struct TimeLimit: Sendable {
    /// The maximum time.
    let time: Duration
    /// The clock that measures the time.
    let clock: any Clock<Duration>

    /// The outcome of a wait.
    enum End<Value: Sendable>: Sendable {
        case ended(Value)
        case outOfTime
        case cancelled
    }

    /// Waits for `body`, which is cancelled when its time is used up or the calling task is cancelled. From then on nobody
    /// waits for it, even if it ignores the cancellation.
    func wait<Value: Sendable>(for body: @escaping @Sendable () async -> Value) async -> End<Value> {
        if Task.isCancelled { return .cancelled }
        let (ends, end) = AsyncStream<End<Value>>.makeStream()
        let running = Task { end.yield(.ended(await body())) }
        let time = clock.wait(of: time)
        let alarm = Task {
            // This task only waits for the time to pass; any earlier end cancels it.
            if (try? await time()) != nil { end.yield(.outOfTime) }
        }
        defer {
            running.cancel()
            alarm.cancel()
        }
        return await ends.first { _ in true } ?? .cancelled
    }
}

extension Clock<Duration> {
    /// Returns a wait that counts from now, even if its task starts later.
    func wait(of time: Duration) -> @Sendable () async throws -> Void {
        let deadline = now.advanced(by: time)
        return { try await sleep(until: deadline, tolerance: nil) }
    }
}
