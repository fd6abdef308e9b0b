/// Signs the person out on this device.
public protocol SignOut: Sendable {
    /// Forgets who is signed in and what was kept for them; nobody signed in is no error.
    ///
    /// It works without a connection: that the store could not be told is not an error.
    /// - Parameter discardingPendingChanges: Whether changes that were never sent may be lost. If not, and there are
    ///   some, the call throws `.pendingChanges` and changes nothing.
    func signOut(discardingPendingChanges: Bool) async throws(SignOutError)
}

/// Why the person is still signed in.
public enum SignOutError: Error, Hashable, Sendable {
    /// So many changes were made and never sent; they would be lost.
    case pendingChanges(Int)
    /// What was kept could not be erased.
    case notErased
    /// The calling task was cancelled. Nothing is wrong: it is never shown, recorded or a reason to fall back.
    case cancelled
}
