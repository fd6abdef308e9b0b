/// What was granted over the REST API, and who failed to sign in. Kept as JSON.
struct GrantState: Codable, Equatable, Sendable {
    /// What came of one sign-in: one refresh token after the other, each good for one use, and the access tokens that
    /// came with them.
    struct Family: Codable, Equatable, Sendable {
        let user: String
        /// Seconds since 1970.
        let begun: Double
        /// What makes the newest refresh token; an older one has another secret and the same family.
        var secret: String
    }

    struct Access: Codable, Equatable, Sendable {
        let family: String
        /// Seconds since 1970.
        let expires: Double
    }

    /// Of one login, in a row.
    struct Failures: Codable, Equatable, Sendable {
        var count = 0
        /// When the last was, in seconds since 1970.
        var last = 0.0
    }

    var families: [String: Family] = [:]
    var access: [String: Access] = [:]
    var failures: [String: Failures] = [:]

    /// How many failures in a row lock a login.
    static let allowedFailures = 5
    /// How long a login stays locked, and after how long a row of failures is forgotten; in seconds.
    static let lockOut = 900.0

    /// The seconds until the login may be tried again; nil if it may be.
    func isLocked(_ login: String, now: Double) -> Double? {
        guard let failures = failures[login], failures.count >= Self.allowedFailures else { return nil }
        let rest = failures.last + Self.lockOut - now
        return rest > 0 ? rest : nil
    }

    mutating func fail(_ login: String, now: Double) {
        var row = failures[login] ?? Failures()
        if row.last + Self.lockOut <= now { row.count = 0 }
        row.count += 1
        row.last = now
        failures[login] = row
    }

    mutating func revoke(_ family: String) {
        families[family] = nil
        access = access.filter { $0.value.family != family }
    }

    /// Forgets what is over, and the oldest above `limit`, lest the file grow for ever.
    mutating func prune(now: Double, limit: Int) {
        access = access.filter { $0.value.expires > now }
        failures = failures.filter { $0.value.last + Self.lockOut > now }
        if failures.count > limit {
            let newest = failures.sorted { $0.value.last > $1.value.last }.prefix(limit)
            failures = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
        }
        if families.count > limit {
            let newest = families.sorted { $0.value.begun > $1.value.begun }.prefix(limit)
            families = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
            access = access.filter { families[$0.value.family] != nil }
        }
    }

    mutating func merge(_ other: GrantState) {
        families.merge(other.families) { kept, _ in kept }
        access.merge(other.access) { kept, _ in kept }
        failures.merge(other.failures) { kept, new in kept.last >= new.last ? kept : new }
    }
}
