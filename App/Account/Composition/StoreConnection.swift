import AccountSandbox
import Domain
import Foundation
import StoreClient

/// The way to one store over its own API, and who is signed in there. All of the store's use cases share one session and
/// one pipeline.
struct StoreConnection: Sendable {
    /// What is stored of the sign-in.
    let tokens: any TokenStore
    let session: StoreSession
    /// The store's API for a person who is signed in.
    let api: StoreAPI
    /// The part of the API that needs no sign-in.
    let publicAPI: StoreAPI

    /// Creates the way to the store of `settings`, where the demo user signs in if nobody ever did.
    ///
    /// - Parameters:
    ///   - server: The store; `nil` if there is none to ask, which ends like an unreachable one.
    ///   - legacyToken: A token of the legacy service, for a sign-in that is no good any more.
    init(
        _ server: URL?,
        _ settings: Composition.Settings,
        legacyToken: @escaping @Sendable () async -> (user: UserID, token: String)?
    ) {
        let tokens = FileTokenStore(
            folder: settings.stateFolder.store,
            server: settings.storeServer,
            clock: ContinuousClock(),
            warn: settings.warn
        )
        let demo = SandboxAccount.demo
        self.init(
            server,
            // Half of the time for the sign-in, half for what follows.
            within: settings.timeout / 2,
            tokens: tokens,
            firstSignIn: Credentials(login: demo.login, password: demo.password),
            legacyToken: legacyToken
        ) { [warn = settings.warn] place in
            warn("The store's answer lacks what is mandatory\(place.components.isEmpty ? "" : " (\(place))").")
        }
    }

    /// Creates the way to a store.
    ///
    /// - Parameters:
    ///   - server: The store; `nil` if there is none to ask, which ends like an unreachable one.
    ///   - deadline: How long a call may take, repetitions included.
    ///   - attempts: How often a call is made at most.
    ///   - firstSignIn: Who signs in if nobody ever did.
    ///   - report: Called with the place of each mandatory field that an answer lacks.
    init(
        _ server: URL?,
        within deadline: Duration,
        tokens: any TokenStore,
        attempts: Int = 3,
        firstSignIn: Credentials? = nil,
        legacyToken: @escaping @Sendable () async -> (user: UserID, token: String)?,
        report: @escaping @Sendable (FieldPath) -> Void = { _ in }
    ) {
        let baseURL = server ?? Self.nowhere
        // As many results as anybody could look through; a server that sends for ever is cut off.
        let wire: any HTTPTransport =
            server == nil
            ? NoTransport()
            : URLSessionTransport(deadline: deadline, largestBody: 64 << 20, clock: ContinuousClock())
        let pipeline = StorePipeline(
            over: wire,
            limits: RetryingTransport.Limits(attempts: attempts, deadline: deadline, firstWait: .milliseconds(200)),
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

    /// The use cases that replace the legacy service's.
    var side: Migration.Side {
        Migration.Side(orders: StoreFetchUserOrder(api), addresses: StoreFetchUserAddresses(api))
    }

    /// Where nobody answers. No request is sent there.
    private static var nowhere: URL {
        guard let url = URL(string: "http://127.0.0.1") else { preconditionFailure("This is a URL.") }
        return url
    }
}

/// Offline there is nobody to ask.
private struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer { throw .unreachable }
}
