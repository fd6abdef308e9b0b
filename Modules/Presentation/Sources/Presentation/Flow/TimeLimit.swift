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
        let alarm = Self.ring(after: time, on: clock) { end.yield(.outOfTime) }
        defer {
            running.cancel()
            alarm.cancel()
        }
        return await ends.first { _ in true } ?? .cancelled
    }

    /// The wait counts from now, however late its task gets its turn.
    private static func ring(
        after time: Duration,
        on clock: some Clock<Duration>,
        _ ring: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> {
        let deadline = clock.now.advanced(by: time)
        return Task {
            // Waits for nothing but the time: whoever ends before it cancels the ring.
            guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
            ring()
        }
    }
}
