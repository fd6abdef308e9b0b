public import Domain

/// What every `FetchUserOrder` must do.
public typealias FetchUserOrderContract = Contract<
    UserListSituation<UserOrder>, UserID, Snapshot<[UserOrder]>, UserOrdersError
>

extension UserOrdersError: UserListFailure {}

extension FetchUserOrderContract {
    /// Every row of the contract.
    public static var rows: [Row] {
        Row.userListRows(OrderExample.list) + [
            .answer("Orders come newest first", to: .stored([ada: OrderExample.shuffled])) { answer in
                try expect(answer.value.map(\.number), OrderExample.records.map(\.number))
            },
            .answer("Orders placed at once come by number", to: .stored([ada: OrderExample.ties.reversed()])) {
                try expect($0.value.map(\.number), OrderExample.ties.map(\.number))
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
        patience: Duration = .seconds(10),
        _ arrange: @escaping @Sendable (UserListSituation<UserOrder>) async throws -> any FetchUserOrder
    ) {
        self.init(arrange: { situation in try await arrange(situation).fetchOrders }, patience: patience)
    }
}
