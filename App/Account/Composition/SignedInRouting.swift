import Domain
import StoreClient

/// Routes orders and addresses by the user who has signed in, before anything is handed over.
///
/// The legacy service signs in with one login only. For that user, and as long as nobody has signed in, the hand-over from the
/// legacy service to the store's client runs, unless the store must not get that login. For all other users, the store's client is called directly, because a hand-over
/// would compare the client with itself.
struct SignedInRouting: FetchUserOrder, FetchUserAddresses {
    let tokens: any TokenStore
    /// The only user of the legacy service.
    let legacyUser: UserID
    let handover: Migration.Side
    let store: Migration.Side
    /// Whether the legacy service may be asked at all.
    var isLegacyUsed = true

    func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> {
        try await side().orders.fetchOrders(for: user)
    }

    func fetchAddresses(for user: UserID) async throws(UserAddressesError) -> Snapshot<[UserAddress]> {
        try await side().addresses.fetchAddresses(for: user)
    }

    private func side() async -> Migration.Side {
        guard isLegacyUsed else { return store }
        guard case .tokens(let stored)? = try? await tokens.load(), stored.user != legacyUser else { return handover }
        return store
    }
}
