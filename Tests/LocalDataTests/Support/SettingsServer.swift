import Domain
import LocalData

/// A store's side of the settings, as docs/workspace/offline.md requires it. It knows `ada` and `bob`, who share their
/// settings.
actor SettingsServer {
    /// The state of the store, until a test changes it.
    enum State {
        case inReach, outOfReach, asksToWait, asksToSignIn, unreadable, refusesChanges
        case heldUp(@Sendable () async throws(CancellationError) -> Void)

        var refusesChanges: Bool { if case .refusesChanges = self { true } else { false } }
    }

    /// What happens to one request.
    enum Fault: CaseIterable {
        /// The request does not arrive.
        case lost
        /// The request is carried out, but the response does not arrive.
        case answerLost
        /// The request is carried out, but the response is damaged.
        case answerBroken
        /// The token is expired.
        case signedOut
        /// The change is not allowed.
        case refused
        /// The calling task is cancelled after the request has been carried out.
        case cancelled
    }

    var state = State.inReach
    var losesNextAnswer = false
    private(set) var newDeals: Bool
    private var number = 1
    private var answers: [String: RemoteSettings.Answer] = [:]
    private var faults: [Fault?] = []
    private(set) var refusals = 0
    /// The changes that were made, with repetitions.
    private(set) var made: [Bool] = []
    /// The keys of the changes that arrived, with repetitions.
    private(set) var arrived: [String] = []

    init(newDeals: Bool = true) {
        self.newDeals = newDeals
    }

    /// Applies these faults to the next requests.
    func meet(_ faults: Fault?...) {
        self.faults += faults
    }

    func meet(_ fault: Fault, times: Int) {
        faults += Array(repeating: fault, count: times)
    }

    func recover() {
        faults = []
    }

    /// Changes the current setting from another device.
    func changeElsewhere(_ newDeals: Bool) {
        self.newDeals = newDeals
        number += 1
    }

    func fetch(_ user: UserID) async throws(SettingsError) -> RemoteSettings.Answer {
        let fault = nextFault
        try await arrive(fault)
        guard [ada, bob].contains(user) else { throw .unknownUser }
        return try sent(standing, fault)
    }

    func change(
        _ isOn: Bool,
        _ key: String,
        _ ifMatch: String
    ) async throws(SettingsError) -> RemoteSettings.Answer {
        let fault = nextFault
        try await arrive(fault)
        arrived.append(key)
        if let answer = answers[key] { return try sent(answer, fault) }
        if fault == .refused || state.refusesChanges {
            refusals += 1
            throw .refused
        }
        guard ifMatch == standing.version else {
            throw .changedElsewhere(NotificationSettings(confirmed: newDeals))
        }
        changeElsewhere(isOn)
        made.append(isOn)
        answers[key] = standing
        if losesNextAnswer {
            losesNextAnswer = false
            throw .unavailable
        }
        return try sent(standing, fault)
    }

    private var standing: RemoteSettings.Answer { (newDeals, "\"s-\(number)\"") }

    private var nextFault: Fault? {
        faults.isEmpty ? nil : faults.removeFirst()
    }

    private func arrive(_ fault: Fault?) async throws(SettingsError) {
        switch state {
        case .inReach, .refusesChanges: break
        case .outOfReach: throw .unavailable
        case .asksToWait: throw .busy
        case .asksToSignIn: throw .unauthorised
        case .unreadable: throw .malformed
        case .heldUp(let pass): do throws(CancellationError) { try await pass() } catch { throw .cancelled }
        }
        switch fault {
        case .lost: throw .unavailable
        case .signedOut: throw .unauthorised
        default: break
        }
    }

    private func sent(
        _ answer: RemoteSettings.Answer,
        _ fault: Fault?
    ) throws(SettingsError) -> RemoteSettings.Answer {
        switch fault {
        case .answerLost: throw .unavailable
        case .answerBroken: throw .malformed
        case .cancelled: throw .cancelled
        default: return answer
        }
    }

    nonisolated var remote: RemoteSettings {
        RemoteSettings(
            fetch: { user async throws(SettingsError) in try await self.fetch(user) },
            change: { _, isOn, key, version async throws(SettingsError) in
                try await self.change(isOn, key, version)
            }
        )
    }
}

extension LocalDatabase {
    /// Returns the use cases with this database and that server.
    nonisolated func settings(_ server: SettingsServer, keys: Keys = Keys()) -> OfflineSettings {
        OfflineSettings(remote: server.remote, database: self, now: { noon }, newKey: keys.next)
    }
}
