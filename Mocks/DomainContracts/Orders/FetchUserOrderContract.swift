public import Domain

/// What every `FetchUserOrder` must do.
public typealias FetchUserOrderContract = Contract<
    UserListSituation<UserOrder>, UserID, Snapshot<[UserOrder]>, UserOrdersError
>

extension ReadError: UserListFailure {}

extension FetchUserOrderContract {
    /// Every row of the contract.
    public static var rows: [Row] {
        OrderExample.listRows.all + [
            UserListRows.answer("Orders come newest first", toStored: OrderExample.stored) { answer in
                try expect(answer.value.map(\.number), OrderExample.records.map(\.number))
            },
            UserListRows.answer("Orders placed at once come by number", toStored: OrderExample.ties.reversed()) {
                answer in
                try expect(answer.value.map(\.number), OrderExample.ties.map(\.number))
            },
        ]
    }

    /// Makes the contract for one implementation.
    ///
    /// - Parameters:
    ///   - patience: How long a call may take. Only an implementation that does not answer at all makes a row wait so
    ///     long; a passing row never does.
    ///   - arrange: Builds the implementation in a situation. It throws `NotApplicable` for a situation the
    ///     implementation can't get into; any other error means that the arrangement itself failed.
    public init(
        patience: Duration = .seconds(60),
        _ arrange: @escaping @Sendable (UserListSituation<UserOrder>) async throws -> any FetchUserOrder
    ) {
        self.init(arrange: { situation in try await arrange(situation).fetchOrders }, patience: patience)
    }
}
