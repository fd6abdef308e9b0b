public import Domain
public import Observation

/// The question whether to sign out, which is asked again if data would be lost.
@MainActor @Observable
public final class SignOutViewModel {
    /// Whether the user is signed out.
    public private(set) var isDone = false
    /// Why the user is still signed in. The recovery is `.discard` if changes would be lost.
    public private(set) var problem: Problem?

    private let latest = Latest()
    private let signOut: any SignOut
    private let formats: Formats

    /// Creates the question.
    public init(signOut: any SignOut, formats: Formats) {
        self.signOut = signOut
        self.formats = formats
    }

    /// The text after a successful sign-out.
    public var doneNote: String? { isDone ? formats.wording(.signOutDone) : nil }

    /// Whether the sign-out is running.
    public var activity: Activity { latest.activity }

    /// Signs out, and returns when that has ended.
    ///
    /// - Parameter discardingPendingChanges: Whether the person has agreed to lose changes that were never sent.
    public func submit(discardingPendingChanges: Bool = false) async {
        problem = nil
        await latest.run { [signOut] () async throws(SignOutError) in
            try await signOut.signOut(discardingPendingChanges: discardingPendingChanges)
        } land: { result in
            switch result {
            case .success: self.isDone = true
            case .failure(let error): self.problem = Problem(error, formats: self.formats)
            }
        }
    }
}
