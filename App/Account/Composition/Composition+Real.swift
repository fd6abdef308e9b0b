import AccountSandbox
import Domain
import Foundation
import LegacyData
import StoreClient
import Strangler

extension Composition {
    /// What the real modules are configured with.
    struct Settings: Sendable {
        /// The store; `nil` starts one in this process.
        let server: URL?
        let isOffline: Bool
        let stateFolder: StateFolder
        /// How long all calls together may take.
        let timeout: Duration
        /// Called with what could not be stored.
        let warn: @Sendable (String) -> Void

        /// Which store it is: what one store issues or says is never used for another.
        var storeServer: StoreServer { server.map { StoreServer($0) } ?? StoreServer(named: "sandbox") }
    }

    /// The legacy service and the store's client behind the use cases, asking a store over HTTP.
    static func real(_ settings: Settings) async throws(AccountFailure) -> Composition {
        let sandbox = try await startSandbox(settings)
        let server = settings.isOffline ? nil : settings.server ?? sandbox?.url
        let legacy = legacyAccess(settings, at: settings.server ?? sandbox?.url)
        let store = StoreConnection(server, settings, legacyToken: legacy.token)
        let device = DeviceStorage(settings)
        let migration = migration(from: legacy, to: store, settings)
        let routing = SignedInRouting(
            tokens: store.tokens,
            legacyUser: UserID(SandboxAccount.demo.user),
            handover: Migration.Side(orders: migration.orders, addresses: migration.addresses),
            store: store.side
        )
        let diagnostics = DiagnosticsModule.real(settings, at: server)
        return Composition(
            signedInUser: { () async throws(AccountFailure) in
                if case .tokens(let tokens)? = try? await store.tokens.load() { return tokens.user }
                return try await legacy.user(within: settings.timeout / 2)
            },
            isSignedOut: { (try? await store.tokens.load()) == .signedOut },
            signIn: StoreSignIn(session: store.session),
            signOut: DeviceSignOut(session: store.session, device: device, legacyFolder: settings.stateFolder.legacy),
            searchNames: StoreSearchNames(store.publicAPI),
            users: Users { user in
                UserModules(
                    fetchOrders: routing,
                    fetchAddresses: routing,
                    reservations: StoreReservations(store.api),
                    hasStored: { device.exists },
                    open: { .real(of: user, over: store.api, on: device) }
                )
            },
            migration: migration,
            diagnostics: diagnostics,
            stop: {
                await diagnostics.finish()
                await migration.settle()
                await sandbox?.stop()
            }
        )
    }

    private static func migration(
        from legacy: LegacyAccountAccess,
        to store: StoreConnection,
        _ settings: Settings
    ) -> Migration {
        // Half of the time for the sign-in, half for what follows.
        let half = settings.timeout / 2
        return Migration(
            control: .legacy(legacy, within: half),
            candidate: store.side,
            // Offline there is no store to ask, and what is stored is the legacy service's: nothing is compared.
            plans: settings.isOffline ? [:] : plans(settings),
            recorder: Recorder(to: LateJournal(in: settings.stateFolder.migration, warn: settings.warn)),
            settings: Migration.Settings(
                server: settings.storeServer.fileName,
                deadline: half,
                // What the store in this process has belongs to nobody.
                specimenSource: settings.server == nil ? "seed=\(SandboxConfiguration().seed)" : nil
            )
        )
    }

    private static func startSandbox(_ settings: Settings) async throws(AccountFailure) -> SandboxServer? {
        guard settings.server == nil, !settings.isOffline else { return nil }
        var configuration = SandboxConfiguration()
        configuration.stateFolder = settings.stateFolder.sandbox
        configuration.warn = settings.warn
        do throws(SandboxError) {
            return try await SandboxServer.start(configuration)
        } catch {
            throw .sandbox(error)
        }
    }

    private static func legacyAccess(_ settings: Settings, at server: URL?) -> LegacyAccountAccess {
        LegacyAccountAccess(
            LegacyAccountAccess.Settings(
                server: server,
                serverName: settings.server == nil ? "sandbox" : nil,
                cacheFolder: settings.stateFolder.legacy,
                login: SandboxAccount.demo.login,
                password: SandboxAccount.demo.password,
                isOffline: settings.isOffline,
                // Whole seconds, and less than half of the time, so that it still answers from what it stored.
                timeoutSeconds: max(1, Int((settings.timeout.components.seconds - 1) / 2)),
                onWarning: settings.warn
            )
        )
    }

    /// The plans that were set; `legacy` if they can't be read, which does no harm to any call.
    private static func plans(_ settings: Settings) -> [Migration.UseCase: Plan] {
        do throws(KeptFileFailure) {
            return try PlanFile(folder: settings.stateFolder.migration).plans()
        } catch {
            settings.warn("The plans of the hand-overs can't be read: \(error). The legacy service answers.")
            return [:]
        }
    }
}

extension Migration.Side {
    /// The use cases over the legacy service.
    static func legacy(_ access: LegacyAccountAccess, within deadline: Duration) -> Migration.Side {
        let gateway = LegacyGateway(
            fetch: access.fetch,
            deadline: deadline,
            clock: ContinuousClock(),
            now: { Date() }
        )
        return Migration.Side(
            orders: LegacyFetchUserOrder(gateway: gateway),
            addresses: LegacyFetchUserAddresses(gateway: gateway)
        )
    }
}

extension LegacyAccountAccess {
    /// Returns who is signed in with the legacy service, signing in if there is no session.
    fileprivate func user(within limit: Duration) async throws(AccountFailure) -> UserID {
        do throws(LegacySignInError) {
            return try await signedInUser(within: limit, on: ContinuousClock())
        } catch {
            switch error {
            case .refused: throw .signInRefused
            case .unavailable, .cancelled: throw .signInUnavailable
            }
        }
    }
}
