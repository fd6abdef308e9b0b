public import Domain
public import Foundation
import Synchronization

/// A store of reservations in memory behind all three use cases, with hooks.
///
/// Unless told otherwise by `calls`, it does all that the use cases promise: a request is carried out once however often
/// it is repeated, a name is held once, what is cancelled stays so; newest first, each identifier once; cancellable.
public struct MockReservations: ReserveName, CancelReservation, FetchReservations {
    /// What came in.
    public enum Request: Hashable, Sendable {
        /// A name is to be reserved.
        case reserve(InternetName, UserID, IdempotencyKey)
        /// A reservation is to be cancelled.
        case cancel(ReservationID, UserID)
        /// The reservations are asked for.
        case fetch(UserID)
    }

    /// What is answered, by request; `cancel` has nothing to say.
    public enum Reply: Hashable, Sendable {
        /// To `reserve`.
        case made(Reservation)
        /// To `cancel`.
        case cancelled
        /// To `fetch`.
        case all(Snapshot<[Reservation]>)
    }

    /// Stubs, holds and counts the calls of all three use cases together. A call gets its answer when it arrives. A stub
    /// that is no answer to the request fails as malformed.
    public let calls: MockCalls<Request, Reply, ReservationsError>

    /// Takes what is reserved, by user; others are unknown. What is made gets the identifiers and confirmations that
    /// follow the sample's.
    ///
    /// - Parameter now: When a reservation is made.
    public init(
        reservations: [UserID: [Reservation]],
        freshness: Freshness = .live,
        unreadable: [FieldPath] = [],
        now: @escaping @Sendable () -> Date
    ) {
        let book = Mutex(Book(reservations: reservations))
        calls = MockCalls(cancelled: .cancelled) { request throws(ReservationsError) in
            switch request {
            case .reserve(let name, let user, let key):
                return .made(
                    try book.withLock { book throws(ReservationsError) in
                        try book.reserve(name, for: user, key: key, at: now())
                    }
                )
            case .cancel(let reservation, let user):
                try book.withLock { book throws(ReservationsError) in try book.cancel(reservation, of: user) }
                return .cancelled
            case .fetch(let user):
                guard let all = book.withLock({ $0.reservations[user] }) else { throw .unknownUser }
                let (kept, repeated) = eachOnce(all, by: \.id, list: "reservations", field: "id")
                return .all(
                    Snapshot(
                        kept.sorted(by: Reservation.newestFirst),
                        freshness: freshness,
                        unreadable: unreadable + repeated
                    )
                )
            }
        }
    }

    /// Answers from what was given and made, or as `calls` was told.
    public func reserve(
        _ name: InternetName,
        for user: UserID,
        key: IdempotencyKey
    ) async throws(ReservationsError) -> Reservation {
        guard case .made(let reservation) = try await calls(.reserve(name, user, key)) else { throw .malformed }
        return reservation
    }

    /// Cancels, or does as `calls` was told.
    public func cancel(_ reservation: ReservationID, of user: UserID) async throws(ReservationsError) {
        guard case .cancelled = try await calls(.cancel(reservation, user)) else { throw .malformed }
    }

    /// Answers from what was given and made, or as `calls` was told.
    public func reservations(of user: UserID) async throws(ReservationsError) -> Snapshot<[Reservation]> {
        guard case .all(let all) = try await calls(.fetch(user)) else { throw .malformed }
        return all
    }
}

/// What is reserved.
private struct Book {
    var reservations: [UserID: [Reservation]]
    private var requests: [IdempotencyKey: (name: InternetName, user: UserID, reservation: Reservation)] = [:]
    private var cancelled: Set<ReservationID> = []
    private var made = 0

    init(reservations: [UserID: [Reservation]]) {
        self.reservations = reservations
    }

    mutating func reserve(
        _ name: InternetName,
        for user: UserID,
        key: IdempotencyKey,
        at date: Date
    ) throws(ReservationsError) -> Reservation {
        guard let others = reservations[user] else { throw .unknownUser }
        if let request = requests[key] {
            guard request.name == name, request.user == user else { throw .refused }
            return request.reservation
        }
        guard !name.text.isEmpty else { throw .refused }
        guard !reservations.values.joined().contains(where: { $0.name == name }) else { throw .taken }
        let reservation = Reservation(
            id: ReservationID(String(SampleReservations.lastID + 1 + made)),
            name: name,
            confirmation: ConfirmationNumber(String(SampleReservations.lastConfirmation + 1 + made)),
            madeAt: date
        )
        made += 1
        requests[key] = (name, user, reservation)
        reservations[user] = others + [reservation]
        return reservation
    }

    mutating func cancel(_ reservation: ReservationID, of user: UserID) throws(ReservationsError) {
        guard let others = reservations[user] else { throw .unknownUser }
        if others.contains(where: { $0.id == reservation }) {
            reservations[user] = others.filter { $0.id != reservation }
            cancelled.insert(reservation)
        } else if !cancelled.contains(reservation) {
            throw .unknownReservation
        }
    }
}
