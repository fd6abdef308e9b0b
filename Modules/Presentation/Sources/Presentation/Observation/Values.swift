import Observation

/// Follows a view model outside SwiftUI: what `read` returns now, then again after each change of an observable
/// property it has read.
///
/// Changes in quick succession coalesce, and a slow reader gets the latest only: the stream tells what is, not what
/// happened. It has no end of its own and keeps what `read` holds alive; end it by leaving or cancelling the loop.
@MainActor
public func values<Value: Sendable>(of read: @escaping @MainActor () -> Value) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let source = Source(read: read)
    // What is observed keeps the observer until its next change, which may never come; then it must not hold `read`, which
    // holds what is observed.
    continuation.onTermination = { _ in Task { @MainActor in source.read = nil } }
    follow(source, continuation)
    return stream
}

@MainActor
private final class Source<Value: Sendable> {
    var read: (@MainActor () -> Value)?

    init(read: @escaping @MainActor () -> Value) {
        self.read = read
    }
}

@MainActor
private func follow<Value: Sendable>(_ source: Source<Value>, _ continuation: AsyncStream<Value>.Continuation) {
    guard let read = source.read else { return }
    // Yielding first finds out whether anyone still listens; tracking first would go on for ever.
    if case .terminated = continuation.yield(read()) { return }
    withObservationTracking {
        _ = read()
    } onChange: {
        // The change has not happened yet: it can be read in a later turn.
        Task { @MainActor in follow(source, continuation) }
    }
}
