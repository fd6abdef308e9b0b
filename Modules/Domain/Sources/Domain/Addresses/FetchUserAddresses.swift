/// Fetches the addresses a user has saved, the default one first.
public protocol FetchUserAddresses: Sendable {
    /// Answers every address of `user`: the default one first, the others in the order they were saved, each
    /// identifier once.
    ///
    /// A user without addresses has an empty list. A record that can't be read is left out and told in
    /// `Snapshot.unreadable`. If the calling task is cancelled, the call throws `.cancelled` soon and changes nothing
    /// a caller can see.
    func fetchAddresses(for user: UserID) async throws(UserAddressesError) -> Snapshot<[UserAddress]>
}

/// Why a user's addresses can't be read.
public typealias UserAddressesError = ReadError
