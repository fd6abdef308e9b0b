/// A limit on how long to wait for work, even if the work can't be cancelled.
///
/// When the limit has passed, the work is cancelled and no longer awaited. It may continue to run, and its result is dropped.
package struct Deadline: Sendable {
    /// How a wait ends.
    package enum Outcome<Value: Sendable>: Sendable {
        /// The work has ended.
        case finished(Value)
        /// The time is used up.
        case expired
        /// The waiting task was cancelled.
        case cancelled
    }

    private let limit: Duration
    private let clock: any Clock<Duration>

    /// Creates a deadline that ends each wait after `limit`, measured by `clock`.
    package init(_ limit: Duration, on clock: any Clock<Duration>) {
        self.limit = limit
        self.clock = clock
    }

    /// Waits for `work`, which isn't started if the task is already cancelled.
    package func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) async -> Outcome<Value> {
        if Task.isCancelled { return .cancelled }
        let (outcomes, outcome) = AsyncStream<Outcome<Value>>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let worker = Task { outcome.yield(.finished(await work())) }
        let alarm = Task {
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            outcome.yield(.expired)
        }
        defer {
            alarm.cancel()
            worker.cancel()
        }
        // The first outcome counts. If this task is cancelled, the stream ends for it.
        return await outcomes.first { _ in true } ?? .cancelled
    }
}
