/// Fetches the orders a user has placed, newest first.
public protocol FetchUserOrder: Sendable {
    /// Answers every order of `user`, newest first by `UserOrder.newestFirst`, each number once.
    ///
    /// A user without orders has an empty list. A record that can't be read is left out and told in
    /// `Snapshot.unreadable`. If the calling task is cancelled, the call throws `.cancelled` soon and changes nothing
    /// a caller can see.
    func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]>
}

/// Why a user's orders can't be had.
public enum UserOrdersError: Error, Hashable, Sendable, CaseIterable {
    /// Nobody has this identifier.
    case unknownUser
    /// The store asks to sign in (again).
    case unauthorised
    /// The store could not be reached, or could not answer in time, and nothing was kept.
    case unavailable
    /// The store's answer can't be read as a whole: cut off, or not in the agreed format.
    case malformed
    /// The calling task was cancelled. Nothing is wrong: it is never shown, recorded or a reason to fall back.
    case cancelled
}
