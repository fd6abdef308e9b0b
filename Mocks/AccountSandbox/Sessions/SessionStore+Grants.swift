/// The tokens that the REST API grants.
extension SessionStore {
    /// An access token and its refresh token.
    struct Grant: Sendable {
        let user: String
        let accessToken: String
        /// The lifetime of the access token in whole seconds.
        let expiresIn: Int
        let refreshToken: String
    }

    /// The outcome of an attempt to sign in.
    enum Attempt: Equatable, Sendable {
        case accepted, refused
        /// The login is locked for this number of seconds.
        case locked(seconds: Int)
    }

    /// Records an attempt. Consecutive failures are counted; a success resets the count.
    func attempt(_ login: String, isRight: Bool) async -> Attempt {
        var attempt = Attempt.refused
        await update { [now = seconds] in
            if let rest = $0.grants.isLocked(login, now: now) {
                attempt = .locked(seconds: Int(rest.rounded(.up)))
            } else if isRight {
                $0.grants.failures[login] = nil
                attempt = .accepted
            } else {
                $0.grants.fail(login, now: now)
                if let rest = $0.grants.isLocked(login, now: now) {
                    attempt = .locked(seconds: Int(rest.rounded(.up)))
                }
            }
        }
        return attempt
    }

    /// Grants tokens of a new family.
    func grant(to user: String) async -> Grant {
        let family = Self.secret()
        let secret = Self.secret()
        let accessToken = Self.secret()
        await update { [now = seconds, access = access(family)] in
            $0.grants.families[family] = GrantState.Family(user: user, begun: now, secret: secret)
            $0.grants.access[accessToken] = access
        }
        return grant(user, accessToken, family, secret)
    }

    /// Replaces the refresh token. Returns nil if it is unknown. A token that was already replaced ends its family.
    func refresh(_ token: String) async -> Grant? {
        guard let (family, secret) = Self.parts(token) else { return nil }
        let next = Self.secret()
        let accessToken = Self.secret()
        var user: String?
        await update { [access = access(family)] in
            guard let found = $0.grants.families[family] else { return }
            guard found.secret == secret else { return $0.grants.revoke(family) }
            $0.grants.families[family]?.secret = next
            $0.grants.access[accessToken] = access
            user = found.user
        }
        return user.map { grant($0, accessToken, family, next) }
    }

    /// Ends the family of the access or refresh token.
    func revoke(_ token: String) async {
        await update {
            let family = $0.grants.access[token]?.family ?? Self.parts(token)?.family
            if let family { $0.grants.revoke(family) }
        }
    }

    /// Returns the user of the access token, or nil if it is unknown, revoked or expired.
    func user(accessToken token: String) -> String? {
        let grants = current().grants
        guard let access = grants.access[token], access.expires > seconds else { return nil }
        return grants.families[access.family]?.user
    }

    private func access(_ family: String) -> GrantState.Access {
        let (lifetime, attoseconds) = tokenLifetime.components
        return GrantState.Access(family: family, expires: seconds + Double(lifetime) + Double(attoseconds) * 1e-18)
    }

    private func grant(_ user: String, _ accessToken: String, _ family: String, _ secret: String) -> Grant {
        Grant(
            user: user,
            accessToken: accessToken,
            expiresIn: max(0, Int(tokenLifetime.components.seconds)),
            refreshToken: "\(family).\(secret)"
        )
    }

    /// Splits a refresh token, which consists of its family and a secret with a point between them.
    private static func parts(_ token: String) -> (family: String, secret: String)? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
}
