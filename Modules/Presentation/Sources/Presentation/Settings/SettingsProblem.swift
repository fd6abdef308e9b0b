public import Domain

extension Problem {
    /// What to say about settings that can't be had or changed; `nil` for a cancelled call, which is not a problem.
    public init?(_ error: SettingsError) {
        switch error {
        case .unknownUser: self.init(.settingsOfUnknownUser, .none)
        case .unauthorised: self.init(.settingsNeedSignIn, .signIn)
        case .refused: self.init(.settingsRefused, .none)
        case .changedElsewhere: self.init(.settingsChangedElsewhere, .none)
        case .unavailable: self.init(.settingsUnavailable, .retry)
        case .malformed: self.init(.settingsMalformed, .retry)
        case .notKept: self.init(.settingsNotKept, .retry)
        case .cancelled: return nil
        }
    }
}
