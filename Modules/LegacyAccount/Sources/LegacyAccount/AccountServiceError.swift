/// What went wrong in `AccountService`. Carries no tokens, passwords or URLs.
public enum AccountServiceError: Error, Equatable {
    /// The login or the password is wrong.
    case badCredentials
    /// The server refuses session and token, also after a new login.
    case unauthorized
    /// There is no such user.
    case noSuchUser
    /// `isOffline` is set.
    case offline
    /// The server could not be reached, or hung up.
    case network
    /// The answer took longer than the configured time.
    case timeout
    /// The answer is not what it should be.
    case badResponse
    /// The server is unwell: status 429 or 5xx.
    case server(Int)
}
