public import Domain
public import Foundation

/// What an implementation of `SignIn` is put into.
///
/// Where a situation carries an account, the store knows that one and no other.
public enum SignInSituation: Sendable {
    /// Somebody who can sign in.
    public struct Account: Sendable {
        /// What is right to sign in with.
        public let credentials: Credentials
        /// Who that is.
        public let user: UserID
    }

    /// The store takes attempts.
    case open(Account)
    /// As `open`, and each of the store's answers is held up by the gate: the source calls `Gate.pass()`, or
    /// `Gate.passIgnoringCancellation()` if it knows no cancellation, before it answers.
    case heldUp(Gate, Account)
    /// The store takes no attempts until then, or does not say until when.
    case locked(until: Date?)
    /// The store can't be reached.
    case unavailable
    /// The store's answer is damaged.
    case malformed(Account)
    /// As `open`, and nothing can be kept on this device.
    case notKept(Account)
}

/// What every `SignIn` must do.
public typealias SignInContract = Contract<SignInSituation, Credentials, UserID, SignInError>

extension SignInContract {
    private static let account = SignInSituation.Account(
        credentials: Credentials(login: "ada+test@example.com", password: " p&ss=wörd%20+\u{1F511}\" "),
        user: UserID("ada")
    )

    /// Every row of the contract.
    public static var rows: [Row] {
        let right = account.credentials
        let wrong = Credentials(login: right.login, password: "p&ss=wörd%20+\u{1F511}\"")
        let unknown = Credentials(login: "nobody", password: right.password)
        let until = Date(timeIntervalSince1970: 1_790_000_000)
        let calls = CallRows<SignInSituation, Credentials, UserID, SignInError>(
            input: right,
            answered: .open(account),
            heldUp: { .heldUp($0, account) },
            cancelled: .cancelled,
            check: { _, user in try expect(user, account.user) }
        )
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
            calls.failure("A store out of reach is a failure of its own", in: .unavailable, .unavailable),
            calls.failure("An answer that can't be read signs nobody in", in: .malformed(account), .malformed),
            calls.failure("A sign-in that can't be kept is a failure", in: .notKept(account), .notKept),
        ] + calls.cancellation
    }
}
