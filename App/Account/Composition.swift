import AccountSandbox
import Domain
import DomainMocks
import Foundation
import LegacyData
import Presentation
import StoreClient
import Strangler

/// What runs. Whoever reads this file knows which implementation stands behind each use case; nobody else chooses one.
struct Composition: Sendable {
    /// Who is signed in, signing in where that is needed.
    let signedInUser: @Sendable () async throws(AccountFailure) -> UserID
    let fetchUserOrder: any FetchUserOrder
    let fetchUserAddresses: any FetchUserAddresses
    let searchNames: any SearchNames
    let signIn: any SignIn
    /// Signing out; opens what is kept on this device, to erase it.
    let signOut: @Sendable () -> any SignOut
    /// Whether a person has signed out, and is asked to sign in before anything of theirs is shown.
    let isSignedOut: @Sendable () async -> Bool
    /// The use cases of the store's own API for a user; opens what is kept on this device.
    let store: @Sendable (UserID) -> StoreUseCases
    /// What sends a user's changes that could not be sent; `nil` where nothing was ever kept, so that there are none.
    let pendingChanges: @Sendable (UserID) -> (any SendPendingChanges)?
    /// The hand-overs behind orders and addresses; nil where nothing is handed over.
    let migration: Migration?
    var flow: FlowModules
    /// Ends what was started for this composition.
    let stop: @Sendable () async -> Void
}

// MARK: - View models

extension Composition {
    @MainActor
    func orderList(of user: UserID, _ formats: Formats) -> UserOrderListViewModel {
        UserOrderListViewModel(user: user, fetchOrders: fetchUserOrder, formats: formats, now: { Date() })
    }

    @MainActor
    func addressList(of user: UserID, _ formats: Formats) -> UserAddressListViewModel {
        UserAddressListViewModel(user: user, fetchAddresses: fetchUserAddresses, formats: formats, now: { Date() })
    }

    @MainActor
    func profile(of user: UserID, _ formats: Formats) -> UserProfileViewModel {
        UserProfileViewModel(
            user: user,
            fetchProfile: store(user).fetchProfile,
            fetchOrders: fetchUserOrder,
            fetchAddresses: fetchUserAddresses,
            formats: formats,
            now: { Date() }
        )
    }

    @MainActor
    func dealList(of user: UserID, showsAll: Bool, _ formats: Formats) -> DealListViewModel {
        let store = store(user)
        return DealListViewModel(
            observe: store.observeDeals,
            refresh: store.refreshDeals,
            showsAll: showsAll,
            formats: formats,
            now: { Date() }
        )
    }

    @MainActor
    func deal(_ id: DealID, of user: UserID, _ formats: Formats) -> DealViewModel {
        let store = store(user)
        return DealViewModel(
            id: id,
            observe: store.observeDeals,
            refresh: store.refreshDeals,
            formats: formats,
            now: { Date() }
        )
    }

    @MainActor
    func settings(of user: UserID, _ formats: Formats) -> SettingsViewModel {
        let store = store(user)
        return SettingsViewModel(
            user: user,
            fetch: store.fetchSettings,
            update: store.updateSettings,
            pending: store.sendPendingChanges,
            formats: formats,
            now: { Date() }
        )
    }

    /// The search, and the sign that something is under way.
    @MainActor
    func nameSearch(_ formats: Formats) -> (NameSearchViewModel, ActivityIndicator) {
        let indicator = ActivityIndicator(isEnabled: true)
        let search = NameSearchViewModel(
            searchNames: searchNames,
            indicator: indicator,
            formats: formats,
            clock: ContinuousClock()
        )
        return (search, indicator)
    }
}

// MARK: - Real and mock

extension Composition {
    /// What the real modules are told.
    struct Settings: Sendable {
        /// The store; `nil` starts one in this process.
        let server: URL?
        let isOffline: Bool
        let stateFolder: StateFolder
        /// How long all calls together may take.
        let timeout: Duration
        /// Is told what could not be kept.
        let warn: @Sendable (String) -> Void

        /// Which store it is: what one store issues or says is never used for another.
        var storeServer: StoreServer { server.map { StoreServer($0) } ?? StoreServer(named: "sandbox") }
    }

    /// The legacy service behind the use cases, asking a store over HTTP.
    static func real(_ settings: Settings) async throws(AccountFailure) -> Composition {
        let sandbox: SandboxServer? =
            if settings.server == nil, !settings.isOffline {
                try await startSandbox(settings)
            } else {
                nil
            }
        // Half of the time for the sign-in, half for what follows. The legacy service has whole seconds, and less than
        // its half, so that it still answers from what it kept.
        let half = settings.timeout / 2
        let legacy = LegacyAccountAccess(
            LegacyAccountAccess.Settings(
                server: settings.server ?? sandbox?.url,
                serverName: settings.server == nil ? "sandbox" : nil,
                cacheFolder: settings.stateFolder.legacy,
                login: SandboxAccount.demo.login,
                password: SandboxAccount.demo.password,
                isOffline: settings.isOffline,
                timeoutSeconds: max(1, Int((settings.timeout.components.seconds - 1) / 2)),
                onWarning: settings.warn
            )
        )
        let server = settings.isOffline ? nil : settings.server ?? sandbox?.url
        let store = StoreAccess(server: server, settings) {
            await legacy.token().map { LegacyToken(user: $0.user, token: $0.token) }
        }
        let flow = FlowModules.real(settings, at: server, over: store.api)
        let gateway = LegacyGateway(fetch: legacy.fetch, deadline: half, clock: ContinuousClock(), now: { Date() })
        let migration = Migration(
            control: Migration.Side(
                orders: LegacyFetchUserOrder(gateway: gateway),
                addresses: LegacyFetchUserAddresses(gateway: gateway)
            ),
            candidate: store.side,
            // Offline there is no store to ask, and what was kept is the legacy service's: nothing is compared.
            plans: settings.isOffline ? [:] : plans(settings),
            recorder: Recorder(to: LateJournal(in: settings.stateFolder.migration, warn: settings.warn)),
            settings: Migration.Settings(
                deadline: half,
                // What the store in this process has belongs to nobody.
                specimenSource: settings.server == nil ? "seed=\(SandboxConfiguration().seed)" : nil
            )
        )
        let reads = RoutedReads(
            tokens: store.tokens,
            legacyUser: UserID(SandboxAccount.demo.user),
            handedOver: Migration.Side(orders: migration.orders, addresses: migration.addresses),
            store: store.side
        )
        return Composition(
            signedInUser: { () async throws(AccountFailure) in
                if case .tokens(let tokens)? = try? await store.tokens.load() { return tokens.user }
                do throws(LegacySignInError) {
                    return try await legacy.signedInUser(within: half, on: ContinuousClock())
                } catch {
                    switch error {
                    case .refused: throw .signInRefused
                    case .unavailable, .cancelled: throw .signInUnavailable
                    }
                }
            },
            fetchUserOrder: reads,
            fetchUserAddresses: reads,
            searchNames: searchNames(at: server, within: settings.timeout),
            signIn: store.signIn,
            signOut: { store.signOut() },
            isSignedOut: {
                guard let kept = try? await store.tokens.load() else { return false }
                return kept == .signedOut
            },
            store: { store.useCases(of: $0) },
            pendingChanges: { store.pendingChanges(of: $0) },
            migration: migration,
            flow: flow,
            stop: {
                await flow.finish()
                await migration.settle()
                await sandbox?.stop()
            }
        )
    }

    /// Mocks behind the use cases: no socket, and no file before something is changed, which is kept on `device`; on none
    /// everything ends with the process. Offline they show their samples as kept. Reservations are not kept, so that links
    /// of old screens have the historic answers each time.
    static func mock(isOffline: Bool = false, on device: MockDevice? = nil) -> Composition {
        let freshness = isOffline ? Freshness.kept(asOf: SampleAccount.keptAsOf) : .live
        let store = StoreUseCases.mock(isOffline: isOffline, on: device)
        return Composition(
            signedInUser: { SampleAccount.ada },
            fetchUserOrder: MockFetchUserOrder(orders: SampleAccount.orders, freshness: freshness),
            fetchUserAddresses: MockFetchUserAddresses(addresses: SampleAccount.addresses, freshness: freshness),
            searchNames: MockSearchNames(names: SampleNames.all),
            signIn: device.map { KeptMockSignIn(device: $0) as any SignIn }
                ?? MockSignIn(accounts: SampleStore.accounts),
            signOut: { device.map { KeptMockSignOut(device: $0) as any SignOut } ?? MockSignOut() },
            isSignedOut: { device?.changes.isSignedOut ?? false },
            store: { _ in store },
            pendingChanges: { _ in store.sendPendingChanges },
            migration: nil,
            flow: .mock(),
            stop: {}
        )
    }
}

extension Composition {
    /// The plans that were set; `legacy` where they can't be read, which hurts no call.
    private static func plans(_ settings: Settings) -> [Migration.UseCase: Plan] {
        let file = PlanFile(folder: settings.stateFolder.migration)
        do throws(KeptFileFailure) {
            return try file.plans()
        } catch {
            settings.warn("The plans of the hand-overs can't be read: \(error). The legacy service answers.")
            return [:]
        }
    }

    /// What replaces the legacy service: orders and addresses of the store's API, with the legacy service's token where
    /// nobody has signed in to the store itself.
    static func storeSide(
        at server: URL,
        within deadline: Duration,
        tokens: any TokenStore,
        attempts: Int = 3,
        token: @escaping @Sendable () async -> (user: UserID, token: String)?
    ) -> Migration.Side {
        let pipeline = StorePipeline.live(at: server, within: deadline, attempts: attempts) { baseURL, transport in
            StoreSession(
                baseURL: baseURL,
                clientID: nil,
                transport: transport,
                store: tokens,
                legacyToken: { await token().map { LegacyToken(user: $0.user, token: $0.token) } },
                now: { Date() }
            )
        }
        let api = StoreAPI(baseURL: server, transport: pipeline.transport, now: { Date() })
        return Migration.Side(orders: StoreFetchUserOrder(api), addresses: StoreFetchUserAddresses(api))
    }

    private static func searchNames(at server: URL?, within deadline: Duration) -> any SearchNames {
        // As many results as anybody could look through; a server that sends for ever is cut off.
        let wire: any HTTPTransport =
            server == nil
            ? NoTransport()
            : URLSessionTransport(deadline: deadline, largestBody: 64 << 20, clock: ContinuousClock())
        return StoreSearchNames(StoreAPI(baseURL: server ?? .nowhere, transport: wire, now: { Date() }))
    }

    private static func startSandbox(_ settings: Settings) async throws(AccountFailure) -> SandboxServer {
        var configuration = SandboxConfiguration()
        configuration.stateFolder = settings.stateFolder.sandbox
        configuration.warn = settings.warn
        do throws(SandboxError) {
            return try await SandboxServer.start(configuration)
        } catch {
            throw .sandbox(error)
        }
    }
}
