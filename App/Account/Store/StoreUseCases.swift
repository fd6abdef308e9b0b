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
    private let session: StoreSession
    /// Bears the tokens, and repeats what may be repeated.
    let transport: any HTTPTransport
    private let baseURL: URL
    private let settings: Composition.Settings

    /// - Parameter server: `nil` if there is none to ask, which ends as an unreachable one does.
    init(server: URL?, _ settings: Composition.Settings) {
        // Half of the time for the sign-in, half for what follows.
        let half = settings.timeout / 2
        let plain: any HTTPTransport =
            server == nil
            ? NoTransport()
            : URLSessionTransport(deadline: half, largestBody: 64 << 20, clock: ContinuousClock())
        baseURL = server ?? Self.nowhere
        tokens = FileTokenStore(
            folder: settings.stateFolder.store,
            name: "tokens-\(settings.serverName)",
            clock: ContinuousClock(),
            warn: settings.warn
        )
        let newSession: @Sendable (any TokenStore) -> StoreSession = { [baseURL] tokens in
            StoreSession(
                baseURL: baseURL,
                clientID: nil,
                transport: plain,
                store: tokens,
                legacyToken: { nil },
                now: { Date() }
            )
        }
        session = newSession(tokens)
        transport = RetryingTransport(
            DemoSignIn(session: session, tokens: tokens, transport: plain) { newSession(InMemoryTokenStore()) },
            limits: RetryingTransport.Limits(attempts: 3, deadline: half, firstWait: .milliseconds(200)),
            clock: ContinuousClock(),
            fraction: { Double.random(in: 0...1) },
            now: { Date() }
        )
        self.settings = settings
    }

    var signIn: any SignIn { StoreSignIn(session: session) }

    /// Opens what is kept on this device; where it can't be, all works and nothing is kept.
    func useCases(of user: UserID) -> StoreUseCases {
        let local = localStore()
        let report: @Sendable (FieldPath) -> Void = { [warn = settings.warn] place in
            warn("The store's answer lacks what is mandatory\(place.components.isEmpty ? "" : " (\(place))").")
        }
        let now: @Sendable () -> Date = { Date() }
        let profile = StoreFetchProfile(baseURL: baseURL, transport: transport, now: now, report: report)
        let remoteDeals = StoreDeals(baseURL: baseURL, transport: transport, now: now, report: report)
        let remoteSettings = StoreSettings(baseURL: baseURL, transport: transport, report: report)
        let deals = StoredDeals(of: user, in: local, now: now, fetch: remoteDeals.fetch)
        let stored = StoredNotificationSettings(
            remote: RemoteSettings(fetch: remoteSettings.fetch, change: remoteSettings.change),
            store: local,
            now: now,
            newKey: { UUID().uuidString }
        )
        return StoreUseCases(
            fetchProfile: StoredFetchProfile(remote: profile, store: local, now: now),
            observeDeals: deals,
            refreshDeals: deals,
            fetchSettings: stored,
            updateSettings: stored,
            sendPendingChanges: stored
        )
    }

    /// What sends changes that could not be sent; `nil` where nothing was ever kept on this device.
    func pendingChanges(of user: UserID) -> (any SendPendingChanges)? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return useCases(of: user).sendPendingChanges
    }

    /// Signs out, and erases what is kept on this device: of the store's own API first, then of the legacy service.
    func signOut() -> any SignOut {
        StoredSignOut(
            remote: ForgettingSignOut(remote: StoreSignOut(session: session), folder: settings.stateFolder.legacy),
            store: localStore(),
            user: { [session] in await session.user }
        )
    }

    private var file: URL { settings.stateFolder.store.appending(path: "\(settings.serverName).sqlite") }

    private func localStore() -> LocalStore {
        do throws(LocalDataError) {
            return try open(.file(file))
        } catch {
            settings.warn("What is kept on this device can't be used (\(error.reason)); nothing is kept this time.")
        }
        guard let store = try? open(.memory) else {
            preconditionFailure("A database in memory needs nothing but memory.")
        }
        return store
    }

    private func open(_ location: LocalStore.Location) throws(LocalDataError) -> LocalStore {
        try LocalStore(location, clock: ContinuousClock(), now: { Date() }) { [warn = settings.warn] warning in
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

    /// Where nobody answers: asked of no network.
    private static var nowhere: URL {
        guard let url = URL(string: "http://127.0.0.1") else { preconditionFailure("This is a URL.") }
        return url
    }
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
private struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer { throw .unreachable }
}

/// Bears the tokens of a session. Where nobody has ever signed in, the demo user does, as in the legacy service: the store
/// in this process knows nobody else. Where that can't be kept, it is good for this run.
private actor DemoSignIn: HTTPTransport {
    private let session: StoreSession
    private let tokens: any TokenStore
    private let transport: any HTTPTransport
    private let unkept: @Sendable () -> StoreSession
    /// The sign-in under way, or the one that there was.
    private var signIn: Task<Result<StoreSession, HTTPTransportError>, Never>?

    /// - Parameter unkept: Makes a session that is kept in memory.
    init(
        session: StoreSession,
        tokens: any TokenStore,
        transport: any HTTPTransport,
        unkept: @escaping @Sendable () -> StoreSession
    ) {
        self.session = session
        self.tokens = tokens
        self.transport = transport
        self.unkept = unkept
    }

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer {
        let session = try await signedIn()
        return try await AuthorizedTransport(session: session, transport: transport).send(request)
    }

    private func signedIn() async throws(HTTPTransportError) -> StoreSession {
        if signIn == nil {
            guard let kept = try? await tokens.load(), kept == .none else { return session }
        }
        // Requests that come at once share one sign-in.
        let task = signIn ?? Task { [session, unkept] in await Self.signIn(session, unkept) }
        signIn = task
        return try await task.value.get()
    }

    private static func signIn(
        _ session: StoreSession,
        _ unkept: @Sendable () -> StoreSession
    ) async -> Result<StoreSession, HTTPTransportError> {
        let demo = Credentials(login: SandboxAccount.demo.login, password: SandboxAccount.demo.password)
        do throws(SignInError) {
            do throws(SignInError) {
                _ = try await StoreSignIn(session: session).signIn(with: demo)
                return .success(session)
            } catch .notKept {
                let session = unkept()
                _ = try await StoreSignIn(session: session).signIn(with: demo)
                return .success(session)
            }
        } catch {
            switch error {
            case .wrongCredentials, .locked, .notKept: return .failure(.unauthorised)
            case .unavailable: return .failure(.unreachable)
            case .malformed: return .failure(.cutOff)
            case .cancelled: return .failure(.cancelled)
            }
        }
    }
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
