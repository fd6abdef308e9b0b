import AccountSandbox
import Domain
import Foundation
import LegacyData
import StoreClient

/// The implementations that a played hand-over joins.
struct DemoSides: Sendable {
    /// The legacy service, signed in and without stored data.
    let control: AccountLists
    /// The store's client, signed in and without stored data.
    let store: AccountLists
    /// The same client, with an address at which nothing listens.
    let unreachable: AccountLists

    /// - Parameters:
    ///   - server: The store that is called.
    ///   - unreachable: An address at which nothing listens.
    ///   - say: Receives the warnings of the legacy service.
    init(
        at server: URL,
        unreachable gone: URL,
        say: @escaping @Sendable (String) -> Void
    ) async throws(AccountFailure) {
        let legacy = LegacyAccountAccess(
            LegacyAccountAccess.Settings(
                server: server,
                serverName: nil,
                cacheFolder: nil,
                login: SandboxAccount.demo.login,
                password: SandboxAccount.demo.password,
                isOffline: false,
                timeoutSeconds: 60,
                send: Wire.inProcess.legacySend(within: .seconds(60), together: nil),
                onWarning: say
            )
        )
        do throws(LegacySignInError) {
            _ = try await legacy.signedInUser(within: .seconds(60), on: ContinuousClock())
        } catch {
            throw .signInUnavailable
        }
        control = AccountLists.legacy(legacy, nil, within: .seconds(60))
        // The first call of each side gets its token alone, as in a program that has been running.
        let user = UserID(SandboxAccount.demo.user)
        _ = try? await control.orders.fetchOrders(for: user)
        let tokens = InMemoryTokenStore()
        store = StoreConnection(server, within: .seconds(60), tokens: tokens, legacyToken: legacy.token).lists
        _ = try? await store.orders.fetchOrders(for: user)
        // The same client and the same tokens. One attempt, because the person who plays the demo would wait for more.
        unreachable =
            StoreConnection(
                gone,
                within: .seconds(60),
                tokens: tokens,
                attempts: 1,
                legacyToken: legacy.token
            ).lists
    }
}
