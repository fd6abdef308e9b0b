/// Waits for something no longer than a time.
struct TimeLimit: Sendable {
    /// How long.
    let time: Duration
    /// What measures it.
    let clock: any Clock<Duration>

    /// How a wait ends.
    enum End<Value: Sendable>: Sendable {
        case ended(Value)
        case outOfTime
        case cancelled
    }

    /// Waits for `body`, which is cancelled when its time is over or the calling task is cancelled. From then on nobody
    /// waits for it, even if it ignores that.
    func wait<Value: Sendable>(for body: @escaping @Sendable () async -> Value) async -> End<Value> {
        if Task.isCancelled { return .cancelled }
        let (ends, end) = AsyncStream<End<Value>>.makeStream()
        let running = Task { end.yield(.ended(await body())) }
        let time = clock.wait(of: time)
        let alarm = Task {
            // Waits for nothing but the time: whatever ends before it cancels the alarm.
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
    /// Returns a wait that counts from now, however late its task gets its turn.
    func wait(of time: Duration) -> @Sendable () async throws -> Void {
        let deadline = now.advanced(by: time)
        return { try await sleep(until: deadline, tolerance: nil) }
    }
}
