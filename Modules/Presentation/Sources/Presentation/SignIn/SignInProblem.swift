public import Domain
public import Foundation

extension Problem {
    /// What to say where nobody was signed in; `nil` for a cancelled attempt, which is not a problem.
    ///
    /// - Parameter now: When it is said; a lock that ends on the same day is told by its hour alone.
    public init?(_ error: SignInError, formats: Formats, now: Date) {
        switch error {
        case .wrongCredentials: self.init(.signInWrong, .signIn)
        case .locked(let until?):
            self.init(.signInLockedUntil, .text(formats.moment(until, now: now)), recovery: .signIn)
        case .locked(nil): self.init(.signInLocked, .signIn)
        case .unavailable: self.init(.signInUnavailable, .retry)
        case .malformed: self.init(.signInMalformed, .retry)
        case .notKept: self.init(.signInNotKept, .retry)
        case .cancelled: return nil
        }
    }

    /// What to say where somebody is still signed in; `nil` for a cancelled attempt, which is not a problem.
    public init?(_ error: SignOutError, formats: Formats) {
        switch error {
        case .pendingChanges(let count):
            self.init(.signOutPending, formats.argument(count), recovery: .discard)
        case .notErased: self.init(.signOutNotErased, .retry)
        case .cancelled: return nil
        }
    }
}
