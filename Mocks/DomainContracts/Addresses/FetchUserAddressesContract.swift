public import Domain

/// What every `FetchUserAddresses` must do.
public typealias FetchUserAddressesContract = ReadContract<UserID, [UserAddress]>

extension FetchUserAddressesContract {
    /// All rows of the contract.
    public static var rows: [Row] { listRows(AddressExample.all) }
}
