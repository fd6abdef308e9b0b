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

extension UserOrder {
    fileprivate init(store record: WireRecord) throws(Unreadable) {
        self.init(
            number: OrderNumber(try record.word("number")),
            placedAt: try record.moment("placed_at", as: "placedAt"),
            status: OrderStatus(word: try record.text("status")),
            lines: try record.records("lines", OrderLine.init(store:)),
            total: try record.money("total")
        )
    }
}

extension OrderLine {
    fileprivate init(store record: WireRecord) throws(Unreadable) {
        self.init(
            name: InternetName(try record.text("name")),
            service: NameService(word: try record.text("service")),
            years: try record.int("years"),
            price: try record.money("price")
        )
    }
}
