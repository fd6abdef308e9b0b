import Domain
import DomainMocks
import Foundation
import LocalData
import StoreClient
import StoreNews

/// The use cases that work offline, because their data is stored on the device.
struct StoredModules: Sendable {
    let fetchProfile: any FetchProfile
    var observeDeals: any ObserveDeals
    var refreshDeals: any RefreshDeals
    var observeNews: any ObserveNews
    let fetchSettings: any FetchNotificationSettings
    let updateSettings: any UpdateNotificationSettings
    let sendPendingChanges: any SendPendingChanges
}

extension StoredModules {
    /// Returns the store's use cases for `user`, offline first, with the data that `device` stores.
    static func real(
        of user: UserID,
        over api: StoreAPI,
        _ session: StoreSession,
        news: Composition.NewsSource,
        recordingIn diagnostics: any PublishDiagnostic,
        on device: DeviceStorage
    ) -> StoredModules {
        let (database, isOnDisk) = device.databaseOrCopy(of: user)
        let deals = OfflineFirst(.deals, of: user, in: database, now: { Date() }, remote: StoreDeals(api).fetch)
        let remote = StoreSettings(api)
        let settings = OfflineSettings(
            remote: RemoteSettings(
                fetch: { user throws(SettingsError) in
                    do throws(ReadError) {
                        return try await remote.fetch(user)
                    } catch {
                        throw SettingsError(error)
                    }
                },
                change: remote.change
            ),
            database: database,
            now: { Date() },
            newKey: { UUID().uuidString }
        )
        let changes: any UpdateNotificationSettings & SendPendingChanges =
            isOnDisk ? settings : UnusableDevice()
        let announced = AnnouncedSettings(changes)
        let needs = Composition.NewsNeeds(
            deals: StoreDeals(api).fetch,
            settings: settings,
            choices: announced,
            session: session,
            diagnostics: diagnostics
        )
        return StoredModules(
            fetchProfile: OfflineFetchProfile(remote: StoreFetchProfile(api), database: database, now: { Date() }),
            observeDeals: deals,
            refreshDeals: deals,
            observeNews: news.observe(needs),
            fetchSettings: settings,
            updateSettings: announced,
            sendPendingChanges: changes
        )
    }
}

extension StoredModules {
    /// Returns mocks of all use cases, for the sample user.
    static func mock(isOffline: Bool = false, on device: MockDevice? = nil) -> StoredModules {
        let kept = Snapshot(SampleStore.deals, freshness: .cached(asOf: SampleAccount.cachedAsOf))
        let deals = MockDeals(deals: SampleStore.deals, known: isOffline ? kept : nil)
        if isOffline { deals.refreshes.stub(.failure(.unavailable)) }
        let settings = MockNotificationSettings.sample(isOffline: isOffline, device?.changes ?? MockDevice.Changes())
        var changes: any UpdateNotificationSettings & SendPendingChanges = settings
        if let device { changes = PersistentMockSettings(mock: settings, device: device) }
        return StoredModules(
            fetchProfile: MockFetchProfile(
                profiles: SampleStore.profiles,
                freshness: isOffline ? .cached(asOf: SampleAccount.cachedAsOf) : .live
            ),
            observeDeals: deals,
            refreshDeals: deals,
            observeNews: MockNews(
                deals: SampleStore.deals,
                isOn: device?.changes.settings[SampleAccount.ada.rawValue]?.newDeals ?? true,
                now: { Date() }
            ),
            fetchSettings: settings,
            updateSettings: changes,
            sendPendingChanges: changes
        )
    }
}

/// The use cases that can't be provided if nothing can be stored on this device: queueing and sending.
private struct UnusableDevice: UpdateNotificationSettings, SendPendingChanges {
    func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings {
        throw .notStored
    }

    func sendPendingChanges(of user: UserID) async throws(SettingsError) -> [SentChange] { throw .notStored }

    func pendingChanges(of user: UserID) async throws(SettingsError) -> [PendingChange] { throw .notStored }
}
