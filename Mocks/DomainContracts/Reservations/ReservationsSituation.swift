public import Domain

/// What implementations of `ReserveName`, `CancelReservation` and `FetchReservations` over one store are put into.
///
/// Where a situation carries reservations, they are what the store holds for `ReservationExample.user`, in no order.
public enum ReservationsSituation: Sendable {
    /// The store answers from these.
    case stored([Reservation])
    /// As `stored`, and each of the store's answers is held up by the gate: the source calls `Gate.pass()`, or
    /// `Gate.passIgnoringCancellation()` if it knows no cancellation, before it answers.
    case heldUp(Gate, [Reservation])
    /// As `stored`, and there is one more that can't be read.
    case unreadable([Reservation])
    /// The store's answers are damaged as a whole, best cut off in their middle.
    case malformed([Reservation])
    /// The store knows nobody of this identifier.
    case unknownUser
    /// The store asks to sign in.
    case unauthorised
    /// The store can't be reached, or does not answer in time.
    case unavailable
}

/// A call of one of the three use cases, for `ReservationExample.user`.
public enum ReservationCall: Hashable, Sendable {
    /// Of `ReserveName`.
    case reserve(InternetName, key: IdempotencyKey)
    /// Of `CancelReservation`.
    case cancel(ReservationID)
    /// Of `FetchReservations`.
    case fetch
}

/// What a call answers.
public enum ReservationReply: Hashable, Sendable {
    /// To `reserve`.
    case made(Reservation)
    /// To `cancel`.
    case cancelled
    /// To `fetch`.
    case all(Snapshot<[Reservation]>)
}
