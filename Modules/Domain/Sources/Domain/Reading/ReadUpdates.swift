import Synchronization

/// What an observer receives: the whole value, or why there is no newer one.
public typealias ReadUpdate<Value> = Result<Snapshot<Value>, ReadError>

/// Sends updates to observers, as use cases such as `ObserveDeals` promise it: first what is known, then what is sent.
///
/// An implementation keeps one of these, returns `observe()` to whoever asks, and calls `send(_:)` after each refresh:
///
///     final class Rates: ObserveRates, RefreshRates {
///         private let updates = ReadUpdates<[Rate]>()
///         func rates() -> AsyncStream<ReadUpdate<[Rate]>> { updates.observe() }
///         func refreshRates() async throws(ReadError) { updates.send(.success(try await fetch())) }
///     }
///
/// A slow observer gets the latest value, and after it the failure that came since, if one did. Earlier updates are lost.
public final class ReadUpdates<Value: Sendable>: Sendable {
    private struct State {
        var known: Snapshot<Value>?
        var observers: [Observer] = []
    }

    /// The stream that an observer reads keeps its mailbox alive, so an observer that is gone has none.
    private struct Observer {
        weak var mailbox: ReadMailbox<Value>?
    }

    private let state: Mutex<State>

    /// Creates updates; observers receive `known` first, if there is one.
    public init(known: Snapshot<Value>? = nil) {
        state = Mutex(State(known: known))
    }

    /// The value that was sent last.
    public var known: Snapshot<Value>? { state.withLock(\.known) }

    /// Returns the updates for one observer, which receives whatever is sent after this method has returned.
    public func observe() -> AsyncStream<ReadUpdate<Value>> {
        let mailbox = ReadMailbox<Value>()
        state.withLock { state in
            state.observers.removeAll { $0.mailbox == nil }
            state.observers.append(Observer(mailbox: mailbox))
            if let known = state.known { mailbox.put(.success(known)) }
        }
        return mailbox.updates()
    }

    /// Sends an update to every observer. A value is known from now on; a failure takes nothing back.
    public func send(_ update: ReadUpdate<Value>) {
        state.withLock { state in
            if case .success(let snapshot) = update { state.known = snapshot }
            for observer in state.observers { observer.mailbox?.put(update) }
        }
    }
}

/// The updates that one observer has not read yet: the latest value, and the failure since.
///
/// `ReadUpdates` is enough for most implementations. A mailbox is for those that decide themselves what each observer
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

    /// Puts an update in. A value replaces everything unread; a failure replaces an unread failure.
    public func put(_ update: ReadUpdate<Value>) {
        unread.withLock { unread in
            switch update {
            case .success: unread = Unread(value: update)
            case .failure: unread.failure = update
            }
        }
        arrival.yield()
    }

    /// Returns the updates, to be read by one task until it is cancelled. The stream keeps the mailbox alive.
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
