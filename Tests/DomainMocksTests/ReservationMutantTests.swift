import Domain
import DomainContracts
import DomainMocks
import TestSupport
import Testing

@Suite("Mocked changes of reservations without one of their behaviours fail the rows about it, and no others")
struct ReservationMutantTests {
    @Test("Changes", arguments: reservationMutants)
    func changes(_ mutant: ReservationMutant) async throws {
        let failed = try await mutant.rowsFailed(of: ReservationsContract.rowsWithoutRules) { situation, change in
            var parts = ReservationParts(mockedReservations(in: situation))
            change(&parts)
            return parts
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row is failed by a mutant")
    func everyRow() {
        #expect(unfailed(ReservationsContract.rowsWithoutRules, by: reservationMutants.map(\.failedRows)) == [])
    }
}

extension ReservationMutant {
    /// Creates a mutant that replaces one failure of both changes with another.
    fileprivate init(
        _ failure: ReservationsError,
        for other: ReservationsError,
        failing rows: String...
    ) {
        let each = rows.flatMap { ["\($0): reserve", "\($0): cancel"] }
        self.init("takes \(failure) for \(other)", failing: each) { parts, _ in
            parts.mapFailures { $0 == failure ? other : $0 }
        }
    }
}

private let waiting = "A call that is cancelled while it waits ends as cancelled, soon"
private let before = "A call that is cancelled before it starts ends as cancelled"

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
    ReservationMutant(.malformed, for: .unavailable, failing: "A damaged answer is a failure"),
    ReservationMutant(.unknownUser, for: .unauthorised, failing: "An unknown user is a failure of its own"),
    ReservationMutant(.unauthorised, for: .unavailable, failing: "A refused sign-in is a failure of its own"),
    ReservationMutant(.busy, for: .unavailable, failing: "A store that asks to wait is a failure of its own"),
    ReservationMutant(.unavailable, for: .malformed, failing: "A store out of reach is a failure of its own"),
    ReservationMutant(.cancelled, for: .unavailable, failing: before, waiting),
    ReservationMutant(
        "does not notice that it is cancelled while it waits",
        failing: "\(waiting): reserve",
        "\(waiting): cancel"
    ) { parts, hang in
        let original = parts
        parts.reserve = { name, user, key throws(ReservationsError) in
            if Task.isCancelled { throw .cancelled }
            return try await unreached(hang: hang) { () async throws(ReservationsError) in
                try await original.reserve(name, user, key)
            }
        }
        parts.cancel = { id, user throws(ReservationsError) in
            if Task.isCancelled { throw .cancelled }
            try await unreached(hang: hang) { () async throws(ReservationsError) in try await original.cancel(id, user)
            }
        }
    },
]
