/// Signs the person out on this device.
public protocol SignOut: Sendable {
    /// Erases who is signed in and the data stored for that user. If nobody has signed in, the call does nothing.
    ///
    /// Signing out works without a connection: if the store can't be reached, the call doesn't throw.
    /// - Parameter discardingPendingChanges: Whether changes that were never sent may be lost. If `false` and there are such
    ///   changes, the call throws `.pendingChanges` and changes nothing.
    func signOut(discardingPendingChanges: Bool) async throws(SignOutError)
}

/// Why the user is still signed in.
public enum SignOutError: Error, Hashable, Sendable {
    /// This number of changes was never sent and would be lost.
    case pendingChanges(Int)
    /// The stored data could not be erased.
    case notErased
    /// The calling task was cancelled. This is not a failure: it is never shown or recorded, and it never causes a fallback.
    case cancelled
}
