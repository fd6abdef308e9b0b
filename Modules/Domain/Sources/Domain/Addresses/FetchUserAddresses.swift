/// Fetches the addresses a user has saved, the default one first.
public protocol FetchUserAddresses: Sendable {
    /// Returns all addresses of `user`: the default one first, the others in the order in which they were saved, without
    /// duplicates.
    ///
    /// If the user has no addresses, the list is empty. A record that can't be read, or that repeats an
    /// identifier, is left out and listed in `Snapshot.unreadable`. If the calling task is cancelled, the call soon throws `.cancelled` and has no visible effect.
    func fetchAddresses(for user: UserID) async throws(UserAddressesError) -> Snapshot<[UserAddress]>
}

/// Why a user's addresses can't be read.
public typealias UserAddressesError = ReadError
