public import Domain

extension Problem {
    /// What to say about deals that can't be had; `nil` for a cancelled refresh, which is not a problem.
    public init?(_ error: DealsError, on screen: Screen) {
        switch (error, screen) {
        case (.unauthorised, .blank): self.init(.dealsNeedSignIn, .signIn)
        case (.unauthorised, .filled): self.init(.dealsRefreshNeedsSignIn, .signIn)
        case (.unavailable, .blank): self.init(.dealsUnavailable, .retry)
        case (.unavailable, .filled): self.init(.dealsRefreshUnavailable, .retry)
        case (.malformed, .blank): self.init(.dealsMalformed, .retry)
        case (.malformed, .filled): self.init(.dealsRefreshMalformed, .retry)
        case (.notKept, .blank): self.init(.dealsNotKept, .retry)
        case (.notKept, .filled): self.init(.dealsRefreshNotKept, .retry)
        case (.cancelled, _): return nil
        }
    }
}
