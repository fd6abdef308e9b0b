import AccountSandbox
import Domain
import Foundation
import LegacyData
import StoreClient

extension MigrationDemo {
    /// Returns the legacy service and the store's client, both signed in and without stored data, and a client with an address
    /// at which nothing listens.
    func sides(
        at server: URL,
        say: @escaping @Sendable (String) -> Void
    ) async throws(AccountFailure) -> (control: AccountLists, store: AccountLists, unreachable: AccountLists) {
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
        let control = AccountLists.legacy(legacy, nil, within: .seconds(60))
        // The first call of each side gets its token alone, as in a program that has been running.
        let user = UserID(SandboxAccount.demo.user)
        _ = try? await control.orders.fetchOrders(for: user)
        let tokens = InMemoryTokenStore()
        let store = StoreConnection(server, within: .seconds(60), tokens: tokens, legacyToken: legacy.token).lists
        _ = try? await store.orders.fetchOrders(for: user)
        // The same client and the same tokens, with a port that was just released. One attempt, because the person who plays
        // the demo would wait for more.
        let gone = try await startStore()
        await gone.stop()
        let unreachable = StoreConnection(
            gone.url,
            within: .seconds(60),
            tokens: tokens,
            attempts: 1,
            legacyToken: legacy.token
        ).lists
        return (control, store, unreachable)
    }
}
