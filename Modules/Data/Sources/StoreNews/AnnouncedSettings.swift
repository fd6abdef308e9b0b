public import Domain
import Synchronization

/// The person's choices about notifications on this device, announced to the news of the same process, so that news stop as
/// soon as the person switches them off.
///
/// It stands in front of the `UpdateNotificationSettings` that makes the change.
public final class AnnouncedSettings: UpdateNotificationSettings {
    private let update: any UpdateNotificationSettings
    private let listeners = Mutex<[Listener]>([])

    private struct Listener {
        weak var listening: Listening?
    }

    /// Receives choices as long as it exists.
    public final class Listening: Sendable {
        fileprivate let user: UserID
        fileprivate let hear: @Sendable (Bool) -> Void

        fileprivate init(_ user: UserID, _ hear: @escaping @Sendable (Bool) -> Void) {
            self.user = user
            self.hear = hear
        }
    }

    /// Creates the settings in front of `update`.
    public init(_ update: any UpdateNotificationSettings) {
        self.update = update
    }

    /// Changes the setting, and announces what the person then wants before it returns. A choice that was not made is not
    /// announced.
    public func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings {
        let settings: NotificationSettings
        do throws(SettingsError) {
            settings = try await update.setNewDeals(isOn, for: user)
        } catch {
            if case .changedElsewhere(let current) = error { announce(current.newDeals, of: user) }
            throw error
        }
        announce(settings.newDeals, of: user)
        return settings
    }

    /// Calls `hear` with each choice that `user` makes from now on, as long as the result exists. It must not wait.
    public func listen(to user: UserID, _ hear: @escaping @Sendable (Bool) -> Void) -> Listening {
        let listening = Listening(user, hear)
        listeners.withLock { listeners in
            listeners.removeAll { $0.listening == nil }
            listeners.append(Listener(listening: listening))
        }
        return listening
    }

    private func announce(_ isOn: Bool, of user: UserID) {
        let listening = listeners.withLock { $0.compactMap(\.listening) }
        for listening in listening where listening.user == user { listening.hear(isOn) }
    }
}
