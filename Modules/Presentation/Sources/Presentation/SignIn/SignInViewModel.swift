public import Domain
public import Foundation
public import Observation

/// The form with which a person signs in. It does not keep what was typed.
@MainActor @Observable
public final class SignInViewModel {
    /// Who was signed in by this form; `nil` before.
    public private(set) var user: UserID?
    /// Why the last attempt signed nobody in; `nil` once one has, and while the next is under way.
    public private(set) var problem: Problem?

    private let latest = Latest()
    private let signIn: any SignIn
    private let formats: Formats
    private let now: @Sendable () -> Date

    /// Creates an empty form.
    ///
    /// - Parameter now: asked when an attempt fails, to say how long to wait.
    public init(signIn: any SignIn, formats: Formats, now: @escaping @Sendable () -> Date) {
        self.signIn = signIn
        self.formats = formats
        self.now = now
    }

    /// The heading of the form.
    public var title: String { formats.wording(.signInTitle) }

    /// What to say once somebody is signed in.
    public var doneNote: String? { user.map { formats.wording(.signInDone, .text($0.rawValue)) } }

    /// Whether an attempt is under way.
    public var activity: Activity { latest.activity }

    /// Tries to sign in, and returns when that has ended. Credentials of which half is missing are not sent.
    ///
    /// A newer attempt supersedes an older one, which is cancelled and whose result never lands. Cancelling the calling
    /// task cancels the attempt, which then is no problem.
    public func submit(_ credentials: Credentials) async {
        guard !credentials.login.isEmpty, !credentials.password.isEmpty else {
            problem = Problem(.signInIncomplete, cause: .unauthorised)
            return
        }
        problem = nil
        await latest.run { [signIn] () async throws(SignInError) in
            try await signIn.signIn(with: credentials)
        } land: { result in
            switch result {
            case .success(let user): self.user = user
            case .failure(let error): self.problem = Problem(error, formats: self.formats, now: self.now())
            }
        }
    }
}
