public import Domain
public import Foundation

/// The list of a user's addresses.
public typealias UserAddressListViewModel = ListViewModel<UserAddress>

extension UserAddressListViewModel {
    /// Creates a list that is empty until its first `load()`.
    public convenience init(
        user: UserID,
        fetchAddresses: any FetchUserAddresses,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.init(.addresses, of: user, read: fetchAddresses.fetchAddresses, formats: formats, now: now)
    }
}

extension Noun {
    /// A user's addresses.
    public static let addresses = Noun(
        plural: "addresses",
        "address",
        title: "Addresses",
        empty: "No addresses saved."
    )
}
