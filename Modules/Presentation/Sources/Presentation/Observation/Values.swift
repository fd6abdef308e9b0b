import Observation

/// Observes a view model outside SwiftUI. The stream contains what `read` returns now, and again after each change of an
/// observable property that it has read.
///
/// Changes in quick succession coalesce, and a slow reader gets only the latest value: the stream reports states, not events.
/// It doesn't end by itself, and it retains what `read` retains. To end it, leave or cancel the loop.
@MainActor
public func values<Value: Sendable>(of read: @escaping @MainActor () -> Value) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let source = Source(read: read)
    // The observed object retains the observer until its next change, which may never come. Until then the observer must not
    // retain `read`, which retains the observed object.
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
    // Yielding first shows whether anyone still listens; if tracking came first, it would never end.
    if case .terminated = continuation.yield(read()) { return }
    withObservationTracking {
        _ = read()
    } onChange: {
        // The change has not happened yet: it is visible in a later turn.
        Task { @MainActor in follow(source, continuation) }
    }
}
