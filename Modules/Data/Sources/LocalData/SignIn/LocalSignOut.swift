public import Domain

/// Signs out and erases the data stored for the user. If there are changes that were never sent, it throws, unless they may
/// be lost.
public struct LocalSignOut: SignOut {
    private let remote: any SignOut
    private let database: LocalDatabase
    private let user: @Sendable () async -> UserID?

    /// Wraps `remote`. `user` returns the user who is signed in.
    public init(remote: any SignOut, database: LocalDatabase, user: @escaping @Sendable () async -> UserID?) {
        self.remote = remote
        self.database = database
        self.user = user
    }

    /// Signs out. The stored data is erased first: if that fails, or the process ends in between, the person is still
    /// signed in and no data is left to another user.
    public func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        if let user = await user() {
            try await erase(user, discardingPendingChanges)
        }
        try await remote.signOut(discardingPendingChanges: discardingPendingChanges)
    }

    private func erase(_ user: UserID, _ discardingPendingChanges: Bool) async throws(SignOutError) {
        let pending: Int
        do throws(LocalDataError) {
            pending = try await database.eraseAll(of: user, discardingPendingChanges: discardingPendingChanges)
        } catch {
            throw error == .cancelled ? .cancelled : .notErased
        }
        if pending > 0 { throw .pendingChanges(pending) }
    }
}
