import Synchronization

/// Holds up the answers of a store until the contract has seen what it wants to see.
///
/// An arrangement passes the gate in the place of the store's delay: in the closure, the transport or the server that
/// its implementation asks.
public final class Gate: Sendable {
    private enum State {
        case closed([AsyncStream<Never>.Continuation])
        case open
    }

    private let state = Mutex(State.closed([]))
    private let reached: @Sendable () -> Void

    /// Makes a closed gate that tells of everyone who comes to it.
    init(reached: @escaping @Sendable () -> Void) {
        self.reached = reached
    }

    /// Waits until the contract opens the gate; throws as soon as the calling task is cancelled. For a source that
    /// notices cancellation, as `URLSession` does.
    public func pass() async throws(CancellationError) {
        await wait()
        if Task.isCancelled { throw CancellationError() }
    }

    /// Waits until the contract opens the gate, whatever happens to the calling task. For a source that knows no
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
