import AccountSandbox
import Domain
import Foundation
import StoreClient

/// The connection to one store over its own API, with its sign-in. All use cases of the store share one session and one
/// pipeline.
struct StoreConnection: Sendable {
    /// The stored tokens of the sign-in.
    let tokens: any TokenStore
    let session: StoreSession
    /// The store's API for a signed-in user.
    let api: StoreAPI
    /// The part of the API that needs no sign-in.
    let publicAPI: StoreAPI

    /// Creates the connection to the store of `settings`. The demo user signs in if nobody ever has, and the store may know them.
    ///
    /// - Parameters:
    ///   - server: The store; `nil` if there is none, in which case calls fail as with an unreachable store.
    ///   - waiting: The time for all calls of the command together; `nil` if it goes on until it is interrupted.
    ///   - tokens: The place of the sign-in.
    ///   - legacyToken: Returns a token of the legacy service, for a sign-in that is no longer valid.
    init(
        _ server: URL?,
        _ settings: Composition.Settings,
        waiting: WaitingTime?,
        _ tokens: FileTokenStore,
        legacyToken: @escaping @Sendable () async -> (user: UserID, token: String)?
    ) {
        let demo = SandboxAccount.demo
        self.init(
            server,
            // Half of the time is for the sign-in, half for what follows.
            within: settings.timeout / 2,
            by: settings.wire,
            waiting: waiting,
            tokens: tokens,
            firstSignIn: settings.mayKnowDemoUser ? Credentials(login: demo.login, password: demo.password) : nil,
            legacyToken: legacyToken
        ) { [warn = settings.warn] place in
            warn("The store's answer lacks what is mandatory\(place.components.isEmpty ? "" : " (\(place))").")
        }
    }

    /// Creates the connection to a store.
    ///
    /// - Parameters:
    ///   - server: The store; `nil` if there is none, in which case calls fail as with an unreachable store.
    ///   - deadline: The time limit of a call, including repetitions.
    ///   - waiting: The time for all calls together.
    ///   - attempts: The maximum number of attempts of a call.
    ///   - firstSignIn: The credentials to use if nobody ever signed in.
    ///   - report: Called with the path of each mandatory field that a response lacks.
    init(
        _ server: URL?,
        within deadline: Duration,
        by way: Wire = .inProcess,
        waiting: WaitingTime? = nil,
        tokens: any TokenStore,
        attempts: Int = 3,
        firstSignIn: Credentials? = nil,
        legacyToken: @escaping @Sendable () async -> (user: UserID, token: String)?,
        report: @escaping @Sendable (FieldPath) -> Void = { _ in }
    ) {
        let baseURL = server ?? Self.nowhere
        // More results than anybody could look through; a server that sends without end is cut off.
        let wire: any HTTPTransport =
            server == nil
            ? NoTransport()
            : way.transport(deadline: deadline, largestBody: 64 << 20)
        let pipeline = StorePipeline(
            over: wire,
            limits: RetryingTransport.Limits(attempts: attempts, deadline: deadline, firstWait: .milliseconds(200)),
            waiting: waiting,
            capacity: 8 << 20,
            clock: ContinuousClock(),
            fraction: { Double.random(in: 0...1) },
            now: { Date() },
            makeSession: { transport in
                StoreSession(
                    baseURL: baseURL,
                    clientID: nil,
                    transport: transport,
                    store: tokens,
                    firstSignIn: firstSignIn,
                    legacyToken: { await legacyToken().map { LegacyToken(user: $0.user, token: $0.token) } },
                    now: { Date() }
                )
            }
        )
        self.tokens = tokens
        session = pipeline.session
        api = StoreAPI(baseURL: baseURL, transport: pipeline.transport, now: { Date() }, report: report)
        publicAPI = StoreAPI(baseURL: baseURL, transport: wire, now: { Date() })
    }

    var lists: AccountLists { .store(api) }

    /// A URL at which nothing listens. No request is sent there.
    private static var nowhere: URL {
        guard let url = URL(string: "http://127.0.0.1") else { preconditionFailure("This is a URL.") }
        return url
    }
}

/// The transport of a store that can't be reached because the command runs offline.
private struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer { throw .unreachable }
}
