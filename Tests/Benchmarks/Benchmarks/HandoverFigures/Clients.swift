import AccountSandbox
import Domain
import Foundation
import LegacyData
import StoreClient

/// The legacy service and the store's client, with one sandbox in the process.
struct Clients {
    let server: SandboxServer
    let legacy: LegacyGateway
    let store: AuthorizedTransport

    /// Starts the sides. The legacy service is signed in, the store's client not yet. The singleton is configured once in a
    /// process.
    static func start() async throws -> Clients {
        let server = try await SandboxServer.start(
            SandboxConfiguration(customerCount: 1_000, tokenLifetime: .seconds(24 * 60 * 60))
        )
        let access = LegacyAccountAccess(
            LegacyAccountAccess.Settings(
                server: server.url,
                serverName: nil,
                cacheFolder: nil,
                login: SandboxAccount.demo.login,
                password: SandboxAccount.demo.password,
                isOffline: false,
                timeoutSeconds: 30,
                onWarning: { _ in }
            )
        )
        _ = try await access.signedInUser(within: .seconds(30), on: ContinuousClock())
        let network = URLSessionTransport(deadline: .seconds(30), largestBody: 1 << 24, clock: ContinuousClock())
        let session = StoreSession(
            baseURL: server.url,
            clientID: nil,
            transport: network,
            store: InMemoryTokenStore(),
            legacyToken: { await access.token().map { LegacyToken(user: $0.user, token: $0.token) } },
            now: { Date() }
        )
        return Clients(
            server: server,
            legacy: LegacyGateway(
                fetch: access.fetch,
                deadline: .seconds(30),
                clock: ContinuousClock(),
                now: { Date() }
            ),
            store: AuthorizedTransport(session: session, transport: network)
        )
    }

    var storeOrders: StoreFetchUserOrder {
        StoreFetchUserOrder(StoreAPI(baseURL: server.url, transport: store, now: { Date() }))
    }

    var storeAddresses: StoreFetchUserAddresses {
        StoreFetchUserAddresses(StoreAPI(baseURL: server.url, transport: store, now: { Date() }))
    }
}
