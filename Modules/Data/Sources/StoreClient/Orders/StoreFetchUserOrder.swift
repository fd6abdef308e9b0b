import DataSupport
public import Domain

/// A user's orders, from the store's API.
public struct StoreFetchUserOrder: FetchUserOrder, FetchNewestOrders {
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

    /// Returns the first page of the orders of `user`, at most 100.
    public func fetchNewestOrders(for user: UserID) async throws(ReadError) -> Snapshot<NewestOrders> {
        try await store.start(
            of: "orders",
            user,
            count: 100,
            by: \UserOrder.number,
            called: "number",
            UserOrder.init(store:)
        ).map { NewestOrders($0.values.newestFirst(), of: $0.total) }
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
