import Domain
import StoreClient

/// Orders and addresses of whoever has signed in.
///
/// The legacy service signs in with one login and no other, so only the reads of that login's user are handed over, and
/// those of anybody as long as nobody has signed in. Everybody else's come from the store alone: a hand-over would compare
/// the store with itself.
struct RoutedReads: FetchUserOrder, FetchUserAddresses {
    let tokens: any TokenStore
    let legacyUser: UserID
    let handedOver: Migration.Side
    let store: Migration.Side

    func fetchOrders(for user: UserID) async throws(ReadError) -> Snapshot<[UserOrder]> {
        try await side().orders.fetchOrders(for: user)
    }

    func fetchAddresses(for user: UserID) async throws(ReadError) -> Snapshot<[UserAddress]> {
        try await side().addresses.fetchAddresses(for: user)
    }

    private func side() async -> Migration.Side {
        guard case .tokens(let kept)? = try? await tokens.load(), kept.user != legacyUser else { return handedOver }
        return store
    }
}
