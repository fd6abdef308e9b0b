import Domain
import DomainMocks
import Foundation

/// The changes made with mocks, stored so that the next process has them too. The file is created with the first change.
struct MockDevice: Sendable {
    /// The differences from the samples.
    struct Changes: VersionedContents, Equatable {
        static let newest = 1
        var version = Self.newest
        var isSignedOut = false
        /// The settings by user.
        var settings: [String: Settings] = [:]

        /// A user's settings, in the store and on the device.
        struct Settings: Codable, Equatable {
            let confirmed: Bool
            let pending: [Pending]

            /// The person's choice.
            var newDeals: Bool { pending.last?.newDeals ?? confirmed }
        }

        /// A change that the store has not confirmed.
        struct Pending: Codable, Equatable {
            let id: String
            let newDeals: Bool
            let madeAt: Date
        }
    }

    private let file: VersionedFile<Changes>
    private let warn: @Sendable (String) -> Void

    /// - Parameter warn: Called with a description of what could not be read or stored.
    init(_ folder: StateFolder, warn: @escaping @Sendable (String) -> Void) {
        file = VersionedFile(url: folder.mocks.appending(path: "changes.json"))
        self.warn = warn
    }

    /// The changes; empty if they can't be read.
    var changes: Changes {
        do throws(VersionedFileError) {
            return try file.contents()
        } catch {
            warn("What was changed with mocks before can't be read (\(error)); it is passed over.")
            return Changes()
        }
    }

    /// Stores a change, together with those that other processes have made in the meantime.
    func change(_ body: (inout Changes) -> Void) async {
        do throws(VersionedFileError) {
            do throws(VersionedFileError) {
                try await file.change(body)
            } catch .unreadable {
                try setAside()
                try await file.change(body)
            }
        } catch {
            warn("The change could not be stored for the next command (\(error)).")
        }
    }

    private func setAside() throws(VersionedFileError) {
        let name = "changes.json.corrupt-\(UUID().uuidString)"
        guard rename(file.url.path, file.url.deletingLastPathComponent().appending(path: name).path) == 0 else {
            throw .system(String(cString: strerror(errno)))
        }
        warn("What was changed with mocks before is set aside as \(name).")
    }
}

// MARK: - The mocks on it

extension MockNotificationSettings {
    /// Returns the sample's settings with the changes applied.
    static func sample(isOffline: Bool, _ changes: MockDevice.Changes) -> MockNotificationSettings {
        MockNotificationSettings(
            confirmed: changes.settings.reduce(into: SampleStore.settings) { $0[UserID($1.key)] = $1.value.confirmed },
            pending: changes.settings.reduce(into: [:]) { $0[UserID($1.key)] = $1.value.pending.map(\.change) },
            isAway: isOffline,
            cached: isOffline ? SampleAccount.cachedAsOf : nil,
            now: { Date() }
        )
    }
}

extension MockDevice {
    fileprivate func keep(_ settings: MockNotificationSettings, of user: UserID) async {
        guard let confirmed = settings.confirmed(of: user),
            let pending = try? await settings.pendingChanges(of: user).map(Changes.Pending.init)
        else { return }
        await change { $0.settings[user.rawValue] = Changes.Settings(confirmed: confirmed, pending: pending) }
    }
}

/// Mock settings whose changes are stored for the next process.
struct PersistentMockSettings: UpdateNotificationSettings, SendPendingChanges {
    let mock: MockNotificationSettings
    let device: MockDevice

    func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings {
        let settings = try await mock.setNewDeals(isOn, for: user)
        await device.keep(mock, of: user)
        return settings
    }

    func sendPendingChanges(of user: UserID) async throws(SettingsError) -> [SentChange] {
        let sent = try await mock.sendPendingChanges(of: user)
        if !sent.isEmpty { await device.keep(mock, of: user) }
        return sent
    }

    func pendingChanges(of user: UserID) async throws(SettingsError) -> [PendingChange] {
        try await mock.pendingChanges(of: user)
    }
}

/// A mock sign-in that is stored for the next process. The mocks store whether somebody is signed in, and not who.
struct PersistentMockSignIn: SignIn {
    let device: MockDevice

    func signIn(
        with credentials: Credentials,
        discardingPendingChanges: Bool
    ) async throws(SignInError) -> UserID {
        let user = try await MockSignIn(accounts: SampleStore.accounts).signIn(with: credentials)
        if device.changes.isSignedOut { await device.change { $0.isSignedOut = false } }
        return user
    }
}

/// A mock sign-out that is stored for the next process. Changes that were never sent are lost with it.
struct PersistentMockSignOut: SignOut {
    let device: MockDevice

    func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        let changes = device.changes
        let mock = MockSignOut(
            isSignedIn: !changes.isSignedOut,
            pendingChanges: changes.settings.values.reduce(0) { $0 + $1.pending.count }
        )
        try await mock.signOut(discardingPendingChanges: discardingPendingChanges)
        await device.change { changes in
            changes.isSignedOut = true
            changes.settings = changes.settings.mapValues {
                MockDevice.Changes.Settings(confirmed: $0.confirmed, pending: [])
            }
        }
    }
}

extension MockDevice.Changes.Pending {
    fileprivate init(_ change: PendingChange) {
        self.init(id: change.id.rawValue, newDeals: change.newDeals, madeAt: change.madeAt)
    }

    fileprivate var change: PendingChange {
        PendingChange(id: PendingChangeID(id), newDeals: newDeals, madeAt: madeAt)
    }
}
