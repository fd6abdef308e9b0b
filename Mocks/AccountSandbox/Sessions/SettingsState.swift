/// What people have chosen over the REST API, and the requests it was chosen with. Kept as JSON.
struct SettingsState: Codable, Equatable, Sendable {
    struct Settings: Codable, Equatable, Sendable {
        var newDeals: Bool
        /// Another one after each change, also after one that changes nothing; no two are ever the same.
        var version: String
        /// The changes made with an idempotency key, oldest first; of very many the latest.
        var applied: [Bool] = []

        /// Before the first change.
        static let initial = Settings(newDeals: true, version: "0")
    }

    /// What a request was answered with; the same key gets the same answer.
    struct Answer: Codable, Equatable, Sendable {
        let user: String
        let newDeals: Bool
        let version: String
        /// Seconds since 1970.
        let made: Double
    }

    var settings: [String: Settings] = [:]
    /// By idempotency key.
    var answers: [String: Answer] = [:]

    /// How long a key is remembered, in seconds.
    static let memory = 30.0 * 24 * 3600

    func settings(of user: String) -> Settings { settings[user] ?? .initial }

    mutating func prune(now: Double, limit: Int) {
        answers = answers.filter { $0.value.made + Self.memory > now }
        guard answers.count > limit else { return }
        let newest = answers.sorted { $0.value.made > $1.value.made }.prefix(limit)
        answers = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }

    mutating func merge(_ other: SettingsState) {
        settings.merge(other.settings) { kept, _ in kept }
        answers.merge(other.answers) { kept, _ in kept }
    }
}

/// What the REST API keeps of settings.
extension SessionStore {
    /// How a change ends.
    enum SettingsChange: Equatable, Sendable {
        case applied(SettingsState.Settings)
        /// Another version stands.
        case overtaken(SettingsState.Settings)
        /// The key belongs to another change.
        case otherKey
    }

    /// With what other processes have changed.
    func settings(of user: String) -> SettingsState.Settings { current().settings.settings(of: user) }

    /// Makes a change once for each key, if `version` still stands.
    func change(of user: String, to newDeals: Bool, key: String, version: String) async -> SettingsChange {
        let next = String(Self.secret().prefix(16))
        var change = SettingsChange.otherKey
        await update { [now = seconds] state in
            var stands = state.settings.settings(of: user)
            if let answer = state.settings.answers[key] {
                guard answer.user == user, answer.newDeals == newDeals else { return }
                change = .applied(SettingsState.Settings(newDeals: newDeals, version: answer.version))
                return
            }
            guard stands.version == version else {
                change = .overtaken(stands)
                return
            }
            stands.newDeals = newDeals
            stands.version = next
            stands.applied = stands.applied.suffix(99) + [newDeals]
            state.settings.settings[user] = stands
            state.settings.answers[key] = SettingsState.Answer(
                user: user,
                newDeals: newDeals,
                version: next,
                made: now
            )
            change = .applied(stands)
        }
        return change
    }

    /// Whatever stands.
    func changeElsewhere(of user: String, to newDeals: Bool) async {
        let next = String(Self.secret().prefix(16))
        await update { state in
            var stands = state.settings.settings(of: user)
            stands.newDeals = newDeals
            stands.version = next
            state.settings.settings[user] = stands
        }
    }
}
