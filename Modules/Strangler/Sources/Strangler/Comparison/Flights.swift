import Synchronization

/// The comparisons of one hand-over that are under way: how many candidates run, and who waits for the outcomes.
final class Flights: Sendable {
    private struct State {
        var running = 0
        var unsettled = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let maximum: Int
    private let state = Mutex(State())

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// Takes a place; false if there is none.
    func begin() -> Bool {
        state.withLock { state in
            guard state.running < maximum else { return false }
            state.running += 1
            state.unsettled += 1
            return true
        }
    }

    /// The comparison has its outcome. Its candidate may still run.
    func settle() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.unsettled -= 1
            guard state.unsettled == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// The candidate has ended: its place is free.
    func end() {
        state.withLock { $0.running -= 1 }
    }

    /// Waits until no comparison is without outcome.
    func settled() async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                guard state.unsettled > 0 else { return true }
                state.waiting.append(continuation)
                return false
            }
            if isSettled { continuation.resume() }
        }
    }
}
