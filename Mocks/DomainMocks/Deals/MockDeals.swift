public import Domain

/// An `ObserveDeals` and its `RefreshDeals` over given offers, in memory, with hooks.
public struct MockDeals: ObserveDeals, RefreshDeals {
    /// Stubs, holds and counts the refreshes. Observers learn how each one ends, except for cancelled ones.
    public let refreshes: MockCalls<Void, Snapshot<[Deal]>, ReadError>
    private let updates: ReadUpdates<[Deal]>

    /// Takes what the store has, in any order, and what is known on the device before the first refresh, if anything.
    /// `unreadable` is that of every refresh.
    public init(deals: [Deal], known: Snapshot<[Deal]>? = nil, unreadable: [FieldPath] = []) {
        updates = ReadUpdates(known: known?.map { $0.sorted(by: Deal.endingFirst) })
        refreshes = MockCalls(cancelled: .cancelled) { _ throws(ReadError) in
            Self.snapshot(of: deals, unreadable: unreadable)
        }
    }

    /// Returns what a refresh brings if the store has these.
    public static func snapshot(of deals: [Deal], unreadable: [FieldPath] = []) -> Snapshot<[Deal]> {
        Snapshot(deals, freshness: .live, unreadable: unreadable).withoutRepetitions().map {
            $0.sorted(by: Deal.endingFirst)
        }
    }

    /// Returns what is known, and then the news.
    public func deals() -> AsyncStream<DealsUpdate> { updates.observe() }

    /// Brings what was given, or what `refreshes` says.
    public func refreshDeals() async throws(ReadError) {
        do throws(ReadError) {
            updates.send(.success(try await refreshes(())))
        } catch {
            if error != .cancelled { updates.send(.failure(error)) }
            throw error
        }
    }
}
