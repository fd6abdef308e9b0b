public import Domain

extension Problem {
    /// What is read.
    public enum Noun: Hashable, Sendable, CaseIterable {
        case orders
        case addresses
        case profile
        case deals
        case search
    }

    /// Describes why `noun` can't be read; `nil` for a cancelled load, which is not a problem.
    public init?(_ error: ReadError, reading noun: Noun, on screen: Screen = .blank) {
        let isBlank = screen == .blank
        switch (noun, error) {
        case (_, .cancelled): return nil
        case (.orders, .unknownUser):
            self.init(isBlank ? .ordersOfUnknownUser : .ordersRefreshOfUnknownUser, .none)
        case (.orders, .unauthorised): self.init(isBlank ? .ordersNeedSignIn : .ordersRefreshNeedsSignIn, .signIn)
        case (.orders, .unavailable), (.orders, .busy):
            self.init(isBlank ? .ordersUnavailable : .ordersRefreshUnavailable, .retry)
        case (.orders, .malformed): self.init(isBlank ? .ordersMalformed : .ordersRefreshMalformed, .retry)
        case (.addresses, .unknownUser):
            self.init(isBlank ? .addressesOfUnknownUser : .addressesRefreshOfUnknownUser, .none)
        case (.addresses, .unauthorised):
            self.init(isBlank ? .addressesNeedSignIn : .addressesRefreshNeedsSignIn, .signIn)
        case (.addresses, .unavailable), (.addresses, .busy):
            self.init(isBlank ? .addressesUnavailable : .addressesRefreshUnavailable, .retry)
        case (.addresses, .malformed): self.init(isBlank ? .addressesMalformed : .addressesRefreshMalformed, .retry)
        case (.profile, .unknownUser):
            self.init(isBlank ? .profileOfUnknownUser : .profileRefreshOfUnknownUser, .none)
        case (.profile, .unauthorised): self.init(isBlank ? .profileNeedsSignIn : .profileRefreshNeedsSignIn, .signIn)
        case (.profile, .unavailable), (.profile, .busy):
            self.init(isBlank ? .profileUnavailable : .profileRefreshUnavailable, .retry)
        case (.profile, .malformed): self.init(isBlank ? .profileMalformed : .profileRefreshMalformed, .retry)
        case (.deals, .unauthorised): self.init(isBlank ? .dealsNeedSignIn : .dealsRefreshNeedsSignIn, .signIn)
        case (.deals, .unavailable), (.deals, .busy):
            self.init(isBlank ? .dealsUnavailable : .dealsRefreshUnavailable, .retry)
        case (.deals, .malformed), (.deals, .unknownUser):
            self.init(isBlank ? .dealsMalformed : .dealsRefreshMalformed, .retry)
        case (.search, .unavailable), (.search, .unauthorised): self.init(.searchUnavailable, .retry)
        case (.search, .busy): self.init(.searchBusy, .retry)
        case (.search, .malformed), (.search, .unknownUser): self.init(.searchMalformed, .retry)
        }
    }
}
