public import Domain

extension Problem {
    /// What to say about reservations that can't be had; `nil` for a cancelled load, which is not a problem.
    public init?(_ error: ReservationsError, on screen: Screen) {
        switch (error, screen) {
        case (.unknownUser, .blank): self.init(.reservationsOfUnknownUser, .none)
        case (.unknownUser, .filled): self.init(.reservationsRefreshOfUnknownUser, .none)
        case (.unauthorised, .blank): self.init(.reservationsNeedSignIn, .signIn)
        case (.unauthorised, .filled): self.init(.reservationsRefreshNeedsSignIn, .signIn)
        case (.unavailable, .blank): self.init(.reservationsUnavailable, .retry)
        case (.unavailable, .filled): self.init(.reservationsRefreshUnavailable, .retry)
        // What is said of one reservation answers no question for all of them.
        case (.malformed, .blank), (.taken, .blank), (.refused, .blank), (.unknownReservation, .blank):
            self.init(.reservationsMalformed, .retry)
        case (.malformed, .filled), (.taken, .filled), (.refused, .filled), (.unknownReservation, .filled):
            self.init(.reservationsRefreshMalformed, .retry)
        case (.cancelled, _): return nil
        }
    }

    /// What to say about something that could not be done to a reservation; `nil` where it was cancelled, which is not a
    /// problem.
    public init?(changing error: ReservationsError) {
        switch error {
        case .unknownUser: self.init(.reservationOfUnknownUser, .none)
        case .unauthorised: self.init(.reservationNeedsSignIn, .signIn)
        case .taken: self.init(.reservationTaken, .none)
        case .refused: self.init(.reservationRefused, .none)
        case .unknownReservation: self.init(.reservationUnknown, .none)
        case .unavailable: self.init(.reservationUnavailable, .retry)
        case .malformed: self.init(.reservationMalformed, .retry)
        case .cancelled: return nil
        }
    }
}
