public import Domain

/// A `SignIn` with given accounts and hooks.
///
/// Unless `calls` prescribes something else, a sign-in returns the user who has exactly these credentials, and throws
/// `.wrongCredentials` for all others. The mock accepts any number of attempts and stores nothing.
public struct MockSignIn: SignIn {
    /// Stubs, holds and counts the calls.
    public let calls: MockCalls<Credentials, UserID, SignInError>

    /// Creates a mock from the credentials of each user.
    public init(accounts: [UserID: Credentials]) {
        calls = MockCalls(cancelled: .cancelled) { credentials throws(SignInError) in
            let account = accounts.first { $0.value.isSame(as: credentials) }
            guard let account else { throw .wrongCredentials }
            return account.key
        }
    }

    /// Returns the user with these credentials, or the outcome that `calls` prescribes.
    public func signIn(
        with credentials: Credentials,
        discardingPendingChanges: Bool
    ) async throws(SignInError) -> UserID {
        try await calls(credentials)
    }
}

extension Credentials {
    fileprivate func isSame(as other: Credentials) -> Bool {
        login == other.login && password.utf8.elementsEqual(other.password.utf8)
    }
}
