public import Domain

extension Problem {
    /// What to say about orders that can't be had; `nil` for a cancelled load, which is not a problem.
    public init?(_ error: UserOrdersError, on screen: Screen) {
        switch (error, screen) {
        case (.unknownUser, .blank): self.init(.ordersOfUnknownUser, .none)
        case (.unknownUser, .filled): self.init(.ordersRefreshOfUnknownUser, .none)
        case (.unauthorised, .blank): self.init(.ordersNeedSignIn, .signIn)
        case (.unauthorised, .filled): self.init(.ordersRefreshNeedsSignIn, .signIn)
        case (.unavailable, .blank): self.init(.ordersUnavailable, .retry)
        case (.unavailable, .filled): self.init(.ordersRefreshUnavailable, .retry)
        case (.malformed, .blank): self.init(.ordersMalformed, .retry)
        case (.malformed, .filled): self.init(.ordersRefreshMalformed, .retry)
        case (.cancelled, _): return nil
        }
    }
}
