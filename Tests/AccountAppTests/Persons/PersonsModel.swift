import Domain

/// A step of one person at one server.
struct PersonsStep: Sendable {
    enum Action: String, CaseIterable, Sendable {
        case signIn = "sign-in"
        case read, change
        case signOut = "sign-out"
        case offline
    }

    /// The only user of the legacy service.
    static let ada = UserID("ada")

    let server: String
    let person: UserID
    let action: Action

    var name: String { "\(server) \(person.rawValue) \(action.rawValue)" }

    /// The steps at the first server come first.
    static let all: [PersonsStep] = ["A", "B"].flatMap { server in
        ["ada", "yuki"].flatMap { person in
            Action.allCases.map { PersonsStep(server: server, person: UserID(person), action: $0) }
        }
    }

    init(server: String, person: UserID, action: Action) {
        (self.server, self.person, self.action) = (server, person, action)
    }

    /// Creates a step from its name.
    init(_ name: String) {
        guard let step = Self.all.first(where: { $0.name == name }) else { preconditionFailure("\(name) is no step.") }
        self = step
    }
}

/// What the rule allows: one person a device and server.
struct PersonsModel {
    /// What is on the device for one server.
    struct Place: Equatable {
        var person: UserID?
        /// Whose rows the tables have.
        var rows: Set<UserID> = []
        /// Whose session and responses the legacy service has stored.
        var legacy: UserID?
        /// How many changes were never sent.
        var pending = 0
    }

    /// What a step ends with.
    enum Outcome: Equatable {
        case done, refused, wouldLose
    }

    var places: [String: Place] = ["A": Place(), "B": Place()]
    var outcome = Outcome.done

    /// Who has a valid token, for each server.
    var signedIn: [String: Set<UserID>] {
        places.mapValues { place in place.person.map { [$0] } ?? [] }
    }

    mutating func apply(_ step: PersonsStep) {
        guard var place = places[step.server] else { return }
        defer { places[step.server] = place }
        outcome = .done
        switch step.action {
        case .signIn:
            if place.person == step.person { return }
            guard place.pending == 0 else { return outcome = .wouldLose }
            place = Place(person: step.person)
        case .signOut:
            guard place.pending == 0 else { return outcome = .wouldLose }
            place = Place()
        case .read, .change, .offline:
            guard place.person == step.person else { return outcome = .refused }
            switch step.action {
            case .offline:
                // A choice can be queued only if the settings are known. Choosing back withdraws it.
                if place.rows.contains(step.person) { place.pending = 1 - place.pending }
            default:
                place.rows = [step.person]
                if step.person == PersonsStep.ada { place.legacy = step.person }
                place.pending = 0
            }
        }
    }
}
