public import Domain

/// A `FetchUserOrder` with given orders and hooks.
public typealias MockFetchUserOrder = MockRead<UserID, [UserOrder]>

extension MockFetchUserOrder: FetchUserOrder {
    /// Creates a mock from each user's orders, in any order. `freshness` and `unreadable` apply to every result.
    public init(orders: [UserID: [UserOrder]], freshness: Freshness = .live, unreadable: [FieldPath] = []) {
        self.init(orders, freshness: freshness, unreadable: unreadable) { $0.newestFirst() }
    }

    /// Returns the given orders, or the outcome that `calls` prescribes.
    public func fetchOrders(for user: UserID) async throws(ReadError) -> Snapshot<[UserOrder]> { try await calls(user) }
}
