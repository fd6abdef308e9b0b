/// The names that are reserved over the REST API, their owners, and the requests that reserved them. Stored as JSON.
struct ReservationsState: Codable, Equatable, Sendable {
    struct Held: Codable, Equatable, Sendable {
        let id: String
        let user: String
        let name: String
        let confirmation: String
        /// The time of the reservation, in milliseconds since 1970.
        let made: Int
        var isCancelled = false
    }

    /// The reservations by identifier.
    var all: [String: Held] = [:]
    /// The identifiers by idempotency key.
    var requests: [String: String] = [:]
    /// The number of reservations ever made, so that no identifier is used twice.
    var count = 0

    /// Removes the oldest cancelled reservations above `limit`, with their keys.
    mutating func prune(limit: Int) {
        let cancelled = all.values.filter(\.isCancelled).sorted { $0.made > $1.made }
        for held in cancelled.dropFirst(limit) { all[held.id] = nil }
        if cancelled.count > limit { requests = requests.filter { all[$0.value] != nil } }
    }

    mutating func merge(_ other: ReservationsState) {
        all.merge(other.all) { kept, _ in kept }
        requests.merge(other.requests) { kept, _ in kept }
        count = max(count, other.count)
    }
}

/// The reservations that the REST API stores.
extension SessionStore {
    /// The outcome of a request to reserve a name.
    enum Holding: Equatable, Sendable {
        case made(ReservationsState.Held)
        /// The name is already reserved.
        case taken
        /// The key was used for another request.
        case otherKey
    }

    /// Returns the reservations of `user`, newest first, including what other processes have changed.
    func reservations(of user: String) -> [ReservationsState.Held] {
        current().reservations.all.values
            .filter { $0.user == user && !$0.isCancelled }
            .sorted { ($1.made, $0.id) < ($0.made, $1.id) }
    }

    /// Reserves a name once for each key.
    func hold(_ name: String, for user: String, key: String) async -> Holding {
        var holding = Holding.taken
        await update { [now = seconds] state in
            if let held = state.reservations.requests[key].flatMap({ state.reservations.all[$0] }) {
                holding = held.user == user && held.name == name ? .made(held) : .otherKey
                return
            }
            let isTaken = state.reservations.all.values.contains {
                !$0.isCancelled && $0.name.lowercased() == name.lowercased()
            }
            guard !isTaken else { return }
            // A file from elsewhere may have any number.
            state.reservations.count = min(max(0, state.reservations.count), 1 << 40) + 1
            let held = ReservationsState.Held(
                id: String(90_000 + state.reservations.count),
                user: user,
                name: name,
                confirmation: String(8_400_000 + 7 * state.reservations.count),
                made: Int((now * 1000).rounded(.down))
            )
            state.reservations.all[held.id] = held
            state.reservations.requests[key] = held.id
            holding = .made(held)
        }
        return holding
    }

    /// Cancels a reservation. Returns whether the user has, or had, such a reservation.
    func cancel(_ reservation: String, of user: String) async -> Bool {
        var isKnown = false
        await update { state in
            guard state.reservations.all[reservation]?.user == user else { return }
            isKnown = true
            state.reservations.all[reservation]?.isCancelled = true
        }
        return isKnown
    }
}
