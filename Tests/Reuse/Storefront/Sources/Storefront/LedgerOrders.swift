public import Domain

/// Orders from any kind of ledger.
public struct LedgerOrders: FetchUserOrder {
    private let read: @Sendable (UserID) async throws(ReadError) -> Snapshot<[UserOrder]>

    /// Creates the use case from a function that reads a user's entries, in any order, possibly with repetitions.
    public init(read: @escaping @Sendable (UserID) async throws(ReadError) -> Snapshot<[UserOrder]>) {
        self.read = read
    }

    /// Returns the first entry of each number, newest first.
    public func fetchOrders(for user: UserID) async throws(ReadError) -> Snapshot<[UserOrder]> {
        let entries = try await read(user)
        if Task.isCancelled { throw .cancelled }
        var orders: [OrderNumber: UserOrder] = [:]
        var repeated: [FieldPath] = []
        for (index, order) in entries.value.enumerated() {
            if orders[order.number] == nil {
                orders[order.number] = order
            } else {
                repeated.append(FieldPath([.field("entries"), .index(index), .field("number")]))
            }
        }
        return Snapshot(
            orders.values.sorted(by: UserOrder.newestFirst),
            freshness: entries.freshness,
            unreadable: entries.unreadable + repeated
        )
    }
}
