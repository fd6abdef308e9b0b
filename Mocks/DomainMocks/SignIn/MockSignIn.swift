public import Domain

/// A `SignIn` over given accounts, with hooks.
///
/// Unless told otherwise by `calls`, it answers who has the credentials, compared as they were typed, and throws
/// `.wrongCredentials` for all others. It takes any number of attempts and keeps nothing.
public struct MockSignIn: SignIn {
    /// Stubs, holds and counts the calls.
    public let calls: MockCalls<Credentials, UserID, SignInError>

    /// Takes what each user signs in with.
    public init(accounts: [UserID: Credentials]) {
        calls = MockCalls(cancelled: .cancelled) { credentials throws(SignInError) in
            let account = accounts.first { $0.value.isSame(as: credentials) }
            guard let account else { throw .wrongCredentials }
            return account.key
        }
    }

    /// Answers from what was given, or as `calls` was told.
    public func signIn(with credentials: Credentials) async throws(SignInError) -> UserID {
        try await calls(credentials)
    }
}

extension Credentials {
    fileprivate func isSame(as other: Credentials) -> Bool {
        login == other.login && password.utf8.elementsEqual(other.password.utf8)
    }
}
