import AccountSandbox
import Domain
import StoreClient

/// Orders and addresses for whoever has signed in. The legacy service signs in with the demo login and no other, so it is
/// asked for the demo user, and as long as nobody has signed in; anybody else's come from the store's own API, with the
/// tokens of their sign-in.
struct WhoeverSignedIn: FetchUserOrder, FetchUserAddresses {
    let tokens: any TokenStore
    let legacy: Migration.Side
    let store: Migration.Side

    func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> {
        try await side().orders.fetchOrders(for: user)
    }

    func fetchAddresses(for user: UserID) async throws(UserAddressesError) -> Snapshot<[UserAddress]> {
        try await side().addresses.fetchAddresses(for: user)
    }

    private func side() async -> Migration.Side {
        guard case .tokens(let kept)? = try? await tokens.load(), kept.user != UserID(SandboxAccount.demo.user) else {
            return legacy
        }
        return store
    }
}
