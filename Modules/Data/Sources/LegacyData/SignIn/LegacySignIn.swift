import DataSupport
public import Domain
import Foundation
@preconcurrency import LegacyAccount

extension LegacyAccountAccess {
    /// The singleton's token and its user, so that the replacement needs no sign-in of its own. The singleton still owns the
    /// token. Nil if there is no token and none can be requested.
    public var token: @Sendable () async -> (user: UserID, token: String)? {
        {
            if Self.service.userID == nil { _ = await Self.service.signIn() }
            // The singleton renews a token only for a request. The response doesn't matter here.
            if Self.service.accessToken == nil, let user = Self.service.userID {
                _ = await Self.service.fetchData(requestParam: UserRequestParam(user: user, path: "addresses"))
            }
            return storedToken()
        }
    }

    /// The singleton's token and its user, if the token is valid at the moment. No request is sent for one.
    public var storedToken: @Sendable () -> (user: UserID, token: String)? {
        {
            guard let user = Self.service.userID, let token = Self.service.accessToken else { return nil }
            return (UserID(user), token)
        }
    }

    /// Returns the user who is signed in; signs in if there is no session.
    ///
    /// If the store can't be reached, this is the user who last signed in with the same login, if that was stored. Throws
    /// `.unavailable` also when `limit`, measured by `clock`, has passed.
    public func signedInUser(
        within limit: Duration,
        on clock: any Clock<Duration>
    ) async throws(LegacySignInError) -> UserID {
        let outcome = await Deadline(limit, on: clock).wait { await Self.service.signIn() }
        switch outcome {
        case .cancelled: throw .cancelled
        case .finished(.badCredentials?), .finished(.unauthorized?): throw .refused
        case .finished, .expired: break
        }
        guard let user = Self.service.userID else { throw .unavailable }
        return UserID(user)
    }
}

/// Why the signed-in user can't be determined.
public enum LegacySignInError: Error, Hashable, Sendable, CaseIterable {
    /// The login or the password is wrong.
    case refused
    /// The store could not be reached, or did not respond in time or in the agreed format, and no user was stored.
    case unavailable
    /// The calling task was cancelled.
    case cancelled
}
