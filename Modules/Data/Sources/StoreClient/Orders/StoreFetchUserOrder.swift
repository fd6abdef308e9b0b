import DataSupport
public import Domain

/// A user's orders, from the store's API.
public struct StoreFetchUserOrder: FetchUserOrder {
    private let store: StoreAPI

    /// Creates the use case for the users of `store`.
    public init(_ store: StoreAPI) {
        self.store = store
    }

    /// Returns all orders of `user`.
    public func fetchOrders(for user: UserID) async throws(ReadError) -> Snapshot<[UserOrder]> {
        try await store.list("orders", of: user, by: \UserOrder.number, called: "number", UserOrder.init(store:))
            .map { $0.newestFirst() }
    }
}

/// An order in the store's API:  @model store
///
/// number    @json @word @text rawValue
/// placedAt  @json placed_at
/// status    @json @text word:
/// lines     @json
/// total     @json
extension UserOrder {}

/// A line of an order in the store's API:  @model store
///
/// name     @json @text text
/// service  @json @text word:
/// years    @json
/// price    @json
extension OrderLine {}
