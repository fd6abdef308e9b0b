public import Domain
public import Foundation

extension Problem {
    /// Creates the problem that a sign-in failed. Returns `nil` for a cancelled attempt, which is not a problem.
    ///
    /// - Parameters:
    ///   - error: Why the sign-in failed.
    ///   - formats: The conversion of the time to text.
    ///   - now: The time at which the problem is shown. If a lock ends on the same day, only its hour is shown.
    public init?(_ error: SignInError, formats: Formats, now: Date) {
        switch error {
        case .wrongCredentials: self.init(.signInWrong, cause: .unauthorised)
        case .locked(let until?):
            self.init(.signInLockedUntil, .text(formats.moment(until, now: now)), cause: .unauthorised)
        case .locked(nil): self.init(.signInLocked, cause: .unauthorised)
        case .busy: self.init(.signInBusy, cause: .unavailable)
        case .unavailable: self.init(.signInUnavailable, cause: .unavailable)
        case .malformed: self.init(.signInMalformed, cause: .malformed)
        case .notStored: self.init(.signInNotStored, cause: .device)
        case .pendingChanges(let count): self.init(.signInPending, formats.argument(count), cause: .loss)
        case .cancelled: return nil
        }
    }

    /// Creates the problem that a sign-out failed. Returns `nil` for a cancelled attempt, which is not a problem.
    public init?(_ error: SignOutError, formats: Formats) {
        switch error {
        case .pendingChanges(let count):
            self.init(.signOutPending, formats.argument(count), cause: .loss)
        case .notErased: self.init(.signOutNotErased, cause: .device)
        case .cancelled: return nil
        }
    }
}

extension Message {
    /// Login or password is missing.
    public static let signInIncomplete = Message(
        "sign-in.problem.incomplete",
        "Nobody is signed in, because the login or the password is missing. Sign in with both."
    )
    /// Login or password is wrong.
    public static let signInWrong = Message(
        "sign-in.problem.wrong",
        "The store does not know this login with this password. Nothing has changed; check both, then sign in again."
    )
    /// Too many attempts have failed.
    public static let signInLocked = Message(
        "sign-in.problem.locked",
        "Too many attempts have failed, so the store takes none for a while. Nothing has changed; sign in later."
    )
    /// Too many attempts have failed; the next may be made at the moment in argument 0.
    public static let signInLockedUntil = Message(
        "sign-in.problem.locked-until",
        "Too many attempts have failed, so this login is locked until {0}. Nothing has changed; sign in after that."
    )
    /// The store asks to wait.
    public static let signInBusy = Message(
        "sign-in.problem.busy",
        "The store has too much to do, so nobody is signed in. Try again in a few minutes."
    )
    /// The store did not respond.
    public static let signInUnavailable = Message(
        "sign-in.problem.unavailable",
        "The store can't be reached, so nobody is signed in. Check the connection, then try again."
    )
    /// The store's response can't be read.
    public static let signInMalformed = Message(
        "sign-in.problem.malformed",
        "The store sent an answer that can't be read, so nobody is signed in. Try again in a few minutes."
    )
    /// The sign-in could not be stored on this device.
    public static let signInNotStored = Message(
        "sign-in.problem.not-kept",
        "This device can't store the sign-in, so nothing has changed. Make room or check permissions, then try again."
    )
    /// A number of changes of the person who is signed in, the count in argument 0, was never sent.
    public static let signInPending = Message(
        "sign-in.problem.pending",
        "{0} changes of the person signed in here were never sent and would be lost, so nothing has changed. Send them first, or discard them.",
        one:
            "{0} change of the person signed in here was never sent and would be lost, so nothing has changed. Send it first, or discard it."
    )
    /// A number of changes, the count in argument 0, was never sent.
    public static let signOutPending = Message(
        "sign-out.problem.pending",
        "{0} changes were never sent and would be lost, so you are still signed in. Send them first, or discard them.",
        one:
            "{0} change was never sent and would be lost, so you are still signed in. Send it first, or discard it."
    )
    /// The stored data could not be erased.
    public static let signOutNotErased = Message(
        "sign-out.problem.not-erased",
        "The data stored here could not be erased, so you are still signed in. Check permissions, then try again."
    )
    /// The heading of the sign-in.
    public static let signInTitle = Message("sign-in.title", "Sign in")
    /// The user in argument 0 is signed in.
    public static let signInDone = Message("sign-in.done", "Signed in as {0}.")
    /// Nobody is signed in any more.
    public static let signOutDone = Message("sign-out.done", "Signed out. Your data on this device is erased.")

    static let signIn = [
        signInIncomplete, signInWrong, signInLocked, signInLockedUntil, signInBusy, signInUnavailable,
        signInMalformed, signInNotStored, signInPending, signOutPending, signOutNotErased, signInTitle, signInDone,
        signOutDone,
    ]
}
