import Synchronization

/// The running comparisons of one hand-over: the number of running candidates, and the tasks that wait for outcomes.
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

    /// Takes a place. Returns false if there is none.
    func begin() -> Bool {
        state.withLock { state in
            guard state.running < maximum else { return false }
            state.running += 1
            state.unsettled += 1
            return true
        }
    }

    /// Records that the comparison has its outcome. Its candidate may still run.
    func settle() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.unsettled -= 1
            guard state.unsettled == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Records that the candidate has ended: its place is free.
    func end() {
        state.withLock { $0.running -= 1 }
    }

    /// Waits until every comparison has its outcome.
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
