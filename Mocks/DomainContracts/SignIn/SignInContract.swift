public import Domain
public import Foundation

/// The situation that a contract puts an implementation of `SignIn` into.
///
/// If a situation has an account, it is the only one that the store knows.
public enum SignInSituation: Sendable {
    /// A user who can sign in.
    public struct Account: Sendable {
        /// The correct credentials.
        public let credentials: Credentials
        /// The user they belong to.
        public let user: UserID
    }

    /// The store accepts attempts.
    case open(Account)
    /// Like `open`, but the gate delays each of the store's responses: before it responds, the source calls `Gate.pass()`, or
    /// `Gate.passIgnoringCancellation()` if it doesn't support cancellation.
    case heldUp(Gate, Account)
    /// The store accepts no attempts until `until`; `nil` if the store doesn't say.
    case locked(until: Date?)
    /// The store asks the caller to wait.
    case busy
    /// The store can't be reached.
    case unavailable
    /// The store's response is damaged.
    case malformed(Account)
    /// Like `open`, but nothing can be stored on this device.
    case notStored(Account)
    /// Like `open`, but this many changes of somebody else, who is signed in, were never sent, and must not be lost. An
    /// implementation that stores no changes throws `NotApplicable`.
    case pendingChanges(Account, count: Int)
}

/// What every `SignIn` must do.
public typealias SignInContract = Contract<SignInSituation, UseCaseCall<Credentials, UserID, SignInError>>

extension SignInContract {
    private static let account = SignInSituation.Account(
        credentials: Credentials(login: "ada+test@example.com", password: " p&ss=wörd%20+\u{1F511}\" "),
        user: UserID("ada")
    )

    /// All rows of the contract.
    public static var rows: [Row] {
        let right = account.credentials
        let wrong = Credentials(login: right.login, password: "p&ss=wörd%20+\u{1F511}\"")
        let unknown = Credentials(login: "nobody", password: right.password)
        let until = Date(timeIntervalSince1970: 1_790_000_000)
        let calls = CallRows<
            SignInSituation, UseCaseCall<Credentials, UserID, SignInError>, Credentials, UserID, SignInError
        >(
            input: right,
            answered: .open(account),
            heldUp: { .heldUp($0, account) },
            cancelled: .cancelled
        ) { signIn, credentials throws(SignInError) in try await signIn(credentials) }
        return [
            calls.answer("Right credentials answer who it is, whatever characters they have", to: .open(account)) {
                try expect($0, account.user)
            },
            calls.failure(
                "A password that differs in white space alone is wrong",
                in: .open(account),
                of: wrong,
                .wrongCredentials
            ),
            calls.failure(
                "An unknown login is refused as a wrong password is",
                in: .open(account),
                of: unknown,
                .wrongCredentials
            ),
            calls.failure(
                "A store that takes no attempts says until when",
                in: .locked(until: until),
                .locked(until: until)
            ),
            calls.failure(
                "A store that takes no attempts may not say until when",
                in: .locked(until: nil),
                .locked(until: nil)
            ),
            calls.failure("A store that asks to wait is a failure of its own", in: .busy, .busy),
            calls.failure("A store out of reach is a failure of its own", in: .unavailable, .unavailable),
            calls.failure("An answer that can't be read signs nobody in", in: .malformed(account), .malformed),
            calls.failure("A sign-in that can't be stored is a failure", in: .notStored(account), .notStored),
            calls.failure(
                "Somebody else's changes that were never sent are reported, and not lost",
                in: .pendingChanges(account, count: 2),
                .pendingChanges(2)
            ),
        ] + calls.cancellation
    }
}
