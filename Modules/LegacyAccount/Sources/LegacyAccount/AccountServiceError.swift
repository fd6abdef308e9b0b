/// What went wrong in `AccountService`. Errors contain no tokens, passwords or URLs.
public enum AccountServiceError: Error, Equatable {
    /// The login or the password is wrong.
    case badCredentials
    /// The server rejects session and token, even after a new sign-in.
    case unauthorized
    /// The user doesn't exist.
    case noSuchUser
    /// `isOffline` is set.
    case offline
    /// The server could not be reached, or closed the connection.
    case network
    /// The response took longer than the configured time.
    case timeout
    /// The response is not in the expected format.
    case badResponse
    /// The server failed with status 429 or 5xx.
    case server(Int)
}
