import Synchronization

/// All deadlines of one hand-over, on one timer: a deadline that is taken back is let go at once, and not when it would
/// have rung.
final class Alarm: Sendable {
    private struct State {
        var next = 0
        var pending: [Int: (at: Duration, ring: @Sendable () -> Void)] = [:]
        /// When the task that sleeps wakes up, and its number; nil if none sleeps.
        var sleeper: (wakes: Duration, number: Int, task: Task<Void, Never>)?
        var sleepers = 0
    }

    private let timing: Timing
    private let state = Mutex(State())

    init(_ timing: Timing) {
        self.timing = timing
    }

    /// Calls `ring` after a length of time, unless the returned number is taken back before.
    func set(after duration: Duration, ring: @escaping @Sendable () -> Void) -> Int {
        let at = timing.elapsed() + duration
        return state.withLock { state in
            state.next += 1
            state.pending[state.next] = (at, ring)
            sleep(&state)
            return state.next
        }
    }

    func takeBack(_ number: Int) {
        state.withLock { state in state.pending[number] = nil }
    }

    /// How many deadlines are set.
    var pending: Int {
        state.withLock { $0.pending.count }
    }

    /// Sees to it that a task wakes up for the earliest deadline.
    private func sleep(_ state: inout State) {
        guard let earliest = state.pending.values.map(\.at).min() else { return }
        if let sleeper = state.sleeper {
            guard earliest < sleeper.wakes else { return }
            sleeper.task.cancel()
        }
        state.sleepers += 1
        let number = state.sleepers
        let (timing, length) = (timing, earliest - timing.elapsed())
        let task = Task.detached { [weak self] in
            // It throws when cancelled: an earlier deadline has come, which has a sleeper of its own.
            guard (try? await timing.sleep(length)) != nil else { return }
            self?.wake(number)
        }
        state.sleeper = (earliest, number, task)
    }

    private func wake(_ number: Int) {
        let now = timing.elapsed()
        let due = state.withLock { state -> [@Sendable () -> Void] in
            guard state.sleeper?.number == number else { return [] }
            state.sleeper = nil
            let due = state.pending.filter { $0.value.at <= now }
            for number in due.keys { state.pending[number] = nil }
            sleep(&state)
            return due.values.map(\.ring)
        }
        for ring in due { ring() }
    }
}
