public import Domain
public import Foundation
import Synchronization

/// The use cases about reservations over examples, with hooks.
///
/// It remembers what was made and cancelled, and knows none of a store's rules: any name is free, and any reservation can
/// be cancelled. Stub `reserve` and `cancel` with what a store would refuse.
public struct MockReservations: ReserveName, CancelReservation, FetchReservations {
    /// The input of a call of `reserve(_:for:key:)`.
    public struct Request: Hashable, Sendable {
        /// The name to reserve.
        public let name: InternetName
        /// The user to reserve it for.
        public let user: UserID
        /// The key of the request.
        public let key: IdempotencyKey
    }

    /// The input of a call of `cancel(_:of:)`.
    public struct Cancellation: Hashable, Sendable {
        /// The reservation to cancel.
        public let reservation: ReservationID
        /// The user who holds it.
        public let user: UserID
    }

    /// Stubs, holds and counts the calls of `reservations(of:)`.
    public let fetches: MockRead<UserID, [Reservation]>
    /// Stubs, holds and counts the calls of `reserve(_:for:key:)`.
    public let reserves: MockCalls<Request, Reservation, ReservationsError>
    /// Stubs, holds and counts the calls of `cancel(_:of:)`.
    public let cancels: MockCalls<Cancellation, Void, ReservationsError>

    /// Takes the reservations of each user; it knows no others. New reservations get the identifiers and confirmations
    /// that follow the sample's.
    ///
    /// - Parameter now: The clock for new reservations.
    public init(
        reservations: [UserID: [Reservation]],
        freshness: Freshness = .live,
        unreadable: [FieldPath] = [],
        now: @escaping @Sendable () -> Date
    ) {
        let book = Book(reservations)
        fetches = MockRead { user throws(ReadError) in
            guard let all = book.reservations(of: user) else { throw .unknownUser }
            return Snapshot(all, freshness: freshness, unreadable: unreadable).withoutRepetitions().map {
                $0.sorted(by: Reservation.newestFirst)
            }
        }
        reserves = MockCalls(cancelled: .cancelled) { request throws(ReservationsError) in
            try book.change(request.user) { all, made in
                made += 1
                let reservation = SampleReservations.reservation(number: made, of: request.name, at: now())
                all.append(reservation)
                return reservation
            }
        }
        cancels = MockCalls(cancelled: .cancelled) { cancellation throws(ReservationsError) in
            try book.change(cancellation.user) { all, _ in all.removeAll { $0.id == cancellation.reservation } }
        }
    }

    /// Makes a reservation, or does as `reserves` says.
    public func reserve(
        _ name: InternetName,
        for user: UserID,
        key: IdempotencyKey
    ) async throws(ReservationsError) -> Reservation {
        try await reserves(Request(name: name, user: user, key: key))
    }

    /// Cancels a reservation, or does as `cancels` says.
    public func cancel(_ reservation: ReservationID, of user: UserID) async throws(ReservationsError) {
        try await cancels(Cancellation(reservation: reservation, user: user))
    }

    /// Returns what was given and made, or does as `fetches` says.
    public func reservations(of user: UserID) async throws(ReadError) -> Snapshot<[Reservation]> {
        try await fetches.calls(user)
    }
}

/// What is reserved, and how many reservations were made.
private final class Book: Sendable {
    private let state: Mutex<(all: [UserID: [Reservation]], made: Int)>

    init(_ all: [UserID: [Reservation]]) {
        state = Mutex((all, 0))
    }

    func reservations(of user: UserID) -> [Reservation]? { state.withLock { $0.all[user] } }

    func change<Value: Sendable>(
        _ user: UserID,
        _ body: (inout [Reservation], inout Int) -> Value
    ) throws(ReservationsError) -> Value {
        try state.withLock { state throws(ReservationsError) in
            guard var reservations = state.all[user] else { throw .unknownUser }
            defer { state.all[user] = reservations }
            return body(&reservations, &state.made)
        }
    }
}
