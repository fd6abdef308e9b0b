/// Reserves a name.
public protocol ReserveName: Sendable {
    /// Holds `name` for `user`, and answers the reservation.
    ///
    /// A reservation is made once however often the request is repeated: a call with the key of an earlier one about the
    /// same name answers that one's reservation. After `.unavailable`, `.malformed` and `.cancelled` it may have been made;
    /// to repeat the call with the same key is safe.
    func reserve(
        _ name: InternetName,
        for user: UserID,
        key: IdempotencyKey
    ) async throws(ReservationsError) -> Reservation
}

/// Why a reservation can't be made or cancelled.
public enum ReservationsError: Error, Hashable, Sendable, CaseIterable {
    /// Nobody has this identifier.
    case unknownUser
    /// The store asks to sign in (again).
    case unauthorised
    /// The name is held already, for this person or another.
    case taken
    /// The store does not hold such a name, or the key stands for another request.
    case refused
    /// The person has no reservation of this identifier, and had none.
    case unknownReservation
    /// The store could not be reached, or could not answer in time.
    case unavailable
    /// The store's answer can't be read: cut off, not in the agreed format, or without a mandatory field.
    case malformed
    /// The calling task was cancelled. Nothing is wrong: it is never shown, recorded or a reason to fall back.
    case cancelled
}

extension ReservationsError {
    /// The same failure of a call that had to read reservations first.
    public init(_ error: ReadError) {
        self =
            switch error {
            case .unknownUser: .unknownUser
            case .unauthorised: .unauthorised
            case .unavailable, .busy: .unavailable
            case .malformed: .malformed
            case .cancelled: .cancelled
            }
    }
}
