import Synchronization

/// Waits for work that can't be cancelled, and leaves it behind when nobody wants it any more: the work runs on, and
/// what it answers goes nowhere.
struct Patience: Sendable {
    /// How a wait ends.
    enum Outcome<Answer: Sendable>: Sendable {
        case finished(Answer)
        /// `limit` has passed.
        case expired
        /// The waiting task was cancelled.
        case cancelled
    }

    /// How long to wait.
    let limit: Duration
    /// What measures `limit`.
    let clock: any Clock<Duration>

    /// Waits for `work`, which isn't even started if the task is cancelled already.
    func wait<Answer: Sendable>(for work: @escaping @Sendable () async -> Answer) async -> Outcome<Answer> {
        if Task.isCancelled { return .cancelled }
        let first = First<Outcome<Answer>>()
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

/// A value that several tasks offer and one awaits: the first offer counts.
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

    /// To be awaited once.
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
