import Synchronization

/// Delays its callers until it is opened, and reports when one has arrived. Cancellation has no effect.
final class Stopper: Sendable {
    private let arrivals = AsyncStream<Void>.makeStream()
    private let waiters = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func wait() async {
        arrivals.continuation.yield()
        await withCheckedContinuation { waiter in
            let isOpen = waiters.withLock { waiters in
                if !waiters.isOpen { waiters.waiting.append(waiter) }
                return waiters.isOpen
            }
            if isOpen { waiter.resume() }
        }
    }

    func arrival() async {
        for await _ in arrivals.stream { return }
    }

    func open() {
        let waiting = waiters.withLock { waiters in
            waiters.isOpen = true
            defer { waiters.waiting = [] }
            return waiters.waiting
        }
        for waiter in waiting { waiter.resume() }
    }
}
