import AccountSandbox
import DataSupport
import Domain
import Foundation
import LegacyData
import StoreClient
import Strangler

extension Composition {
    /// The configuration of the real modules.
    struct Settings: Sendable {
        /// The store's URL; `nil` starts a store in this process.
        let server: URL?
        /// How requests reach it.
        var wire = Wire.inProcess
        /// Where news come from.
        var news = NewsSource.polling(every: .seconds(10))
        let isOffline: Bool
        let stateFolder: StateFolder
        /// The time limit for all calls together; for each call if the command goes on until it is interrupted.
        let timeout: Duration
        /// Whether the command goes on until it is interrupted.
        var isContinuous = false
        /// Called with a description of what could not be stored.
        let warn: @Sendable (String) -> Void

        /// Whether the store may get the login of the demo user: the one in this process, and one on this machine, which is a
        /// sandbox too or somebody's own. Another store's users have nothing to do with the demo user.
        var mayKnowDemoUser: Bool { server?.isOnThisMachine ?? true }

        /// The identity of the store. Tokens and responses of one store are never used for another.
        var storeServer: StoreServer { Self.storeServer(at: server) }

        /// The name that files of the store at a URL have; `nil` is the store in this process.
        static func storeFileName(at server: URL?) -> String { storeServer(at: server).fileName }

        private static func storeServer(at server: URL?) -> StoreServer {
            server.map { StoreServer($0) } ?? StoreServer(named: "sandbox")
        }

        /// The place of the sign-in with the store.
        var tokenStore: FileTokenStore {
            FileTokenStore(folder: stateFolder.store, server: storeServer, clock: ContinuousClock(), warn: warn)
        }
    }

    /// Creates a composition of the legacy service and the store's client, which call a store over HTTP.
    static func real(_ settings: Settings) async throws(AccountFailure) -> Composition {
        // Before anything is read that a sign-out erases.
        let device = DeviceStorage(settings)
        let sandbox = try await startSandbox(settings)
        let server = settings.isOffline ? nil : settings.server ?? sandbox?.url
        let waiting = settings.isContinuous ? nil : WaitingTime(settings.timeout, clock: ContinuousClock())
        let legacyUser = UserID(SandboxAccount.demo.user)
        let legacyFolder = LegacyFolder(settings, of: legacyUser)
        let legacy = legacyAccess(settings, at: settings.server ?? sandbox?.url, legacyFolder, device.fence, waiting)
        let tokens = settings.tokenStore
        let store = StoreConnection(server, settings, waiting: waiting, tokens) {
            // The legacy service signs in with one login, which must not happen while somebody else is signed in.
            if case .tokens(let stored)? = try? await tokens.load(), stored.user != legacyUser { return nil }
            // A sign-in of a person that has ended is no reason to send another login, except to the store in this process.
            return settings.server != nil && settings.mayKnowDemoUser ? legacy.storedToken() : await legacy.token()
        }
        let traces = DeviceTraces(device: device, legacyFolder: legacyFolder, warn: settings.warn)
        try await traces.eraseLegacyOfOthers(legacyUser, store.tokens)
        let migration = migration(from: legacy, legacyFolder, to: store, settings)
        let routing = SignedInRouting(
            tokens: store.tokens,
            legacyUser: legacyUser,
            handover: Migration.Side(orders: migration.orders, addresses: migration.addresses),
            store: store.side,
            // At a store of others, only what it has stored is of use.
            isLegacyUsed: settings.mayKnowDemoUser || settings.isOffline
        )
        let diagnostics = DiagnosticsModule.real(settings, at: server)
        let revocations = Task { _ = await store.session.sendRevocations() }
        return Composition(
            signedInUser: { () async throws(AccountFailure) in
                if case .tokens(let tokens)? = try? await store.tokens.load() { return tokens.user }
                return try await legacy.user(within: settings.timeout / 2, of: settings)
            },
            isSignedOut: { (try? await store.tokens.load()) == .signedOut },
            signIn: DeviceSignIn(session: store.session, traces: traces),
            signOut: DeviceSignOut(session: store.session, traces: traces),
            searchNames: StoreSearchNames(store.publicAPI),
            users: users(routing, store, isReachable: server != nil, diagnostics.publish, device, settings),
            migration: migration,
            diagnostics: diagnostics,
            stop: {
                await revocations.value
                await diagnostics.finish()
                await migration.settle()
                await sandbox?.stop()
            }
        )
    }

    private static func users(
        _ routing: SignedInRouting,
        _ store: StoreConnection,
        isReachable: Bool,
        _ diagnostics: any PublishDiagnostic,
        _ device: DeviceStorage,
        _ settings: Settings
    ) -> Users {
        Users { user in
            UserModules(
                fetchOrders: routing,
                fetchNewestOrders: isReachable ? StoreFetchUserOrder(store.api) : nil,
                fetchAddresses: routing,
                reservations: StoreReservations(store.api),
                hasStored: { device.exists },
                open: {
                    .real(
                        of: user,
                        over: store.api,
                        store.session,
                        news: settings.news,
                        recordingIn: diagnostics,
                        on: device
                    )
                }
            )
        }
    }

    private static func migration(
        from legacy: LegacyAccountAccess,
        _ folder: LegacyFolder,
        to store: StoreConnection,
        _ settings: Settings
    ) -> Migration {
        // Half of the time is for the sign-in, half for what follows.
        let half = settings.timeout / 2
        let lists = LegacyLists(side: .legacy(legacy, within: half), folder: folder)
        return Migration(
            control: Migration.Side(orders: lists, addresses: lists),
            candidate: store.side,
            // Offline, no store can be called, and the stored data belongs to the legacy service, so nothing is compared.
            plans: settings.isOffline ? [:] : plans(settings),
            recorder: Recorder(to: LateJournal(in: settings.stateFolder.migration, warn: settings.warn)),
            settings: Migration.Settings(
                server: settings.storeServer.escapedDescription,
                deadline: half,
                // The data of a store in this process is nobody's personal data.
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

    private static func legacyAccess(
        _ settings: Settings,
        at server: URL?,
        _ folder: LegacyFolder,
        _ fence: SignOutFence,
        _ waiting: WaitingTime?
    ) -> LegacyAccountAccess {
        LegacyAccountAccess(
            LegacyAccountAccess.Settings(
                server: server,
                serverName: folder.serverName,
                cacheFolder: folder.url,
                login: SandboxAccount.demo.login,
                password: SandboxAccount.demo.password,
                isOffline: settings.isOffline,
                // Whole seconds, and less than half of the time, so that it can still return what it has stored.
                timeoutSeconds: max(1, Int((settings.timeout.components.seconds - 1) / 2)),
                send: settings.wire.legacySend(
                    within: settings.timeout,
                    together: waiting,
                    mayLogIn: settings.mayKnowDemoUser
                ),
                onKeeping: { write in
                    guard let pass = try? fence.pass() else { return }
                    defer { withExtendedLifetime(pass) {} }
                    try write()
                },
                onWarning: settings.warn
            )
        )
    }

    /// Returns the plans that were set, or `legacy` if they can't be read, which doesn't harm any call.
    private static func plans(_ settings: Settings) -> [Migration.UseCase: Plan] {
        do throws(VersionedFileError) {
            return try PlanFile(folder: settings.stateFolder.migration).plans()
        } catch {
            settings.warn("The plans of the hand-overs can't be read: \(error). The legacy service serves all calls.")
            return [:]
        }
    }
}

extension Migration.Side {
    /// Returns the use cases over the legacy service.
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
    /// Returns the user who is signed in with the legacy service; signs in if there is no session.
    fileprivate func user(
        within limit: Duration,
        of settings: Composition.Settings
    ) async throws(AccountFailure) -> UserID {
        do throws(LegacySignInError) {
            return try await signedInUser(within: limit, on: ContinuousClock())
        } catch {
            switch error {
            case .refused: throw settings.mayKnowDemoUser ? .signInRefused : .signInNeeded
            case .unavailable, .cancelled: throw .signInUnavailable
            }
        }
    }
}
