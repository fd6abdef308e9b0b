public import Domain

/// Signs in to the store with a password, and stores the tokens that the store returns. The tokens of whoever was signed in
/// before are revoked. This type stores nothing else, so there are no changes to lose.
public struct StoreSignIn: SignIn {
    private let session: StoreSession

    /// Creates a sign-in for all requests that use `session`.
    public init(session: StoreSession) {
        self.session = session
    }

    /// Signs in, and returns the user.
    public func signIn(
        with credentials: Credentials,
        discardingPendingChanges: Bool
    ) async throws(SignInError) -> UserID {
        let user = try await session.signIn(with: credentials) { _, store throws(SignInError) in try await store() }
        await session.sendRevocations()
        return user
    }
}

/// Erases the tokens, first on this device and then at the store, if it can be reached.
public struct StoreSignOut: SignOut {
    private let session: StoreSession

    /// Creates a sign-out for all requests that use `session`.
    public init(session: StoreSession) {
        self.session = session
    }

    /// Signs out. This type never has pending changes; a type that queues changes checks them before it calls this method.
    public func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        try await session.forget()
        await session.sendRevocations()
    }
}
