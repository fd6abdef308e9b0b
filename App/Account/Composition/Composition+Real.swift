import AccountSandbox
import DataSupport
import Domain
import Foundation
import LegacyData
import StoreClient
import Strangler

extension Composition {
    /// Creates a composition of the legacy service and the store's client, which call a store over HTTP.
    static func real(_ settings: Settings) async throws(AccountFailure) -> Composition {
        // Before anything is read that a sign-out erases.
        let device = DeviceStorage(settings)
        let sandbox = try await settings.startSandbox()
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
        // Half of the time is for the sign-in, half for what follows.
        let legacyLists = AccountLists.legacy(legacy, legacyFolder, within: settings.timeout / 2)
        let migration = Migration(
            control: legacyLists,
            candidate: store.lists,
            // Offline, no store can be called, and the stored data belongs to the legacy service, so nothing is compared.
            plans: settings.isOffline ? [:] : settings.plans(),
            recorder: Recorder(to: LateJournal(in: settings.stateFolder.migration, warn: settings.warn)),
            settings: Migration.Settings(settings)
        )
        // At a store of others, only what the legacy service has stored is of use.
        let served = settings.mayKnowDemoUser || settings.isOffline ? legacyUser : nil
        @Sendable func lists(of user: UserID) -> AccountLists {
            .real(of: user, served, legacyLists, migration, store.lists)
        }
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
            users: Users { modules(of: $0, lists(of: $0), store, diagnostics.publish, device, settings) },
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

    private static func modules(
        of user: UserID,
        _ lists: AccountLists,
        _ store: StoreConnection,
        _ diagnostics: any PublishDiagnostic,
        _ device: DeviceStorage,
        _ settings: Settings
    ) -> UserModules {
        UserModules(lists: lists, reservations: StoreReservations(store.api), hasStored: { device.exists }) {
            .real(
                of: user,
                over: store.api,
                store.session,
                news: settings.news,
                recordingIn: diagnostics,
                on: device
            )
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
