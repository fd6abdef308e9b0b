import Domain
import DomainContracts
import Synchronization
import TestSupport
import Testing

@Suite("A store without one of its rules about reservations fails the row about it")
struct ReservationRuleMutantTests {
    @Test("Rules", arguments: ruleMutants)
    func rules(_ mutant: ReservationMutant) async throws {
        let failed = try await mutant.rowsFailed(of: ReservationsContract.ruleRows) { situation, change in
            var parts = ReservationParts(try await storeReservations(in: situation))
            change(&parts)
            return parts
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every rule is failed by a mutant")
    func everyRow() {
        let rows = Set(ReservationsContract.ruleRows.map(\.name))
        #expect(rows.subtracting(ruleMutants.flatMap(\.failedRows)) == [])
    }
}

private let ruleMutants = [
    ReservationMutant(
        "answers a repeated request with a new confirmation",
        failing: "A repeated request returns the same reservation"
    ) { parts in
        let numbers = Numbers()
        parts.reserve = { [reserve = parts.reserve] name, user, key throws(ReservationsError) in
            let made = try await reserve(name, user, key)
            let confirmation = ConfirmationNumber("\(numbers.next())")
            return Reservation(id: made.id, name: made.name, confirmation: confirmation, madeAt: made.madeAt)
        }
    },
    ReservationMutant(
        "makes a reservation for every request",
        failing: "A repeated request returns the same reservation",
        "A repeated request makes no second reservation",
        "The key of another request is refused",
        "A name that is held is taken"
    ) { parts in
        let numbers = Numbers()
        parts.reserve = { [reserve = parts.reserve] name, user, _ throws(ReservationsError) in
            let number = numbers.next()
            guard let key = IdempotencyKey("mutant-\(number)") else { throw .malformed }
            return try await reserve(InternetName("\(number)-\(name.text)"), user, key)
        }
    },
    ReservationMutant(
        "takes a held name for an odd one",
        failing: "A name that is held is taken"
    ) { parts in parts.mapFailures { $0 == .taken ? .refused : $0 } },
    ReservationMutant(
        "cancels anything",
        failing: "A reservation of nobody can't be cancelled"
    ) { parts in
        parts.cancel = { [cancel = parts.cancel] id, user throws(ReservationsError) in
            do throws(ReservationsError) { try await cancel(id, user) } catch {
                if error != .unknownReservation { throw error }
            }
        }
    },
]

private final class Numbers: Sendable {
    private let number = Mutex(0)

    func next() -> Int {
        number.withLock { number in
            number += 1
            return number
        }
    }
}
