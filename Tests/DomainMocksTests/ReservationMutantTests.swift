import Domain
import DomainContracts
import DomainMocks
import Testing

@Suite("Mocked changes of reservations without one of their behaviours fail the rows about it, and no others")
struct ReservationMutantTests {
    @Test("Changes", arguments: reservationMutants)
    func changes(_ mutant: ReservationMutant) async throws {
        let failed = try await violatedRows(of: ReservationsContract.rowsWithoutRules) { row in
            let isImpatient = mutant.hangs && mutant.failedRows.contains(row.name)
            let contract = ReservationsContract(patience: isImpatient ? .milliseconds(20) : .seconds(300)) {
                situation in
                var parts = ReservationParts(mockedReservations(in: situation))
                mutant.change(&parts)
                return parts
            }
            try await contract.check(row)
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row is failed by a mutant")
    func everyRow() {
        let rows = Set(ReservationsContract.rowsWithoutRules.map(\.name))
        #expect(rows.subtracting(reservationMutants.flatMap(\.failedRows)) == [])
    }
}

/// Reservations with one behaviour taken out, and the rows that must find it.
struct ReservationMutant: Sendable, CustomStringConvertible {
    /// What is wrong with them.
    let description: String
    /// The names of the rows that fail, all of them.
    let failedRows: Set<String>
    /// Whether the failing rows find out by running out of patience.
    var hangs = false
    let change: @Sendable (inout ReservationParts) -> Void

    /// A mutant that takes one failure of both changes for another.
    init(_ description: String, _ failure: ReservationsError, for other: ReservationsError, failing rows: String...) {
        self.description = description
        failedRows = Set(rows.flatMap { ["\($0): reserve", "\($0): cancel"] })
        change = { $0.mapFailures { $0 == failure ? other : $0 } }
    }

    init(
        _ description: String,
        hangs: Bool = false,
        failing rows: String...,
        change: @escaping @Sendable (inout ReservationParts) -> Void
    ) {
        self.description = description
        failedRows = Set(rows)
        self.hangs = hangs
        self.change = change
    }
}

private let waiting = "A change that is cancelled while it waits ends as cancelled, soon"
private let before = "A change that is cancelled before it starts ends as cancelled"

private let reservationMutants = [
    ReservationMutant(
        "reserves another name",
        failing: "A reservation is of the requested name",
        "A name that was given free can be reserved"
    ) { parts in
        parts.reserve = { [reserve = parts.reserve] _, user, key throws(ReservationsError) in
            try await reserve(InternetName("other.example"), user, key)
        }
    },
    ReservationMutant("does not list what was made", failing: "A reservation that was made is listed") { parts in
        parts.fetch = { _ throws(ReadError) in Snapshot([], freshness: .live) }
    },
    ReservationMutant(
        "cancels nothing",
        failing: "A reservation that was cancelled is not listed"
    ) { parts in
        parts.cancel = { [cancel = parts.cancel] _, user throws(ReservationsError) in
            try await cancel(ReservationID("none"), user)
        }
    },
    ReservationMutant("minds what is cancelled already", failing: "To cancel again is no failure") { parts in
        parts.cancel = { [fetch = parts.fetch, cancel = parts.cancel] id, user throws(ReservationsError) in
            let isListed = try? await fetch(user).value.contains { $0.id == id }
            try await cancel(id, user)
            if isListed == false { throw .unknownReservation }
        }
    },
    ReservationMutant(
        "holds a name for ever",
        failing: "A name that was given free can be reserved"
    ) { parts in
        let held = Names()
        parts.reserve = { [reserve = parts.reserve] name, user, key throws(ReservationsError) in
            let made = try await reserve(name, user, key)
            guard held.insert(name) else { throw .taken }
            return made
        }
    },
    ReservationMutant(
        "takes being cancelled for being out of reach",
        .cancelled,
        for: .unavailable,
        failing: before,
        waiting
    ),
    ReservationMutant(
        "takes a damaged answer for no answer",
        .malformed,
        for: .unavailable,
        failing: "A damaged answer is a failure"
    ),
    ReservationMutant(
        "takes an unknown user for a refused sign-in",
        .unknownUser,
        for: .unauthorised,
        failing: "An unknown user is a failure of its own"
    ),
    ReservationMutant(
        "takes a refused sign-in for being out of reach",
        .unauthorised,
        for: .unavailable,
        failing: "A refused sign-in is a failure of its own"
    ),
    ReservationMutant(
        "takes being out of reach for a damaged answer",
        .unavailable,
        for: .malformed,
        failing: "A store out of reach is a failure of its own"
    ),
    ReservationMutant(
        "does not notice that it is cancelled while it waits",
        hangs: true,
        failing: "\(waiting): reserve",
        "\(waiting): cancel"
    ) { parts in
        let original = parts
        parts.reserve = { name, user, key throws(ReservationsError) in
            if Task.isCancelled { throw .cancelled }
            return try await unreached { () async throws(ReservationsError) in
                try await original.reserve(name, user, key)
            }
        }
        parts.cancel = { id, user throws(ReservationsError) in
            if Task.isCancelled { throw .cancelled }
            try await unreached { () async throws(ReservationsError) in try await original.cancel(id, user) }
        }
    },
]
