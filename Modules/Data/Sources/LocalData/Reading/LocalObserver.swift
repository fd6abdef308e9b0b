import Domain
import Synchronization

/// An observer of a response, and what it has not received yet: at most the latest value and a failure after it.
///
/// The stored value comes first. A value never follows a newer one, and a failure never replaces a value.
final class LocalObserver<Value: Sendable>: Sendable {
    typealias Stored = LocalTable<Value>.Stored

    private struct State {
        /// Whether the first stored value is known. Nothing is sent before.
        var hasBegun = false
        /// Whether the stored value couldn't be read the last time.
        var isUnreadable = false
        /// The revision of the newest value that was sent or is about to be sent; nil if there was none. Anything may be stored.
        var revision: Int64?
        var value: Snapshot<Value>?
        var failure: ReadError?
    }

    private let state = Mutex(State())
    private let arrival: AsyncStream<Void>.Continuation

    private init(_ arrival: AsyncStream<Void>.Continuation) {
        self.arrival = arrival
    }

    /// Begins to observe.
    ///
    /// - Parameter onEnd: Called when nobody reads the updates any more.
    static func begin(
        _ table: LocalTable<Value>,
        of user: UserID,
        in database: LocalDatabase,
        onEnd: @escaping @Sendable (LocalObserver) -> Void
    ) -> (observer: LocalObserver, updates: AsyncStream<ReadUpdate<Value>>) {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let observer = LocalObserver(arrival)
        let following = Task {
            let stored = database.observe(
                { try table.head(user, $0)?.revision },
                value: { try table.read(user, $0) }
            )
            for await update in stored {
                switch update {
                case .success(let kept): observer.tell(kept: kept)
                case .failure(let error):
                    database.warn(.notStored(error))
                    observer.tellUnreadable()
                }
            }
        }
        arrival.onTermination = { _ in
            onEnd(observer)
            following.cancel()
        }
        // Only this closure holds `arrivals`, so it ends with the last reader that could ask for an update.
        let updates = AsyncStream<ReadUpdate<Value>> {
            while true {
                if let update = observer.next() { return update }
                var iterator = arrivals.makeAsyncIterator()
                guard await iterator.next() != nil else { return nil }
            }
        }
        return (observer, updates)
    }

    /// Sends the result of a refresh.
    func tell(_ news: Stored) {
        state.withLock { state in
            if let newest = state.revision, news.revision < newest { return }
            (state.value, state.failure) = (news.snapshot, nil)
            // A value that is not stored is superseded by any value stored later.
            if news.revision < .max { state.revision = news.revision }
        }
        arrival.yield()
    }

    /// Sends the failure of a refresh.
    func tell(_ error: ReadError) {
        state.withLock { $0.failure = error }
        arrival.yield()
    }

    /// Notes that the stored value can't be read, which is not the same as that there is none.
    private func tellUnreadable() {
        state.withLock { state in
            state.hasBegun = true
            state.isUnreadable = true
        }
        arrival.yield()
    }

    /// Sends the stored value, at first and when it has changed. If nothing is stored any more, the observer is not
    /// notified.
    private func tell(kept: Stored?) {
        state.withLock { state in
            if let kept, state.revision.map({ kept.revision > $0 }) ?? true {
                state.revision = kept.revision
                // The result of a refresh from before the file was read is newer.
                if state.hasBegun || state.value == nil { state.value = kept.snapshot }
                if state.hasBegun { state.failure = nil }
            }
            state.hasBegun = true
            state.isUnreadable = false
        }
        arrival.yield()
    }

    private func next() -> ReadUpdate<Value>? {
        state.withLock { state in
            guard state.hasBegun else { return nil }
            if let value = state.value {
                state.value = nil
                return .success(value)
            }
            guard let failure = state.failure else { return nil }
            state.failure = nil
            let isUnreachable = failure == .unavailable || failure == .busy
            return .failure(isUnreachable && state.isUnreadable ? .notStored : failure)
        }
    }
}
