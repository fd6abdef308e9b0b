public import Domain

/// An `ObserveDeals` and its `RefreshDeals` with given offers, in memory, with hooks.
public struct MockDeals: ObserveDeals, RefreshDeals {
    /// Stubs, holds and counts the refreshes. Observers receive the outcome of each one, except for cancelled ones.
    public let refreshes: MockCalls<Void, Snapshot<[Deal]>, ReadError>
    private let updates: ReadUpdates<[Deal]>

    /// Creates a mock from the offers of the store, in any order, and the offers that the device knows before the first
    /// refresh, if any. `unreadable` applies to every refresh.
    public init(deals: [Deal], known: Snapshot<[Deal]>? = nil, unreadable: [FieldPath] = []) {
        updates = ReadUpdates(known: known?.map { $0.sorted(by: Deal.endingFirst) })
        refreshes = MockCalls(cancelled: .cancelled) { _ throws(ReadError) in
            Self.snapshot(of: deals, unreadable: unreadable)
        }
    }

    /// Returns the result of a refresh if the store has these offers.
    public static func snapshot(of deals: [Deal], unreadable: [FieldPath] = []) -> Snapshot<[Deal]> {
        Snapshot(deals, freshness: .live, unreadable: unreadable).withoutRepetitions().map {
            $0.sorted(by: Deal.endingFirst)
        }
    }

    /// Returns the known offers, and then each update.
    public func deals() -> AsyncStream<DealsUpdate> { updates.observe() }

    /// Refreshes with the given offers, or with the outcome that `refreshes` prescribes.
    public func refreshDeals() async throws(ReadError) {
        do throws(ReadError) {
            updates.send(.success(try await refreshes(())))
        } catch {
            if error != .cancelled { updates.send(.failure(error)) }
            throw error
        }
    }
}
