public import Domain
public import Foundation

/// The result of a sign-in with the store: an access token, which is valid for some time, and a refresh token, which renews it.
/// Printing or reflecting tokens shows neither.
public struct Tokens: Hashable, Sendable {
    /// The user who is signed in.
    public let user: UserID
    /// The token sent with each request. Printable ASCII.
    public let accessToken: String
    /// The token for one renewal, or `nil` if the store issued none.
    public let refreshToken: String?
    /// When `accessToken` expires by this device's clock, or `nil` if the store did not say.
    public let expiresAt: Date?

    /// Creates tokens from their parts.
    public init(user: UserID, accessToken: String, refreshToken: String?, expiresAt: Date?) {
        self.user = user
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
    }

    /// The token whose revocation ends both.
    var revocable: String { refreshToken ?? accessToken }

    /// In bytes. Servers refuse longer headers, and some never respond to them.
    private static let maximumLength = 8_192

    /// Returns whether a text may be part of a header without ending it: printable ASCII without spaces (RFC 6750, section
    /// 2.1, and more), and not too long for one.
    static func isToken(_ text: String) -> Bool {
        (1...maximumLength).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Returns whether the access token can be used for a request: it has not expired and won't while the request is being
    /// sent.
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
/// valid. Printing or reflecting it does not show it.
public struct LegacyToken: Sendable {
    /// The user of the token.
    public let user: UserID
    /// The token itself.
    public let token: String

    /// Creates a token from its parts.
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
