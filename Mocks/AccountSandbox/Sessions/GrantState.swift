/// What was granted over the REST API, and the failed attempts to sign in. Stored as JSON.
struct GrantState: Codable, Equatable, Sendable {
    /// The tokens that follow from one sign-in: a series of refresh tokens, each valid for one use, and the access tokens
    /// issued with them.
    struct Family: Codable, Equatable, Sendable {
        let user: String
        /// The time of the sign-in, in seconds since 1970.
        let begun: Double
        /// The secret of the newest refresh token. Older tokens have other secrets and the same family.
        var secret: String
    }

    struct Access: Codable, Equatable, Sendable {
        let family: String
        /// The time of expiry, in seconds since 1970.
        let expires: Double
    }

    /// The consecutive failures of one login.
    struct Failures: Codable, Equatable, Sendable {
        var count = 0
        /// The time of the last failure, in seconds since 1970.
        var last = 0.0
    }

    var families: [String: Family] = [:]
    var access: [String: Access] = [:]
    var failures: [String: Failures] = [:]

    /// The number of consecutive failures that locks a login.
    static let allowedFailures = 5
    /// How long a login stays locked, and how long consecutive failures are remembered, in seconds.
    static let lockOut = 900.0

    /// Returns the seconds until the login may be tried again, or nil if it isn't locked.
    func isLocked(_ login: String, now: Double) -> Double? {
        guard let failures = failures[login], failures.count >= Self.allowedFailures else { return nil }
        let rest = failures.last + Self.lockOut - now
        return rest > 0 ? rest : nil
    }

    mutating func fail(_ login: String, now: Double) {
        var row = failures[login] ?? Failures()
        if row.last + Self.lockOut <= now { row.count = 0 }
        row.count = min(max(0, row.count), Self.allowedFailures) + 1
        row.last = now
        failures[login] = row
    }

    mutating func revoke(_ family: String) {
        families[family] = nil
        access = access.filter { $0.value.family != family }
    }

    /// Removes expired entries, and the oldest above `limit`, so that the file does not grow without bound.
    mutating func prune(now: Double, limit: Int) {
        access = access.filter { $0.value.expires > now }
        failures = failures.filter { $0.value.last + Self.lockOut > now }
        failures.keepNewest(limit, by: \.last)
        guard families.count > limit else { return }
        families.keepNewest(limit, by: \.begun)
        access = access.filter { families[$0.value.family] != nil }
    }

    mutating func merge(_ other: GrantState) {
        families.merge(other.families) { kept, _ in kept }
        access.merge(other.access) { kept, _ in kept }
        failures.merge(other.failures) { kept, new in kept.last >= new.last ? kept : new }
    }
}
