public import Domain
public import Foundation

/// The use cases about reservations with examples and hooks.
///
/// The mock remembers the reservations that were made and cancelled, but has none of a store's rules: any name is free, and any
/// reservation can be cancelled. Stub `reserve` and `cancel` with the errors of a store.
public struct MockReservations: ReserveName, CancelReservation, FetchReservations {
    /// Stubs, holds and counts the calls of `reservations(of:)`.
    public let fetches: MockRead<UserID, [Reservation]>
    /// Stubs, holds and counts the calls of `reserve(_:for:key:)`.
    public let reserves:
        MockCalls<(name: InternetName, user: UserID, key: IdempotencyKey), Reservation, ReservationsError>
    /// Stubs, holds and counts the calls of `cancel(_:of:)`.
    public let cancels: MockCalls<(reservation: ReservationID, user: UserID), Void, ReservationsError>

    /// Creates a mock from the reservations of each user; it knows no other users. New reservations get the identifiers and
    /// confirmations that follow those of the sample.
    ///
    /// - Parameters:
    ///   - reservations: The reservations of each user, in any order.
    ///   - freshness: The age of each list.
    ///   - unreadable: The fields that each list reports as unreadable.
    ///   - now: The clock for new reservations.
    public init(
        reservations: [UserID: [Reservation]],
        freshness: Freshness = .live,
        unreadable: [FieldPath] = [],
        now: @escaping @Sendable () -> Date
    ) {
        let book = Memory((all: reservations, made: 0))
        fetches = MockRead { user throws(ReadError) in
            guard let all = book.withLock({ $0.all[user] }) else { throw .unknownUser }
            return Snapshot(all, freshness: freshness, unreadable: unreadable).withoutRepetitions().map {
                $0.sorted(by: Reservation.newestFirst)
            }
        }
        reserves = MockCalls(cancelled: .cancelled) { request throws(ReservationsError) in
            try book.withLock { book throws(ReservationsError) in
                guard book.all[request.user] != nil else { throw .unknownUser }
                book.made += 1
                let made = SampleReservations.reservation(number: book.made, of: request.name, at: now())
                book.all[request.user]?.append(made)
                return made
            }
        }
        cancels = MockCalls(cancelled: .cancelled) { request throws(ReservationsError) in
            try book.withLock { book throws(ReservationsError) in
                guard book.all[request.user] != nil else { throw .unknownUser }
                book.all[request.user]?.removeAll { $0.id == request.reservation }
            }
        }
    }

    /// Makes a reservation, or does what `reserves` prescribes.
    public func reserve(
        _ name: InternetName,
        for user: UserID,
        key: IdempotencyKey
    ) async throws(ReservationsError) -> Reservation {
        try await reserves((name, user, key))
    }

    /// Cancels a reservation, or does what `cancels` prescribes.
    public func cancel(_ reservation: ReservationID, of user: UserID) async throws(ReservationsError) {
        try await cancels((reservation, user))
    }

    /// Returns the given reservations and those made since, or the outcome that `fetches` prescribes.
    public func reservations(of user: UserID) async throws(ReadError) -> Snapshot<[Reservation]> {
        try await fetches.calls(user)
    }
}
