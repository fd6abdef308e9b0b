/// Who is signed in: what a session or token is worth. Kept as JSON.
struct SessionState: Codable, Equatable, Sendable {
    struct Session: Codable, Equatable, Sendable {
        let user: String
        /// Seconds since 1970.
        let begun: Double
    }

    struct Token: Codable, Equatable, Sendable {
        let user: String
        /// Seconds since 1970.
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
        // Files of earlier versions have none.
        grants = try fields.decodeIfPresent(GrantState.self, forKey: .grants) ?? GrantState()
        settings = try fields.decodeIfPresent(SettingsState.self, forKey: .settings) ?? SettingsState()
        reservations =
            try fields.decodeIfPresent(ReservationsState.self, forKey: .reservations) ?? ReservationsState()
    }

    /// Forgets tokens that are over, and the oldest sessions above `limit`, lest the file grow for ever.
    mutating func prune(now: Double, limit: Int = 1000) {
        tokens = tokens.filter { $0.value.expires > now }
        grants.prune(now: now, limit: limit)
        settings.prune(now: now, limit: limit)
        reservations.prune(limit: limit)
        guard sessions.count > limit else { return }
        let newest = sessions.sorted { $0.value.begun > $1.value.begun }.prefix(limit)
        sessions = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }

    mutating func merge(_ other: SessionState) {
        sessions.merge(other.sessions) { kept, _ in kept }
        tokens.merge(other.tokens) { kept, _ in kept }
        grants.merge(other.grants)
        settings.merge(other.settings)
        reservations.merge(other.reservations)
    }
}
