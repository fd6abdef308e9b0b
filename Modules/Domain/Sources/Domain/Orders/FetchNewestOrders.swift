/// Fetches the first of a user's orders, for a screen that shows them before the whole list has arrived.
public protocol FetchNewestOrders: Sendable {
    /// Returns the newest orders of `user`, newest first by `UserOrder.newestFirst`, without duplicates: all of them, or as many
    /// as the store sends in one response.
    ///
    /// Errors, unreadable records and cancellation are as for `FetchUserOrder`.
    func fetchNewestOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<NewestOrders>
}

/// The first orders of a user's list.
public struct NewestOrders: Hashable, Sendable {
    /// The orders, newest first.
    public let orders: [UserOrder]
    /// How many orders the whole list has; `nil` if the store doesn't say it.
    public let total: Int?

    /// Creates the beginning of a list that has `total` orders.
    public init(_ orders: [UserOrder], of total: Int?) {
        self.orders = orders
        self.total = total
    }
}
