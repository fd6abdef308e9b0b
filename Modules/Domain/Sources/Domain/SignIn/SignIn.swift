public import Foundation

/// Signs a person in, so that the other use cases have somebody to ask for.
public protocol SignIn: Sendable {
    /// Proves who the person is, and answers who that is.
    ///
    /// Whoever was signed in before stays so if the call throws. If the calling task is cancelled, the call throws
    /// `.cancelled` soon; the store may have counted the attempt.
    func signIn(with credentials: Credentials) async throws(SignInError) -> UserID
}

/// A login and its password. Printing or reflecting one shows neither the password nor its length.
public struct Credentials: Sendable {
    /// The name a person signs in with.
    public let login: String
    /// What proves it. Never logged, kept or compared by anybody but the store.
    public let password: String

    /// Takes both as they were typed.
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

/// Why nobody was signed in.
public enum SignInError: Error, Hashable, Sendable {
    /// The login is unknown or the password is wrong; the store does not say which.
    case wrongCredentials
    /// Too many attempts have failed; the store takes none until then, or does not say until when.
    case locked(until: Date?)
    /// The store could not be reached, or could not answer in time.
    case unavailable
    /// The store's answer can't be read.
    case malformed
    /// The store agreed, and the sign-in could not be kept on this device.
    case notKept
    /// The calling task was cancelled. Nothing is wrong: it is never shown, recorded or a reason to fall back.
    case cancelled
}
