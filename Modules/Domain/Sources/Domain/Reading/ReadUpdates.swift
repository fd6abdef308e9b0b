import Synchronization

/// Sends updates to observers in the way that use cases such as `ObserveDeals` promise: first the known value, then each
/// update.
///
/// An implementation has one instance, returns `observe()` to each caller, and calls `send(_:)` after each refresh:
///
///     final class Rates: ObserveRates, RefreshRates {
///         private let updates = ReadUpdates<[Rate]>()
///         func rates() -> AsyncStream<ReadUpdate<[Rate]>> { updates.observe() }
///         func refreshRates() async throws(ReadError) { updates.send(.success(try await fetch())) }
///     }
///
/// A slow observer gets the latest value, then the latest failure if one came after it. Earlier updates are lost.
public final class ReadUpdates<Value: Sendable>: Sendable {
    private struct State {
        var known: Snapshot<Value>?
        var observers: [Observer] = []
    }

    /// An observer, as long as it exists. Only the stream that the observer reads retains its mailbox.
    private struct Observer {
        weak var mailbox: ReadMailbox<Value>?
    }

    private let state: Mutex<State>

    /// Creates updates. Each observer first receives `known`, if there is one.
    public init(known: Snapshot<Value>? = nil) {
        state = Mutex(State(known: known))
    }

    /// Returns the updates for one observer. It receives everything that is sent after this method has returned.
    public func observe() -> AsyncStream<ReadUpdate<Value>> {
        let mailbox = ReadMailbox<Value>()
        state.withLock { state in
            state.observers.removeAll { $0.mailbox == nil }
            state.observers.append(Observer(mailbox: mailbox))
            if let known = state.known { mailbox.put(.success(known)) }
        }
        return mailbox.updates()
    }

    /// Sends an update to every observer. A value becomes the known one. A failure doesn't change the known value.
    public func send(_ update: ReadUpdate<Value>) {
        state.withLock { state in
            if case .success(let snapshot) = update { state.known = snapshot }
            for observer in state.observers { observer.mailbox?.put(update) }
        }
    }
}

/// The updates that one observer has not read yet: the latest value, and a failure that came after it.
///
/// `ReadUpdates` is enough for most implementations. Use a mailbox if the implementation itself decides what each observer
/// receives.
public final class ReadMailbox<Value: Sendable>: Sendable {
    private struct Unread {
        var value: ReadUpdate<Value>?
        var failure: ReadUpdate<Value>?
    }

    private let unread = Mutex(Unread())
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    /// Creates an empty mailbox.
    public init() {
        (arrivals, arrival) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds an update. A value replaces everything unread; a failure replaces an unread failure.
    public func put(_ update: ReadUpdate<Value>) {
        unread.withLock { unread in
            switch update {
            case .success: unread = Unread(value: update)
            case .failure: unread.failure = update
            }
        }
        arrival.yield()
    }

    /// Returns the updates, to be read by one task until it is cancelled. The stream retains the mailbox.
    public func updates() -> AsyncStream<ReadUpdate<Value>> {
        AsyncStream {
            if let update = self.take() { return update }
            for await _ in self.arrivals {
                if let update = self.take() { return update }
            }
            return nil
        }
    }

    /// Ends the updates.
    public func close() { arrival.finish() }

    private func take() -> ReadUpdate<Value>? {
        unread.withLock { unread in
            if let value = unread.value {
                unread.value = nil
                return value
            }
            defer { unread.failure = nil }
            return unread.failure
        }
    }
}
