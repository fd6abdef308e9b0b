public import Domain

/// Settings as a person reads them.
public typealias SettingsContent = ReadContent<NotificationSettings>

extension ReadContent<NotificationSettings> {
    /// Whether push notifications about new deals are on, according to the person's choice.
    public var newDeals: Bool { snapshot.value.newDeals }

    /// A sentence that says so.
    public var newDealsLine: String { formats.wording(.settingsNewDeals, .text(formats.value(newDeals))) }

    /// A note that the store has a different setting; `nil` if it has the same.
    public var pendingNote: String? {
        snapshot.value.pending.map { _ in
            formats.wording(.settingsPending, .text(formats.value(snapshot.value.confirmed)))
        }
    }

    /// What a person must know to trust the settings. If only a pending choice is known, the note on it covers their age too.
    public var notes: [String] {
        let isAgeKnown = snapshot.freshness != .unknown || pendingNote == nil
        return [isAgeKnown ? freshnessNote : nil, pendingNote].compactMap { $0 }
    }
}

extension Formats {
    /// Returns the outcome of a change that was sent, in words.
    public func note(on sent: SentChange) -> String {
        let value = Message.Argument.text(self.value(sent.change.newDeals))
        return switch sent.result {
        case .applied: wording(.syncApplied, value)
        case .refused: wording(.syncRefused, value)
        case .changedElsewhere(let stands):
            wording(.syncChangedElsewhere, value, .text(self.value(stands.newDeals)))
        }
    }

    fileprivate func value(_ isOn: Bool) -> String { wording(isOn ? .settingsOn : .settingsOff) }
}

extension Problem {
    /// Creates the problem that settings can't be shown or changed. Returns `nil` for a cancelled call, which is not a problem.
    public init?(_ error: SettingsError) {
        switch error {
        case .unknownUser: self.init(ReadError.unknownUser, reading: .settings)
        case .unauthorised: self.init(ReadError.unauthorised, reading: .settings)
        case .busy: self.init(ReadError.busy, reading: .settings)
        case .unavailable: self.init(ReadError.unavailable, reading: .settings)
        case .malformed: self.init(ReadError.malformed, reading: .settings)
        case .refused: self.init(.settingsRefused, cause: .refused)
        case .changedElsewhere: self.init(.settingsChangedElsewhere, cause: .refused)
        case .replaced: self.init(.settingsReplaced, cause: .refused)
        case .notStored: self.init(.settingsNotStored, cause: .device)
        case .cancelled: return nil
        }
    }

    /// Creates the problem that queued changes could not be sent. The store may have made one of them, now or earlier, and its
    /// response was lost.
    ///
    /// Returns `nil` for a cancelled call, which is not a problem.
    public init?(sending error: SettingsError) {
        switch error {
        case .unavailable: self.init(.syncUnavailable, cause: .unavailable)
        case .busy: self.init(.syncBusy, cause: .unavailable)
        case .malformed: self.init(.syncMalformed, cause: .malformed)
        case .unauthorised: self.init(.syncUnauthorised, cause: .unauthorised)
        default: self.init(error)
        }
    }
}

extension Noun {
    /// A user's settings. The sentences for a blank screen also apply to a change that was not made.
    public static let settings = Noun(
        plural: "settings",
        "setting",
        title: "Settings",
        exceptions: [
            .unknownUser:
                "The store does not know this user, so there are no settings. Check the spelling of the name.",
            .unauthorised:
                "You are not signed in, so the settings are as they were. Sign in to see and change them.",
            .unavailable:
                "The store can't be reached, and nothing was changed. Check the connection, then try again.",
            .busy: "The store has too much to do, and nothing was changed. Try again in a moment.",
            .malformed:
                "The store sent settings that can't be read, and what is shown is unchanged. Try again in a few minutes.",
        ]
    )
}

extension Message {
    /// The store does not allow the change.
    public static let settingsRefused = Message(
        "settings.problem.refused",
        "The store does not allow this change. The setting is as it was before."
    )
    /// The setting was changed elsewhere; the current setting is on the screen.
    public static let settingsChangedElsewhere = Message(
        "settings.problem.changed-elsewhere",
        "The setting was changed on another device in the meantime, and that was left so. Look at it, then change it again."
    )
    /// A later choice on this device replaced this one; the current setting is on the screen.
    public static let settingsReplaced = Message(
        "settings.problem.replaced",
        "A later choice on this device replaced this one, and that was left so. Look at it, then change it again."
    )
    /// The settings stored on this device can't be read or written.
    public static let settingsNotStored = Message(
        "settings.problem.not-kept",
        "The stored data on this device can't be used, and nothing was changed. Make room or update this app, then try again."
    )
    /// The setting about push notifications; argument 0 is its value.
    public static let settingsNewDeals = Message("settings.new-deals", "Push notifications about new deals: {0}")
    /// A setting is on.
    public static let settingsOn = Message("settings.value.on", "on")
    /// A setting is off.
    public static let settingsOff = Message("settings.value.off", "off")
    /// The setting on the screen was chosen here and is not confirmed by the store, which had the value in argument 0. It may
    /// have been sent, and made.
    public static let settingsPending = Message("settings.pending", "Not confirmed yet. The store last had: {0}.")
    /// There was nothing to send.
    public static let syncNothing = Message("sync.nothing", "Nothing had to be sent.")
    /// The store has made the change to the value in argument 0.
    public static let syncApplied = Message(
        "sync.applied",
        "Push notifications about new deals: {0}. The store has it now."
    )
    /// The store does not allow the change to the value in argument 0.
    public static let syncRefused = Message(
        "sync.refused",
        "The store does not allow push notifications about new deals: {0}. The setting is as before."
    )
    /// The change to the value in argument 0 was superseded by one made elsewhere; argument 1 is the current setting.
    public static let syncChangedElsewhere = Message(
        "sync.changed-elsewhere",
        "Push notifications about new deals: {0} was not sent, because another device has changed it to {1}."
    )
    /// The store can't be reached, so queued changes stay queued.
    public static let syncUnavailable = Message(
        "sync.problem.unavailable",
        "The store can't be reached. Changes that it has not confirmed stay here and are sent again; it makes each only once. Try again later."
    )
    /// The store asks to wait, so queued changes stay queued.
    public static let syncBusy = Message(
        "sync.problem.busy",
        "The store has too much to do. Changes that it has not confirmed stay here and are sent again; it makes each only once. Try again later."
    )
    /// The store's response to a queued change can't be read, so the change stays queued.
    public static let syncMalformed = Message(
        "sync.problem.malformed",
        "The store's answer can't be read. Changes that it has not confirmed stay here and are sent again; it makes each only once. Try again later."
    )
    /// The store asks to sign in, so queued changes stay queued.
    public static let syncUnauthorised = Message(
        "sync.problem.sign-in",
        "You are not signed in, so the changes stay here. Sign in to send them."
    )

    static let settings = [
        settingsRefused, settingsChangedElsewhere, settingsReplaced, settingsNotStored, settingsNewDeals, settingsOn,
        settingsOff,
        settingsPending, syncNothing, syncApplied, syncRefused, syncChangedElsewhere,
        syncBusy, syncUnavailable, syncMalformed, syncUnauthorised,
    ]
}
