import Domain

/// The modules of one run. Only this folder decides which implementation is used for each use case: `Composition+Real.swift`
/// and `Composition+Mock.swift` are the two choices.
///
/// Reasons: docs/adr/composition.md.
struct Composition: Sendable {
    /// Returns the user who is signed in; signs in if nobody ever has.
    let signedInUser: @Sendable () async throws(AccountFailure) -> UserID
    /// Returns whether a person has signed out. Then none of their data is shown until somebody signs in.
    let isSignedOut: @Sendable () async -> Bool
    let signIn: any SignIn
    let signOut: any SignOut
    let searchNames: any SearchNames
    /// The use cases of each user.
    let users: Users
    /// The hand-overs behind orders and addresses; `nil` if nothing is handed over.
    let migration: Migration?
    var diagnostics: DiagnosticsModule
    /// Ends what was started for this composition.
    let stop: @Sendable () async -> Void
}
