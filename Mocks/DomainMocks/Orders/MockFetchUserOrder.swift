public import Domain

/// A `FetchUserOrder` over given orders, with hooks.
///
/// Unless told otherwise by `calls`, it does all that the use case promises: newest first, each number once (a second
/// order of the same number is told as unreadable), `.unknownUser` for a user it was not given, cancellable.
public struct MockFetchUserOrder: FetchUserOrder {
    /// Stubs, holds and counts the calls.
    public let calls: MockCalls<UserID, Snapshot<[UserOrder]>, UserOrdersError>

    /// Takes each user's orders, in any order; `freshness` and `unreadable` are those of every answer.
    public init(
        orders: [UserID: [UserOrder]],
        freshness: Freshness = .live,
        unreadable: [FieldPath] = []
    ) {
        calls = MockCalls(cancelled: .cancelled) { user throws(UserOrdersError) in
            guard let orders = orders[user] else { throw .unknownUser }
            let (kept, repeated) = eachOnce(orders, by: \.number, list: "orders", field: "number")
            return Snapshot(
                kept.sorted(by: UserOrder.newestFirst),
                freshness: freshness,
                unreadable: unreadable + repeated
            )
        }
    }

    /// Answers from what was given, or as `calls` was told.
    public func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> {
        try await calls(user)
    }
}
