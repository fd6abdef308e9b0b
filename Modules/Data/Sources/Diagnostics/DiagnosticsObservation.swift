import Synchronization

/// The records that are published while an observer listens, in order, without those that were dropped because the observer was
/// too slow. The sequence ends when the task that waits for the next record is cancelled. It can be iterated only once.
public struct DiagnosticsObservation: AsyncSequence, Sendable {
    /// A record.
    public typealias Element = PublishedDiagnostic
    /// The sequence never throws.
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

    /// The number of records dropped so far because the observer was too slow.
    public var dropped: Int { source.dropped }

    /// Creates the iterator. Call this method only once.
    public func makeAsyncIterator() -> AsyncStream<PublishedDiagnostic>.Iterator { stream.makeAsyncIterator() }

    /// The sending end of the sequence.
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
