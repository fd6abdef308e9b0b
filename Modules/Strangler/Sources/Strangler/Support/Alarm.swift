import Synchronization

/// All deadlines of one hand-over, on one timer. A deadline that is cancelled is released immediately, and not when it would
/// have expired.
final class Alarm: Sendable {
    private struct State {
        var next = 0
        var pending: [Int: (at: Duration, ring: @Sendable () -> Void)] = [:]
        /// The time at which the sleeping task wakes up, and its number; nil if none sleeps.
        var sleeper: (wakes: Duration, number: Int, task: Task<Void, Never>)?
        var sleepers = 0
    }

    private let timing: Timing
    private let state = Mutex(State())

    init(_ timing: Timing) {
        self.timing = timing
    }

    /// Calls `ring` after a duration, unless the returned number is cancelled before.
    func set(after duration: Duration, ring: @escaping @Sendable () -> Void) -> Int {
        let at = timing.elapsed() + duration
        return state.withLock { state in
            state.next += 1
            state.pending[state.next] = (at, ring)
            // Looking for the earliest takes longer the more there are, and a later one changes nothing.
            if at < state.sleeper?.wakes ?? .nanoseconds(Int64.max) { sleep(&state) }
            return state.next
        }
    }

    func takeBack(_ number: Int) {
        state.withLock { state in state.pending[number] = nil }
    }

    /// The number of deadlines.
    var pending: Int {
        state.withLock { $0.pending.count }
    }

    /// Ensures that a task wakes up for the earliest deadline.
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
            // This throws when cancelled: there is an earlier deadline, which has a sleeper of its own.
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
