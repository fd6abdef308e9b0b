public import Domain

/// A `FetchUserOrder` over given orders, with hooks.
public typealias MockFetchUserOrder = MockRead<UserID, [UserOrder]>

extension MockFetchUserOrder: FetchUserOrder {
    /// Takes each user's orders, in any order; `freshness` and `unreadable` are those of every answer.
    public init(orders: [UserID: [UserOrder]], freshness: Freshness = .live, unreadable: [FieldPath] = []) {
        self.init(orders, freshness: freshness, unreadable: unreadable) { $0.sorted(by: UserOrder.newestFirst) }
    }

    /// Returns what was given, or does as `calls` says.
    public func fetchOrders(for user: UserID) async throws(ReadError) -> Snapshot<[UserOrder]> { try await calls(user) }
}
