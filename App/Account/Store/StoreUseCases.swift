import AccountSandbox
import Domain
import DomainMocks
import Foundation
import LocalData
import StoreClient

/// The use cases of the store's own API, for one user: offline first, over what is kept on this device.
struct StoreUseCases: Sendable {
    let fetchProfile: any FetchProfile
    let observeDeals: any ObserveDeals
    let refreshDeals: any RefreshDeals
    let fetchSettings: any FetchNotificationSettings
    let updateSettings: any UpdateNotificationSettings
    let sendPendingChanges: any SendPendingChanges
}

/// The way to one store over its own API, and who is signed in there.
struct StoreAccess: Sendable {
    /// What is kept of the sign-in.
    let tokens: any TokenStore
    /// The store's API, for use cases that need a sign-in.
    let api: StoreAPI
    /// All layers below the API.
    let transport: any HTTPTransport
    private let session: StoreSession
    private let settings: Composition.Settings

    /// - Parameters:
    ///   - server: `nil` if there is none to ask, which ends as an unreachable one does.
    ///   - legacyToken: A token of the legacy service, for a sign-in that is no good any more.
    init(
        server: URL?,
        _ settings: Composition.Settings,
        legacyToken: @escaping @Sendable () async -> LegacyToken? = { nil }
    ) {
        // Half of the time for the sign-in, half for what follows.
        let half = settings.timeout / 2
        let tokens = FileTokenStore(
            folder: settings.stateFolder.store,
            server: settings.storeServer,
            clock: ContinuousClock(),
            warn: settings.warn
        )
        let demo = SandboxAccount.demo
        let pipeline = StorePipeline.live(at: server, within: half) { baseURL, transport in
            StoreSession(
                baseURL: baseURL,
                clientID: nil,
                transport: transport,
                store: tokens,
                firstSignIn: Credentials(login: demo.login, password: demo.password),
                legacyToken: legacyToken,
                now: { Date() }
            )
        }
        self.tokens = tokens
        session = pipeline.session
        transport = pipeline.transport
        api = StoreAPI(baseURL: server ?? .nowhere, transport: transport, now: { Date() }) {
            [warn = settings.warn] place in
            warn("The store's answer lacks what is mandatory\(place.components.isEmpty ? "" : " (\(place))").")
        }
        self.settings = settings
    }

    var signIn: any SignIn { StoreSignIn(session: session) }

    /// Orders and addresses of the store.
    var side: Migration.Side {
        Migration.Side(orders: StoreFetchUserOrder(api), addresses: StoreFetchUserAddresses(api))
    }

    /// The use cases of `user`, over what is kept on this device. Where that can't be used, reads go on without it; what
    /// promises to queue or to send fails.
    func useCases(of user: UserID) -> StoreUseCases {
        let profile = StoreFetchProfile(api)
        let remoteSettings = StoreSettings(api)
        let opened = openDatabase()
        guard let database = (try? opened.get()) ?? temporaryDatabase() else {
            preconditionFailure("A database in memory needs nothing but memory.")
        }
        let deals = OfflineFirst(.deals, of: user, in: database, now: { Date() }, remote: StoreDeals(api).fetch)
        let stored = OfflineSettings(
            remote: RemoteSettings(
                fetch: { user throws(SettingsError) in
                    do throws(ReadError) {
                        return try await remoteSettings.fetch(user)
                    } catch {
                        throw SettingsError(error)
                    }
                },
                change: remoteSettings.change
            ),
            database: database,
            now: { Date() },
            newKey: { UUID().uuidString }
        )
        let changes: any UpdateNotificationSettings & SendPendingChanges =
            if case .failure = opened { UnusableDevice() } else { stored }
        return StoreUseCases(
            fetchProfile: OfflineFetchProfile(remote: profile, database: database, now: { Date() }),
            observeDeals: deals,
            refreshDeals: deals,
            fetchSettings: stored,
            updateSettings: changes,
            sendPendingChanges: changes
        )
    }

    /// What sends changes that could not be sent; `nil` where nothing was ever kept on this device.
    func pendingChanges(of user: UserID) -> (any SendPendingChanges)? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return useCases(of: user).sendPendingChanges
    }

    /// Signs out, and erases what is kept on this device: of the store's own API first, then of the legacy service. Where
    /// what is kept can't be used, nothing is erased, and that is said.
    func signOut() -> any SignOut {
        guard case .success(let database) = openDatabase() else { return UnusableDevice() }
        return LocalSignOut(
            remote: ForgettingSignOut(remote: StoreSignOut(session: session), folder: settings.stateFolder.legacy),
            database: database,
            user: { [session] in await session.user }
        )
    }

    private var file: URL { settings.stateFolder.store.appending(path: "\(settings.storeServer.fileName).sqlite") }

    private func openDatabase() -> Result<LocalDatabase, LocalDataError> {
        do throws(LocalDataError) {
            return .success(try open(.file(file)))
        } catch {
            settings.warn("What is kept on this device can't be used (\(error.reason)); nothing is kept this time.")
            return .failure(error)
        }
    }

    /// For what is read in this run alone.
    private func temporaryDatabase() -> LocalDatabase? { try? open(.memory) }

    private func open(_ location: LocalDatabase.Location) throws(LocalDataError) -> LocalDatabase {
        try LocalDatabase(location, clock: ContinuousClock(), now: { Date() }) { [warn = settings.warn] warning in
            switch warning {
            case .setAside(let file):
                warn(
                    "What was kept on this device was damaged; it is set aside as \(file.lastPathComponent), and a new file is begun. Changes that were never sent are in the old one."
                )
            case .notKept(let error):
                warn("The answer could not be kept on this device (\(error.reason)).")
            }
        }
    }
}

extension StorePipeline {
    /// The layers to a server, by URLSession; without a server every request ends as unreachable.
    static func live(
        at server: URL?,
        within deadline: Duration,
        attempts: Int = 3,
        session: (URL, any HTTPTransport) -> StoreSession
    ) -> StorePipeline {
        let wire: any HTTPTransport =
            server == nil
            ? NoTransport()
            : URLSessionTransport(deadline: deadline, largestBody: 64 << 20, clock: ContinuousClock())
        return StorePipeline(
            over: wire,
            limits: RetryingTransport.Limits(attempts: attempts, deadline: deadline, firstWait: .milliseconds(200)),
            capacity: 8 << 20,
            clock: ContinuousClock(),
            fraction: { Double.random(in: 0...1) },
            now: { Date() },
            makeSession: { session(server ?? .nowhere, $0) }
        )
    }
}

extension URL {
    /// Where nobody answers: asked of no network.
    static var nowhere: URL {
        guard let url = URL(string: "http://127.0.0.1") else { preconditionFailure("This is a URL.") }
        return url
    }
}

/// What can't be promised where nothing can be kept on this device: queueing, sending and erasing.
private struct UnusableDevice: UpdateNotificationSettings, SendPendingChanges, SignOut {
    func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings {
        throw .notKept
    }

    func sendPendingChanges(of user: UserID) async throws(SettingsError) -> [SentChange] { throw .notKept }

    func pendingChanges(of user: UserID) async throws(SettingsError) -> [PendingChange] { throw .notKept }

    func signOut(discardingPendingChanges: Bool) async throws(SignOutError) { throw .notErased }
}

extension LocalDataError {
    fileprivate var reason: String {
        switch self {
        case .newerSchema: "a newer version has written it"
        case .damaged: "it is damaged, and another program has it open"
        case .readOnly: "it can't be written"
        case .full: "the disk is full"
        case .locked: "another program has locked it"
        case .unavailable(let code): "SQLite says \(code)"
        case .cancelled: "it was given up"
        }
    }
}

/// Offline there is nobody to ask.
struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer { throw .unreachable }
}

/// Signs out, and then forgets what the legacy service has kept.
private struct ForgettingSignOut: SignOut {
    let remote: any SignOut
    let folder: URL

    func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        if FileManager.default.fileExists(atPath: folder.path) {
            guard (try? FileManager.default.removeItem(at: folder)) != nil else { throw .notErased }
        }
        try await remote.signOut(discardingPendingChanges: discardingPendingChanges)
    }
}

// MARK: - Mocks

extension StoreUseCases {
    /// Mocks of everything, for the sample user.
    static func mock(isOffline: Bool, on device: MockDevice? = nil) -> StoreUseCases {
        let kept = Snapshot(SampleStore.deals, freshness: .kept(asOf: SampleAccount.keptAsOf))
        let deals = MockDeals(deals: SampleStore.deals, known: isOffline ? kept : nil)
        if isOffline { deals.refreshes.stub(.failure(.unavailable)) }
        let settings = MockNotificationSettings.sample(isOffline: isOffline, device?.changes ?? MockDevice.Changes())
        var changes: any UpdateNotificationSettings & SendPendingChanges = settings
        if let device { changes = KeptMockSettings(mock: settings, device: device) }
        return StoreUseCases(
            fetchProfile: MockFetchProfile(
                profiles: SampleStore.profiles,
                freshness: isOffline ? .kept(asOf: SampleAccount.keptAsOf) : .live
            ),
            observeDeals: deals,
            refreshDeals: deals,
            fetchSettings: settings,
            updateSettings: changes,
            sendPendingChanges: changes
        )
    }
}
