/// Which notifications a person wants.
public struct NotificationSettings: Hashable, Sendable {
    /// Whether the store sends push notifications about new deals, as it last confirmed.
    public let confirmed: Bool
    /// What the person has chosen since then and the store has not confirmed, or `nil`.
    public let pending: Bool?

    /// Creates settings from their parts. A pending choice that equals the confirmed one is dropped.
    public init(confirmed: Bool, pending: Bool? = nil) {
        self.confirmed = confirmed
        self.pending = pending == confirmed ? nil : pending
    }

    /// What the person wants: the pending choice, otherwise the confirmed one.
    public var newDeals: Bool { pending ?? confirmed }

    /// Returns the same settings with another pending choice.
    public func choosing(newDeals: Bool) -> NotificationSettings {
        NotificationSettings(confirmed: confirmed, pending: newDeals)
    }
}

/// Fetches which notifications a person wants.
public protocol FetchNotificationSettings: Sendable {
    /// Returns the settings of `user`. A choice that was not sent yet is pending.
    ///
    /// If the calling task is cancelled, the call soon throws `.cancelled` and has no visible effect.
    func notificationSettings(of user: UserID) async throws(ReadError) -> Snapshot<NotificationSettings>
}

/// Changes which notifications a person wants.
public protocol UpdateNotificationSettings: Sendable {
    /// Sets whether push notifications about new deals are sent to `user`, and returns the resulting settings: confirmed by the
    /// store, or pending if the store can't be reached, or asks to wait, and the change was queued to be sent later. A change
    /// whose response was lost or can't be read is pending too, because it may have been made.
    ///
    /// If this method throws, nothing stays queued of this choice, and it is not what the store has. The exception is
    /// `.cancelled`: the change may have been made.
    func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings
}

/// Why settings can't be changed, or why a change can't be sent.
public enum SettingsError: Error, Hashable, Sendable {
    /// No user has this identifier.
    case unknownUser
    /// The store asks the person to sign in (again).
    case unauthorised
    /// The store does not allow the change.
    case refused
    /// The setting was changed elsewhere in the meantime. The associated value is the current setting, which was not
    /// overwritten.
    case changedElsewhere(NotificationSettings)
    /// A later choice on this device replaced this one. The associated value is the current setting.
    case replaced(NotificationSettings)
    /// The store asks to wait, and nothing was stored or queued.
    case busy
    /// The store could not be reached, or did not respond in time, and nothing was stored or queued.
    case unavailable
    /// The store's response can't be read: cut off, not in the agreed format, or lacking a mandatory field.
    case malformed
    /// Data stored on this device can't be read or written.
    case notStored
    /// The calling task was cancelled. This is not a failure: it is never shown or recorded, and it never causes a fallback.
    case cancelled

    /// Creates the equivalent error for a change that fails for the same reason as a read.
    public init(_ error: ReadError) {
        self =
            switch error {
            case .unknownUser: .unknownUser
            case .unauthorised: .unauthorised
            case .unavailable: .unavailable
            case .busy: .busy
            case .malformed: .malformed
            case .notStored: .notStored
            case .cancelled: .cancelled
            }
    }
}
