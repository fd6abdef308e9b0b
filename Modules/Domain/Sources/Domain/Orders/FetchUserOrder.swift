/// Fetches the orders a user has placed, newest first.
public protocol FetchUserOrder: Sendable {
    /// Answers every order of `user`, newest first by `UserOrder.newestFirst`, each number once.
    ///
    /// A user without orders has an empty list. A record that can't be read is left out and told in
    /// `Snapshot.unreadable`. If the calling task is cancelled, the call throws `.cancelled` soon and changes nothing
    /// a caller can see.
    func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]>
}

/// Why a user's orders can't be read.
public typealias UserOrdersError = ReadError
