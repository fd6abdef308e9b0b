public import Domain
public import Foundation

/// What a sign-in with the store is worth: a token that opens it for a while, and one that renews the first. Printing or
/// reflecting it shows neither.
public struct Tokens: Hashable, Sendable {
    /// Who is signed in.
    public let user: UserID
    /// Goes with each request. Printable ASCII.
    public let accessToken: String
    /// Good for one renewal; `nil` if the store gave none.
    public let refreshToken: String?
    /// When `accessToken` ends by this machine's clock; `nil` if the store did not say.
    public let expiresAt: Date?

    /// Takes the parts as they are.
    public init(user: UserID, accessToken: String, refreshToken: String?, expiresAt: Date?) {
        self.user = user
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
    }

    /// Whether the access token is worth a request: not over, nor about to be while the request is on its way.
    func isGood(at now: Date) -> Bool {
        expiresAt.map { $0.timeIntervalSince(now) > 5 } ?? true
    }
}

extension Tokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The user alone.
    public var description: String { "Tokens of \(user)" }
    /// The user alone.
    public var debugDescription: String { description }
    /// The user alone.
    public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}

/// A token of the legacy code that can be exchanged for tokens of the store, so that nobody has to sign in again. It stays
/// good. Printing or reflecting it does not show it.
public struct LegacyToken: Sendable {
    /// Whom it stands for.
    public let user: UserID
    /// The token itself.
    public let token: String

    /// Takes the parts as they are.
    public init(user: UserID, token: String) {
        self.user = user
        self.token = token
    }
}

extension LegacyToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The user alone.
    public var description: String { "Legacy token of \(user)" }
    /// The user alone.
    public var debugDescription: String { description }
    /// The user alone.
    public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}
