import Domain
import DomainMocks
import Foundation

/// What the mocks have been told to change, so that the next process knows it too. Without a change there is no file.
struct MockDevice: Sendable {
    /// What differs from the samples.
    struct Changes: KeptContents, Equatable {
        static let newest = 1
        var version = Self.newest
        var isSignedOut = false
        /// By user.
        var settings: [String: Settings] = [:]

        /// A user's settings, in the store and on the device.
        struct Settings: Codable, Equatable {
            let confirmed: Bool
            let pending: [Pending]
        }

        /// A change that the store has not confirmed.
        struct Pending: Codable, Equatable {
            let id: String
            let newDeals: Bool
            let madeAt: Date
        }
    }

    private let file: KeptFile<Changes>
    private let warn: @Sendable (String) -> Void

    /// - Parameter warn: Is told what could not be read or kept.
    init(_ folder: StateFolder, warn: @escaping @Sendable (String) -> Void) {
        file = KeptFile(url: folder.mocks.appending(path: "changes.json"))
        self.warn = warn
    }

    /// What was changed; nothing where that can't be read.
    var changes: Changes {
        do throws(KeptFileFailure) {
            return try file.contents()
        } catch {
            warn("What was changed with mocks before can't be read (\(error)); it is passed over.")
            return Changes()
        }
    }

    /// Keeps a change, with what other processes have changed meanwhile.
    func change(_ body: (inout Changes) -> Void) async {
        do throws(KeptFileFailure) {
            do throws(KeptFileFailure) {
                try await file.change(body)
            } catch .unreadable {
                try setAside()
                try await file.change(body)
            }
        } catch {
            warn("The change could not be kept for the next command (\(error)).")
        }
    }

    private func setAside() throws(KeptFileFailure) {
        let name = "changes.json.corrupt-\(UUID().uuidString)"
        guard rename(file.url.path, file.url.deletingLastPathComponent().appending(path: name).path) == 0 else {
            throw .system(String(cString: strerror(errno)))
        }
        warn("What was changed with mocks before is set aside as \(name).")
    }
}

// MARK: - The mocks on it

extension MockNotificationSettings {
    /// The sample's settings with what was changed.
    static func sample(isOffline: Bool, _ changes: MockDevice.Changes) -> MockNotificationSettings {
        MockNotificationSettings(
            confirmed: changes.settings.reduce(into: SampleStore.settings) { $0[UserID($1.key)] = $1.value.confirmed },
            pending: changes.settings.reduce(into: [:]) { $0[UserID($1.key)] = $1.value.pending.map(\.change) },
            isAway: isOffline,
            kept: isOffline ? SampleAccount.keptAsOf : nil,
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

/// Mock settings whose changes are kept.
struct KeptMockSettings: UpdateNotificationSettings, SendPendingChanges {
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

/// A mock sign-in that is kept.
struct KeptMockSignIn: SignIn {
    let device: MockDevice

    func signIn(with credentials: Credentials) async throws(SignInError) -> UserID {
        let user = try await MockSignIn(accounts: SampleStore.accounts).signIn(with: credentials)
        if device.changes.isSignedOut { await device.change { $0.isSignedOut = false } }
        return user
    }
}

/// A mock sign-out that is kept; what was never sent is lost with it.
struct KeptMockSignOut: SignOut {
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
