import Synchronization

/// What an observer hears: every record that is published while it observes, in order, but for those it was too slow
/// for. It ends when the task that waits for the next is cancelled. To be iterated once.
public struct DiagnosticsObservation: AsyncSequence, Sendable {
    /// What comes.
    public typealias Element = PublishedDiagnostic
    /// Nothing goes wrong.
    public typealias Failure = Never

    let source: Source
    private let stream: AsyncStream<PublishedDiagnostic>

    init(limit: Int, onEnd: @escaping @Sendable () -> Void) {
        let (stream, continuation) = AsyncStream<PublishedDiagnostic>.makeStream(
            bufferingPolicy: .bufferingNewest(Swift.max(1, limit))
        )
        continuation.onTermination = { _ in onEnd() }
        self.stream = stream
        source = Source(continuation: continuation)
    }

    /// How many records were dropped so far, because they came faster than they were taken.
    public var dropped: Int { source.dropped }

    /// Iterates.
    public func makeAsyncIterator() -> AsyncStream<PublishedDiagnostic>.Iterator { stream.makeAsyncIterator() }

    /// The other end.
    final class Source: Sendable {
        private let continuation: AsyncStream<PublishedDiagnostic>.Continuation
        private let count = Mutex(0)

        init(continuation: AsyncStream<PublishedDiagnostic>.Continuation) {
            self.continuation = continuation
        }

        var dropped: Int { count.withLock { $0 } }

        func tell(_ record: PublishedDiagnostic) {
            if case .dropped = continuation.yield(record) { count.withLock { $0 += 1 } }
        }
    }
}
