package import Domain
import Synchronization

/// The use cases about reservations, each of which can be replaced.
package struct ReservationParts: ReserveName, CancelReservation, FetchReservations {
    package var reserve: @Sendable (InternetName, UserID, IdempotencyKey) async throws(ReservationsError) -> Reservation
    package var cancel: @Sendable (ReservationID, UserID) async throws(ReservationsError) -> Void
    package var fetch: @Sendable (UserID) async throws(ReadError) -> Snapshot<[Reservation]>

    package init(_ store: some ReserveName & CancelReservation & FetchReservations) {
        reserve = { name, user, key throws(ReservationsError) in
            try await store.reserve(name, for: user, key: key)
        }
        cancel = { id, user throws(ReservationsError) in try await store.cancel(id, of: user) }
        fetch = { user throws(ReadError) in try await store.reservations(of: user) }
    }

    package func reserve(
        _ name: InternetName,
        for user: UserID,
        key: IdempotencyKey
    ) async throws(ReservationsError) -> Reservation {
        try await reserve(name, user, key)
    }

    package func cancel(_ reservation: ReservationID, of user: UserID) async throws(ReservationsError) {
        try await cancel(reservation, user)
    }

    package func reservations(of user: UserID) async throws(ReadError) -> Snapshot<[Reservation]> {
        try await fetch(user)
    }
}

extension ReservationParts {
    /// Changes the failures of both changes.
    package mutating func mapFailures(_ change: @escaping @Sendable (ReservationsError) -> ReservationsError) {
        reserve = { [reserve] name, user, key throws(ReservationsError) in
            do throws(ReservationsError) { return try await reserve(name, user, key) } catch { throw change(error) }
        }
        cancel = { [cancel] id, user throws(ReservationsError) in
            do throws(ReservationsError) { try await cancel(id, user) } catch { throw change(error) }
        }
    }
}

/// Names that were seen before.
package final class Names: Sendable {
    private let names = Mutex<Set<InternetName>>([])

    package init() {}

    /// Returns `false` if the name was seen before.
    package func insert(_ name: InternetName) -> Bool { names.withLock { $0.insert(name).inserted } }
}

package typealias ReservationMutant = PartsMutant<ReservationParts>
