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
        var observers: [Int: AsyncStream<DealsUpdate>.Continuation] = [:]
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
        let (stream, observer) = AsyncStream<DealsUpdate>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.arrivals += 1
            state.observers[state.arrivals] = observer
            if let known = state.known { observer.yield(.success(known)) }
            return state.arrivals
        }
        observer.onTermination = { [weak self] _ in self?.state.withLock { state in state.observers[number] = nil } }
        return stream
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
            for observer in state.observers.values { observer.yield(update) }
        }
    }
}
