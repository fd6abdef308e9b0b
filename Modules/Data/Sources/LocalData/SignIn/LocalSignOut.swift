public import Domain

/// Signs out and erases all stored data, whoever it belongs to. If there are changes that were never sent, it throws, unless
/// they may be lost.
public struct LocalSignOut: SignOut {
    private let remote: any SignOut
    private let database: LocalDatabase

    /// Wraps `remote`.
    public init(remote: any SignOut, database: LocalDatabase) {
        self.remote = remote
        self.database = database
    }

    /// Signs out. The stored data is erased first: if that fails, or the process ends in between, the person is still
    /// signed in and no data is left to another user.
    public func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        let pending: Int
        do throws(LocalDataError) {
            pending = try await database.eraseAll(except: nil, discardingPendingChanges: discardingPendingChanges)
        } catch {
            throw error == .cancelled ? .cancelled : .notErased
        }
        if pending > 0 { throw .pendingChanges(pending) }
        try await remote.signOut(discardingPendingChanges: discardingPendingChanges)
    }
}
