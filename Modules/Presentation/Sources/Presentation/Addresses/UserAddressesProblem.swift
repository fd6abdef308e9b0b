public import Domain

extension Problem {
    /// What to say about addresses that can't be had; `nil` for a cancelled load, which is not a problem.
    public init?(_ error: UserAddressesError, on screen: Screen) {
        switch (error, screen) {
        case (.unknownUser, .blank): self.init(.addressesOfUnknownUser, .none)
        case (.unknownUser, .filled): self.init(.addressesRefreshOfUnknownUser, .none)
        case (.unauthorised, .blank): self.init(.addressesNeedSignIn, .signIn)
        case (.unauthorised, .filled): self.init(.addressesRefreshNeedsSignIn, .signIn)
        case (.unavailable, .blank): self.init(.addressesUnavailable, .retry)
        case (.unavailable, .filled): self.init(.addressesRefreshUnavailable, .retry)
        case (.malformed, .blank): self.init(.addressesMalformed, .retry)
        case (.malformed, .filled): self.init(.addressesRefreshMalformed, .retry)
        case (.cancelled, _): return nil
        }
    }
}
