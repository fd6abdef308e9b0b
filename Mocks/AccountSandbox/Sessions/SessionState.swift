/// Who is signed in: the users of sessions and tokens. Stored as JSON.
struct SessionState: Codable, Equatable, Sendable {
    struct Session: Codable, Equatable, Sendable {
        let user: String
        /// The start of the session, in seconds since 1970.
        let begun: Double
    }

    struct Token: Codable, Equatable, Sendable {
        let user: String
        /// The time of expiry, in seconds since 1970.
        let expires: Double
    }

    var sessions: [String: Session] = [:]
    var tokens: [String: Token] = [:]
    var grants = GrantState()
    var settings = SettingsState()
    var reservations = ReservationsState()

    init() {}

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        sessions = try fields.decode([String: Session].self, forKey: .sessions)
        tokens = try fields.decode([String: Token].self, forKey: .tokens)
        // Files of earlier versions have no grants.
        grants = try fields.decodeIfPresent(GrantState.self, forKey: .grants) ?? GrantState()
        settings = try fields.decodeIfPresent(SettingsState.self, forKey: .settings) ?? SettingsState()
        reservations =
            try fields.decodeIfPresent(ReservationsState.self, forKey: .reservations) ?? ReservationsState()
    }

    /// Removes expired tokens, and the oldest sessions above `limit`, so that the file does not grow without bound.
    mutating func prune(now: Double, limit: Int = 1000) {
        tokens = tokens.filter { $0.value.expires > now }
        grants.prune(now: now, limit: limit)
        settings.prune(now: now, limit: limit)
        reservations.prune(limit: limit)
        sessions.keepNewest(limit, by: \.begun)
    }

    mutating func merge(_ other: SessionState) {
        sessions.merge(other.sessions) { kept, _ in kept }
        tokens.merge(other.tokens) { kept, _ in kept }
        grants.merge(other.grants)
        settings.merge(other.settings)
        reservations.merge(other.reservations)
    }
}

extension Dictionary {
    /// Removes the oldest values above `limit`.
    mutating func keepNewest(_ limit: Int, by time: (Value) -> Double) {
        guard count > limit else { return }
        let newest = sorted { time($0.value) > time($1.value) }.prefix(limit)
        self = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}
