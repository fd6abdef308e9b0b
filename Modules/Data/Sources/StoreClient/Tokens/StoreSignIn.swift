public import Domain

/// Signs in to the store with a password, and keeps the tokens it gives.
public struct StoreSignIn: SignIn {
    private let session: StoreSession

    /// Signs in for everything that goes through `session`.
    public init(session: StoreSession) {
        self.session = session
    }

    /// As the protocol says.
    public func signIn(with credentials: Credentials) async throws(SignInError) -> UserID {
        try await session.signIn(with: credentials)
    }
}

/// Forgets the tokens, here first and then at the store, if it can be reached.
public struct StoreSignOut: SignOut {
    private let session: StoreSession

    /// Signs out for everything that goes through `session`.
    public init(session: StoreSession) {
        self.session = session
    }

    /// As the protocol says. There are never changes pending here; who queues some asks before this is called.
    public func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        try await session.signOut()
    }
}
