public import Domain

/// What every `FetchUserOrder` must do.
public typealias FetchUserOrderContract = ReadContract<UserID, [UserOrder]>

extension FetchUserOrderContract {
    /// Every row of the contract.
    public static var rows: [Row] { listRows(OrderExample.all) }
}
