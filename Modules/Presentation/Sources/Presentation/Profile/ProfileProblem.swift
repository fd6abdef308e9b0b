public import Domain

extension Problem {
    /// What to say about a profile that can't be had; `nil` for a cancelled load, which is not a problem.
    public init?(_ error: ProfileError, on screen: Screen) {
        switch (error, screen) {
        case (.unknownUser, .blank): self.init(.profileOfUnknownUser, .none)
        case (.unknownUser, .filled): self.init(.profileRefreshOfUnknownUser, .none)
        case (.unauthorised, .blank): self.init(.profileNeedsSignIn, .signIn)
        case (.unauthorised, .filled): self.init(.profileRefreshNeedsSignIn, .signIn)
        case (.unavailable, .blank): self.init(.profileUnavailable, .retry)
        case (.unavailable, .filled): self.init(.profileRefreshUnavailable, .retry)
        case (.malformed, .blank): self.init(.profileMalformed, .retry)
        case (.malformed, .filled): self.init(.profileRefreshMalformed, .retry)
        case (.cancelled, _): return nil
        }
    }
}
