import Synchronization

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
        let first = First<Outcome<Value>>()
        let worker = Task { first.settle(.finished(await work())) }
        let alarm = Task {
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            first.settle(.expired)
        }
        let outcome = await withTaskCancellationHandler {
            await first.value
        } onCancel: {
            first.settle(.cancelled)
        }
        alarm.cancel()
        worker.cancel()
        return outcome
    }
}

/// A value that several tasks offer and one task awaits. The first offer counts.
private final class First<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case settled(Value)
    }

    private let state = Mutex(State.open)

    func settle(_ value: Value) {
        let waiter: CheckedContinuation<Value, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .settled(value)
                return nil
            case .awaited(let waiter):
                state = .settled(value)
                return waiter
            case .settled:
                return nil
            }
        }
        waiter?.resume(returning: value)
    }

    /// The first value. Await it only once.
    var value: Value {
        get async {
            await withCheckedContinuation { waiter in
                let settled: Value? = state.withLock { state in
                    if case .settled(let value) = state { return value }
                    state = .awaited(waiter)
                    return nil
                }
                if let settled { waiter.resume(returning: settled) }
            }
        }
    }
}
