public import Foundation

/// Signs a person in. The other use cases need a signed-in user.
///
/// One person uses a device at a time: signing in as another signs the first one out, with all that this means.
public protocol SignIn: Sendable {
    /// Checks the credentials, and returns the user they belong to. If somebody else was signed in before, that sign-in ends,
    /// and the data stored for that user is erased.
    ///
    /// If the call throws, the user who was signed in before stays signed in. If the calling task is cancelled, the call soon
    /// throws `.cancelled`; the store may have counted the attempt.
    ///
    /// - Parameters:
    ///   - credentials: The login and the password.
    ///   - discardingPendingChanges: Whether changes of somebody else that were never sent may be lost. If `false` and there are
    ///     such changes, the call throws `.pendingChanges` and changes nothing.
    func signIn(
        with credentials: Credentials,
        discardingPendingChanges: Bool
    ) async throws(SignInError) -> UserID
}

extension SignIn {
    /// Signs in, unless changes of somebody else would be lost.
    public func signIn(with credentials: Credentials) async throws(SignInError) -> UserID {
        try await signIn(with: credentials, discardingPendingChanges: false)
    }
}

/// A login and its password. Printing or reflecting credentials shows neither the password nor its length.
public struct Credentials: Sendable {
    /// The name a person signs in with.
    public let login: String
    /// The password. Only the store compares it; it is never logged or stored.
    public let password: String

    /// Creates credentials from what was typed, unchanged.
    public init(login: String, password: String) {
        self.login = login
        self.password = password
    }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The login alone.
    public var description: String { "Credentials of \(login)" }
    /// The login alone.
    public var debugDescription: String { description }
    /// The login alone.
    public var customMirror: Mirror { Mirror(self, children: ["login": login]) }
}

/// Why a sign-in failed.
public enum SignInError: Error, Hashable, Sendable {
    /// The login is unknown or the password is wrong; the store does not say which.
    case wrongCredentials
    /// Too many attempts have failed. The store accepts no further attempt until `until`; `nil` if the store doesn't say.
    case locked(until: Date?)
    /// The store asks to wait.
    case busy
    /// The store could not be reached, or did not respond in time.
    case unavailable
    /// The store's response can't be read.
    case malformed
    /// The sign-in can't be stored on this device, or what is stored for somebody else can't be erased.
    case notStored
    /// This number of changes of the user who is signed in was never sent and would be lost.
    case pendingChanges(Int)
    /// The calling task was cancelled. This is not a failure: it is never shown or recorded, and it never causes a fallback.
    case cancelled
}
