/// Fetches the orders a user has placed, newest first.
public protocol FetchUserOrder: Sendable {
    /// Returns all orders of `user`, newest first by `UserOrder.newestFirst`, without duplicates.
    ///
    /// If the user has no orders, the list is empty. A record that can't be read, or that repeats an
    /// identifier, is left out and listed in `Snapshot.unreadable`. If the calling task is cancelled, the call soon throws `.cancelled` and has no visible effect.
    func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]>
}

/// Why a user's orders can't be read.
public typealias UserOrdersError = ReadError
