public import Domain
public import Foundation
import Synchronization

/// An `ObserveNews` over a store in memory, with hooks that change it. Every user gets the same news.
public final class MockNews: ObserveNews {
    fileprivate struct State {
        var deals: [DealID: Deal]
        var failure: NewsError?
        var isOn: Bool
        var observers: [Observer] = []
        var nextObserver = 0
    }

    /// An observer and the offers that it knows.
    fileprivate struct Observer {
        let number: Int
        let mailbox: NewsMailbox
        var known: [DealID: Deal] = [:]
    }

    private let now: @Sendable () -> Date
    private let state: Mutex<State>

    /// Creates a mock from the offers of the store, and whether notifications are on.
    public init(deals: [Deal], isOn: Bool = true, now: @escaping @Sendable () -> Date) {
        state = Mutex(State(deals: Dictionary(deals.map { ($0.id, $0) }) { first, _ in first }, isOn: isOn))
        self.now = now
    }

    /// Returns the connection, the offers that are valid, and then each change.
    public func news(for user: UserID) -> AsyncStream<News> {
        let mailbox = NewsMailbox()
        let number = change { state in
            state.nextObserver += 1
            state.observers.append(Observer(number: state.nextObserver, mailbox: mailbox))
            return state.nextObserver
        }
        return mailbox.news { [weak self] _ in
            let (end, continuation) = AsyncStream<Never>.makeStream()
            for await _ in end {}
            withExtendedLifetime(continuation) {}
            self?.change { state in state.observers.removeAll { $0.number == number } }
        }
    }
}

// MARK: - The store

extension MockNews {
    /// Publishes a new offer, or a new state of an offer.
    public func publish(_ deal: Deal) {
        change { $0.deals[deal.id] = deal }
    }

    /// Takes an offer back.
    public func end(_ id: DealID) {
        change { $0.deals[id] = nil }
    }

    /// Makes the connection fail for this reason, or with `nil` succeed again.
    public func fail(_ error: NewsError?) {
        change { $0.failure = error }
    }

    /// Switches notifications on or off.
    public func setNotifications(_ isOn: Bool) {
        change { $0.isOn = isOn }
    }
}

// MARK: - How

extension MockNews {
    /// Changes the store, and then puts what follows from the change into every mailbox.
    @discardableResult
    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let time = now()
        return state.withLock { state in
            let value = body(&state)
            for index in state.observers.indices { state.deliver(to: index, at: time) }
            return value
        }
    }
}

extension MockNews.State {
    fileprivate mutating func deliver(to index: Int, at time: Date) {
        let mailbox = observers[index].mailbox
        mailbox.put(.connection(isOn ? failure.map { .lost($0) } ?? .connected : .paused))
        guard isOn, failure == nil else { return }
        let list = deals.values.sorted(by: Deal.endingFirst)
        let news = Deal.news(from: observers[index].known, to: list, at: time)
        for piece in news { mailbox.put(piece) }
        observers[index].known = deals.filter { $0.value.isCurrent(at: time) }
    }
}
