import Synchronization

/// A value that is set once: the first one wins, and all waiting tasks get that one.
final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case open([CheckedContinuation<Value, Never>])
        case kept(Value)
    }

    private let state = Mutex(State.open([]))

    /// Waits for the value, even if the waiting task is cancelled.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let kept: Value? = state.withLock { state in
                    switch state {
                    case .kept(let value): return value
                    case .open(let waiting):
                        state = .open(waiting + [continuation])
                        return nil
                    }
                }
                if let kept { continuation.resume(returning: kept) }
            }
        }
    }

    /// Sets the value; has no effect if there already is one.
    func keep(_ value: Value) {
        let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>] in
            guard case .open(let waiting) = state else { return [] }
            state = .kept(value)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }
}

extension Result where Success: Sendable {
    /// Creates the result of asynchronous work, with its typed error.
    init(async work: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}
