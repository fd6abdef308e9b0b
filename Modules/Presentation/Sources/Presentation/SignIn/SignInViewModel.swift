public import Domain
public import Foundation
public import Observation

/// The sign-in form. It does not store what was typed.
@MainActor @Observable
public final class SignInViewModel {
    /// The user whom this form signed in; `nil` before.
    public private(set) var user: UserID?
    /// Why the last attempt failed; `nil` after a successful one, and while the next is running.
    public private(set) var problem: Problem?

    private let latest = Latest()
    private let signIn: any SignIn
    private let formats: Formats
    private let now: @Sendable () -> Date

    /// Creates an empty form.
    ///
    /// - Parameters:
    ///   - signIn: Signs the person in.
    ///   - formats: The conversion of a wait to text.
    ///   - now: Called when an attempt fails, to say how long to wait.
    public init(signIn: any SignIn, formats: Formats, now: @escaping @Sendable () -> Date) {
        self.signIn = signIn
        self.formats = formats
        self.now = now
    }

    /// The heading of the form.
    public var title: String { formats.wording(.signInTitle) }

    /// The text after a successful sign-in.
    public var doneNote: String? { user.map { formats.wording(.signInDone, .text($0.rawValue)) } }

    /// Whether an attempt is running.
    public var activity: Activity { latest.activity }

    /// Tries to sign in, and returns when that has ended. Credentials without a login or without a password are not sent.
    ///
    /// A newer attempt supersedes an older one, which is cancelled and whose result never lands. Cancelling the calling task
    /// cancels the attempt, which is then not a problem.
    ///
    /// - Parameters:
    ///   - credentials: The login and the password.
    ///   - discardingPendingChanges: Whether the person has agreed to lose changes of somebody else that were never sent.
    public func submit(_ credentials: Credentials, discardingPendingChanges: Bool = false) async {
        guard !credentials.login.isEmpty, !credentials.password.isEmpty else {
            problem = Problem(.signInIncomplete, cause: .unauthorised)
            return
        }
        problem = nil
        await latest.run { [signIn] () async throws(SignInError) in
            try await signIn.signIn(with: credentials, discardingPendingChanges: discardingPendingChanges)
        } land: { result in
            switch result {
            case .success(let user): self.user = user
            case .failure(let error): self.problem = Problem(error, formats: self.formats, now: self.now())
            }
        }
    }
}
