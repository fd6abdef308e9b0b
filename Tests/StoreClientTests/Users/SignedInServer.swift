import AccountSandbox
import Domain
import Foundation
import StoreClient
import TestSupport

/// A sandbox on the network, and a session in which the demo user is signed in to it.
struct SignedInServer {
    let server: SandboxServer
    let session: StoreSession

    /// Runs `body` with a new server, and stops the server.
    static func with<Value>(
        _ configuration: SandboxConfiguration = SandboxConfiguration(),
        _ body: (SignedInServer) async throws -> Value
    ) async throws -> Value {
        let server = try await SandboxServer.start(configuration)
        do {
            let value = try await body(try await SignedInServer(server))
            await server.stop()
            return value
        } catch {
            await server.stop()
            throw error
        }
    }

    private init(_ server: SandboxServer) async throws {
        self.server = server
        session = StoreSession(
            baseURL: server.url,
            clientID: nil,
            transport: Self.wire(),
            store: InMemoryTokenStore(),
            legacyToken: { nil },
            now: { Date() }
        )
        let account = SandboxAccount.demo
        _ = try await StoreSignIn(session: session).signIn(
            with: Credentials(login: account.login, password: account.password)
        )
    }

    /// Returns connections of their own. URLSession on Linux waits for ever if a connection that was used before is closed
    /// while a body is sent.
    static func wire(clock: any Clock<Duration> = StoppedClock()) -> URLSessionTransport {
        URLSessionTransport(deadline: .seconds(10), largestBody: 1 << 20, clock: clock)
    }

    /// Returns the store's API over `wire`, which the session authorises.
    ///
    /// - Parameter layer: Adds a layer above authorisation.
    func api(
        over wire: any HTTPTransport = wire(),
        layer: (any HTTPTransport) -> any HTTPTransport = { $0 }
    ) -> StoreAPI {
        let authorised = AuthorizedTransport(session: session, transport: wire)
        return StoreAPI(baseURL: server.url, transport: layer(authorised), now: { Date() })
    }
}
