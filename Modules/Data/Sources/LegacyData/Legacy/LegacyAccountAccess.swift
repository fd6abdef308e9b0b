public import Foundation
@preconcurrency import LegacyAccount

/// Access to the legacy singleton. A value of this type proves that the singleton is configured: the composition root creates
/// one per process, before anything else, and no other code names the singleton.
///
/// Reasons: docs/adr/closure-over-the-singleton.md.
public struct LegacyAccountAccess: Sendable {
    /// The configuration of the singleton, which is set once.
    public struct Settings: Sendable {
        /// The server, or `nil` if there is none; then calls fail as with an unreachable server.
        public let server: URL?
        /// The server's name in stored data, or `nil` to use its URL. Set a name for a server whose port changes.
        public let serverName: String?
        /// The folder for session, token and stored responses, created with access for its owner only. If it is `nil`, nothing
        /// is stored.
        public let cacheFolder: URL?
        /// The login of the user.
        public let login: String
        /// The password of `login`; never stored.
        public let password: String
        /// Whether to return only stored responses, without using the network.
        public let isOffline: Bool
        /// The time limit of one call in whole seconds, at least 1. It includes the sign-in.
        public let timeoutSeconds: Int
        /// Sends a request of the singleton in place of its own URLSession; `nil` leaves it to that.
        public let send: (@Sendable (LegacyRequest) async -> LegacyReply)?
        /// Called on any thread to run each write of a file, or to skip it.
        public let onKeeping: @Sendable (() throws -> Void) throws -> Void
        /// Called on any thread with a description of what can't be stored or read back. The text contains no secrets.
        public let onWarning: @Sendable (String) -> Void

        /// Creates settings from their parts.
        public init(
            server: URL?,
            serverName: String?,
            cacheFolder: URL?,
            login: String,
            password: String,
            isOffline: Bool,
            timeoutSeconds: Int,
            send: (@Sendable (LegacyRequest) async -> LegacyReply)? = nil,
            onKeeping: @escaping @Sendable (() throws -> Void) throws -> Void = { try $0() },
            onWarning: @escaping @Sendable (String) -> Void
        ) {
            self.server = server
            self.serverName = serverName
            self.cacheFolder = cacheFolder
            self.login = login
            self.password = password
            self.isOffline = isOffline
            self.timeoutSeconds = timeoutSeconds
            self.send = send
            self.onKeeping = onKeeping
            self.onWarning = onWarning
        }
    }

    static var service: AccountService { AccountService.shared }

    /// Configures the singleton. A second value in the same process would change the configuration that the first one uses.
    public init(_ settings: Settings) {
        var configuration = AccountService.Configuration()
        configuration.baseURL = settings.server
        configuration.serverName = settings.serverName
        configuration.cacheFolder = settings.cacheFolder
        configuration.login = settings.login
        configuration.password = settings.password
        configuration.isOffline = settings.isOffline
        configuration.timeout = settings.timeoutSeconds
        configuration.exchange = settings.send.map { send in
            { request, completion in
                let sending = Task {
                    switch await send(LegacyRequest(request)) {
                    case .response(let status, let body): completion(status, body, nil)
                    case .unreachable: completion(0, Data(), .network)
                    case .timedOut: completion(0, Data(), .timeout)
                    case .malformed: completion(0, Data(), .badResponse)
                    }
                }
                return { sending.cancel() }
            }
        }
        configuration.onKeeping = settings.onKeeping
        configuration.onWarning = settings.onWarning
        AccountService.configuration = configuration
    }

    /// The singleton's `fetchData(requestParam:)`, for the adapters.
    public var fetch: LegacyFetch {
        { await Self.service.fetchData(requestParam: $0) }
    }
}
