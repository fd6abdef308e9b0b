public import Domain
import Synchronization

/// An `ObserveDeals` and its `RefreshDeals` over given offers, in memory, with hooks.
///
/// Unless told otherwise by `refreshes`, a refresh brings what was given, ordered as the use case promises, each offer
/// once (a second one of the same identifier is told as unreadable).
public final class MockDeals: ObserveDeals, RefreshDeals {
    /// Stubs, holds and counts the refreshes; observers are told of each one's end, but of a cancelled one's.
    public let refreshes: MockCalls<Void, Snapshot<[Deal]>, DealsError>
    private let state: Mutex<State>

    private struct State {
        var known: Snapshot<[Deal]>?
        var observers: [Int: DealsMailbox] = [:]
        var arrivals = 0
    }

    /// Takes what the store has, in any order, and what is known on the device before the first refresh, if anything.
    /// `unreadable` is that of every refresh.
    public init(deals: [Deal], known: Snapshot<[Deal]>? = nil, unreadable: [FieldPath] = []) {
        state = Mutex(State(known: known?.map { $0.sorted(by: Deal.endingFirst) }))
        refreshes = MockCalls(cancelled: .cancelled) { _ throws(DealsError) in
            Self.snapshot(of: deals, unreadable: unreadable)
        }
    }

    /// What a refresh brings if the store has these.
    public static func snapshot(of deals: [Deal], unreadable: [FieldPath] = []) -> Snapshot<[Deal]> {
        let (kept, repeated) = eachOnce(deals, by: \.id, list: "deals", field: "id")
        return Snapshot(
            kept.sorted(by: Deal.endingFirst),
            freshness: .live,
            unreadable: unreadable + repeated
        )
    }

    /// What is known, and then the news.
    public func deals() -> AsyncStream<DealsUpdate> {
        let mailbox = DealsMailbox()
        let number = state.withLock { state in
            state.arrivals += 1
            state.observers[state.arrivals] = mailbox
            if let known = state.known { mailbox.put(.success(known)) }
            return state.arrivals
        }
        return mailbox.updates { [weak self] in self?.state.withLock { state in state.observers[number] = nil } }
    }

    /// Brings what was given, or what `refreshes` was told.
    public func refreshDeals() async throws(DealsError) {
        do throws(DealsError) {
            tell(.success(try await refreshes(())))
        } catch {
            if error != .cancelled { tell(.failure(error)) }
            throw error
        }
    }

    private func tell(_ update: DealsUpdate) {
        state.withLock { state in
            if case .success(let snapshot) = update { state.known = snapshot }
            for observer in state.observers.values { observer.put(update) }
        }
    }
}

/// What one observer has not read: the latest list, and the failure since.
final class DealsMailbox: Sendable {
    private let unread = Mutex<(list: DealsUpdate?, failure: DealsUpdate?)>((nil, nil))
    private let bells: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    init() {
        (bells, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func put(_ update: DealsUpdate) {
        unread.withLock { unread in
            switch update {
            case .success: unread = (update, nil)
            case .failure: unread.failure = update
            }
        }
        bell.yield()
    }

    /// Whatever was not read is lost.
    func replace(with update: DealsUpdate) {
        unread.withLock { $0 = (nil, nil) }
        put(update)
    }

    func updates(onCancel: @escaping @Sendable () -> Void) -> AsyncStream<DealsUpdate> {
        AsyncStream {
            if let update = self.take() { return update }
            for await _ in self.bells {
                if let update = self.take() { return update }
            }
            return nil
        } onCancel: {
            onCancel()
        }
    }

    /// No more updates.
    func close() { bell.finish() }

    private func take() -> DealsUpdate? {
        unread.withLock { unread in
            if let list = unread.list {
                unread.list = nil
                return list
            }
            defer { unread.failure = nil }
            return unread.failure
        }
    }
}
