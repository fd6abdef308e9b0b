/// The settings that users have chosen over the REST API, and the requests that changed them. Stored as JSON.
struct SettingsState: Codable, Equatable, Sendable {
    struct Settings: Codable, Equatable, Sendable {
        var newDeals: Bool
        /// A different text after each request to change, even if it changes nothing. No version is used twice.
        var version: String
        /// The changes made with an idempotency key, oldest first, limited to the latest ones.
        var applied: [Bool] = []

        /// The settings before the first change.
        static let initial = Settings(newDeals: true, version: "0")
    }

    /// The response to a request; a request with the same key gets the same response.
    struct Answer: Codable, Equatable, Sendable {
        let user: String
        let newDeals: Bool
        let version: String
        /// The time of the response, in seconds since 1970.
        let made: Double
    }

    var settings: [String: Settings] = [:]
    /// The responses by idempotency key.
    var answers: [String: Answer] = [:]

    /// How long a key is remembered, in seconds.
    static let memory = 30.0 * 24 * 3600

    func settings(of user: String) -> Settings { settings[user] ?? .initial }

    mutating func prune(now: Double, limit: Int) {
        answers = answers.filter { $0.value.made + Self.memory > now }
        answers.keepNewest(limit, by: \.made)
    }

    mutating func merge(_ other: SettingsState) {
        settings.merge(other.settings) { kept, _ in kept }
        answers.merge(other.answers) { kept, _ in kept }
    }
}

/// The settings that the REST API stores.
extension SessionStore {
    /// The outcome of a change.
    enum SettingsChange: Equatable, Sendable {
        case applied(SettingsState.Settings)
        /// The current version is a different one.
        case overtaken(SettingsState.Settings)
        /// The key was used for another change.
        case otherKey
    }

    /// Returns the settings of `user`, including what other processes have changed.
    func settings(of user: String) -> SettingsState.Settings { current().settings.settings(of: user) }

    /// Makes a change once for each key, if the current version meets `condition`.
    func change(of user: String, to newDeals: Bool, key: String, if condition: Condition) async -> SettingsChange {
        let next = String(Self.secret().prefix(16))
        var change = SettingsChange.otherKey
        await update { [now = seconds] state in
            var stands = state.settings.settings(of: user)
            if let answer = state.settings.answers[key] {
                guard answer.user == user, answer.newDeals == newDeals else { return }
                change = .applied(SettingsState.Settings(newDeals: newDeals, version: answer.version))
                return
            }
            guard condition.isMetStrongly(by: .strong(stands.version)) else {
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

    /// Makes a change without checking the version.
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
