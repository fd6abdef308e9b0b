public import Domain

/// What every `FetchUserOrder` must do.
public typealias FetchUserOrderContract = ReadContract<UserID, [UserOrder]>

extension FetchUserOrderContract {
    /// All rows of the contract.
    public static var rows: [Row] { listRows(OrderExample.all) }
}
