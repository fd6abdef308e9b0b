import Synchronization

/// Delays the responses of a store until the contract has observed what it needs.
///
/// An arrangement passes the gate where the real store would take time: in the closure, the transport or the server that its
/// implementation calls.
public final class Gate: Sendable {
    private enum State {
        case closed([AsyncStream<Never>.Continuation])
        case open
    }

    private let state = Mutex(State.closed([]))
    private let reached: @Sendable () -> Void

    /// Creates a closed gate that calls `reached` for each caller that arrives.
    init(reached: @escaping @Sendable () -> Void) {
        self.reached = reached
    }

    /// Waits until the contract opens the gate. Throws as soon as the calling task is cancelled. For a source that supports
    /// cancellation, as `URLSession` does.
    public func pass() async throws(CancellationError) {
        await wait()
        if Task.isCancelled { throw CancellationError() }
    }

    /// Waits until the contract opens the gate, even if the calling task is cancelled. For a source that doesn't support
    /// cancellation.
    public func passIgnoringCancellation() async {
        await Task { await wait() }.value
    }

    func open() {
        let waiting = state.withLock { state -> [AsyncStream<Never>.Continuation] in
            guard case .closed(let waiting) = state else { return [] }
            state = .open
            return waiting
        }
        for continuation in waiting { continuation.finish() }
    }

    private func wait() async {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        state.withLock { state in
            switch state {
            case .closed(let waiting): state = .closed(waiting + [continuation])
            case .open: continuation.finish()
            }
        }
        reached()
        for await _ in stream {}
    }
}
