import DataSupport
public import Domain
public import Foundation
@preconcurrency import LegacyAccount

/// The way to the legacy singleton. Having one means that it is configured: the composition root makes one per process,
/// before anything else, and nothing else in the program names the singleton.
public struct LegacyAccountAccess: Sendable {
    /// What the singleton is told, once.
    public struct Settings: Sendable {
        /// The server; `nil` if there is none to ask, which ends as an unreachable one does.
        public let server: URL?
        /// What the server is called where things are kept; `nil` stands for its URL. Give one to a server that gets
        /// another port each time.
        public let serverName: String?
        /// The folder for session, token and kept answers, created with access for its owner alone. `nil` keeps
        /// nothing.
        public let cacheFolder: URL?
        /// Who signs in.
        public let login: String
        /// The password of `login`; never stored.
        public let password: String
        /// Whether to answer from what was kept, without a network.
        public let isOffline: Bool
        /// How long one call may take, sign-in included, in whole seconds from 1.
        public let timeoutSeconds: Int
        /// Is told, on any thread, what could not be kept or read back. The text holds no secrets.
        public let onWarning: @Sendable (String) -> Void

        /// Makes settings of their parts.
        public init(
            server: URL?,
            serverName: String?,
            cacheFolder: URL?,
            login: String,
            password: String,
            isOffline: Bool,
            timeoutSeconds: Int,
            onWarning: @escaping @Sendable (String) -> Void
        ) {
            self.server = server
            self.serverName = serverName
            self.cacheFolder = cacheFolder
            self.login = login
            self.password = password
            self.isOffline = isOffline
            self.timeoutSeconds = timeoutSeconds
            self.onWarning = onWarning
        }
    }

    private static var service: AccountService { AccountService.shared }

    /// Configures the singleton. A second value in one process would change the configuration under the first.
    public init(_ settings: Settings) {
        var configuration = AccountService.Configuration()
        configuration.baseURL = settings.server
        configuration.serverName = settings.serverName
        configuration.cacheFolder = settings.cacheFolder
        configuration.login = settings.login
        configuration.password = settings.password
        configuration.isOffline = settings.isOffline
        configuration.timeout = settings.timeoutSeconds
        configuration.onWarning = settings.onWarning
        AccountService.configuration = configuration
    }

    /// The singleton's `fetchData(requestParam:)`, for the adapters.
    public var fetch: LegacyFetch {
        { await Self.service.fetchData(requestParam: $0) }
    }

    /// The singleton's token and whom it stands for, so that what replaces it needs no sign-in of its own. The token stays
    /// the singleton's. Nil if there is none and none can be had.
    public var token: @Sendable () async -> (user: UserID, token: String)? {
        {
            if Self.service.userID == nil { _ = await Self.service.signIn() }
            // Nothing of the singleton's renews a token but a request, whose answer is of no interest here.
            if Self.service.accessToken == nil, let user = Self.service.userID {
                _ = await Self.service.fetchData(requestParam: UserRequestParam(user: user, path: "addresses"))
            }
            guard let user = Self.service.userID, let token = Self.service.accessToken else { return nil }
            return (UserID(user), token)
        }
    }

    /// Who is signed in; signs in if there is no session.
    ///
    /// Where the store can't be reached: who signed in last with the same login, if that was kept. Throws
    /// `.unavailable` also when `limit`, measured by `clock`, has passed.
    public func signedInUser(
        within limit: Duration,
        on clock: any Clock<Duration>
    ) async throws(LegacySignInError) -> UserID {
        let outcome = await Deadline(limit, on: clock).wait { await Self.service.signIn() }
        switch outcome {
        case .cancelled: throw .cancelled
        case .finished(.badCredentials?), .finished(.unauthorized?): throw .refused
        case .finished, .expired: break
        }
        guard let user = Self.service.userID else { throw .unavailable }
        return UserID(user)
    }
}

/// Why it can't be said who is signed in.
public enum LegacySignInError: Error, Hashable, Sendable, CaseIterable {
    /// Login or password are wrong.
    case refused
    /// The store could not be reached, or could not answer in time or as agreed, and nobody was kept.
    case unavailable
    /// The calling task was cancelled.
    case cancelled
}
