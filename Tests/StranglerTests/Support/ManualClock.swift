import Synchronization

/// A clock that is stopped until a test moves it.
final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant()
        var nextSleeper = 0
        var sleepers: [Int: (until: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { return wake.resume(throwing: CancellationError()) }
                let (isOver, watchers) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                    guard state.now < deadline else { return (true, []) }
                    state.sleepers[number] = (deadline, wake)
                    let count = state.sleepers.count
                    let watchers = state.watchers.filter { $0.count <= count }.map(\.continuation)
                    state.watchers.removeAll { $0.count <= count }
                    return (false, watchers)
                }
                if isOver { wake.resume() }
                for watcher in watchers { watcher.resume() }
                // Cancelled between the first check and the sleep.
                if Task.isCancelled { self.wake(number, throwing: CancellationError()) }
            }
        } onCancel: {
            wake(number, throwing: CancellationError())
        }
    }

    /// Advances the time and wakes all waiters whose time has come.
    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let woken = state.sleepers.filter { $0.value.until <= state.now }
            for number in woken.keys { state.sleepers[number] = nil }
            return woken.values.map(\.wake)
        }
        for wake in woken { wake.resume() }
    }

    /// The number of waiters.
    var count: Int {
        state.withLock { $0.sleepers.count }
    }

    /// Waits until a task sleeps until this time.
    func sleepers(until time: Duration) async {
        while !state.withLock({ $0.sleepers.values.contains { $0.until.offset == time } }) { await Task.yield() }
    }

    /// Waits until this number of tasks sleep.
    func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.sleepers.count < count else { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func wake(_ number: Int, throwing error: any Error) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
        sleeper?.wake.resume(throwing: error)
    }
}
