/// Which notifications a person wants.
public struct NotificationSettings: Hashable, Sendable {
    /// Whether the store sends a push notification about new deals: what it last confirmed.
    public let confirmed: Bool
    /// What the person has chosen since, and the store has not confirmed; `nil` if nothing.
    public let pending: Bool?

    /// Makes settings of their parts; a pending choice that equals the confirmed one is none.
    public init(confirmed: Bool, pending: Bool? = nil) {
        self.confirmed = confirmed
        self.pending = pending == confirmed ? nil : pending
    }

    /// What the person wants: the pending choice, or else the confirmed one.
    public var newDeals: Bool { pending ?? confirmed }

    /// The same settings with another choice pending.
    public func choosing(newDeals: Bool) -> NotificationSettings {
        NotificationSettings(confirmed: confirmed, pending: newDeals)
    }
}

/// Fetches which notifications a person wants.
public protocol FetchNotificationSettings: Sendable {
    /// Answers the settings of `user`, with a choice that was not sent yet as pending.
    ///
    /// If the calling task is cancelled, the call throws `.cancelled` soon and changes nothing a caller can see.
    func notificationSettings(of user: UserID) async throws(ReadError) -> Snapshot<NotificationSettings>
}

/// Changes which notifications a person wants.
public protocol UpdateNotificationSettings: Sendable {
    /// Chooses whether push notifications about new deals are sent to `user`, and answers the settings as they are then:
    /// confirmed by the store, or pending if it can't be reached and the change was queued to be sent later.
    ///
    /// If it throws, nothing is changed and nothing is queued, but for `.cancelled`: then the change may have been made.
    func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings
}

/// Why settings can't be changed, or a change not sent.
public enum SettingsError: Error, Hashable, Sendable {
    /// Nobody has this identifier.
    case unknownUser
    /// The store asks to sign in (again).
    case unauthorised
    /// The store does not allow the change.
    case refused
    /// The setting was changed elsewhere in between; this is what stands now, and it was left so.
    case changedElsewhere(NotificationSettings)
    /// The store could not be reached, or could not answer in time, and nothing was kept or queued.
    case unavailable
    /// The store's answer can't be read: cut off, not in the agreed format, or without a mandatory field.
    case malformed
    /// What is kept on this device can't be read or written.
    case notKept
    /// The calling task was cancelled. Nothing is wrong: it is never shown, recorded or a reason to fall back.
    case cancelled

    /// Takes what a read fails with for a change that fails for the same reason.
    public init(_ error: ReadError) {
        self =
            switch error {
            case .unknownUser: .unknownUser
            case .unauthorised: .unauthorised
            case .unavailable, .busy: .unavailable
            case .malformed: .malformed
            case .cancelled: .cancelled
            }
    }
}
