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

/// Why a user's addresses can't be had.
public enum UserAddressesError: Error, Hashable, Sendable, CaseIterable {
    /// Nobody has this identifier.
    case unknownUser
    /// The store asks to sign in (again).
    case unauthorised
    /// The store could not be reached, or could not answer in time, and nothing was kept.
    case unavailable
    /// The store's answer can't be read as a whole: cut off, or not in the agreed format.
    case malformed
    /// The calling task was cancelled. Nothing is wrong: it is never shown, recorded or a reason to fall back.
    case cancelled
}
