/// Reserves a name.
///
/// Reasons: docs/adr/changes-with-keys.md.
public protocol ReserveName: Sendable {
    /// Reserves `name` for `user`, and returns the reservation.
    ///
    /// A repeated request doesn't make a second reservation: a call with the key of an earlier call about the same name returns
    /// the reservation that the earlier call made. After `.unavailable`, `.busy`, `.malformed` and `.cancelled` the reservation
    /// may have been made. It is safe to repeat the call with the same key.
    func reserve(
        _ name: InternetName,
        for user: UserID,
        key: IdempotencyKey
    ) async throws(ReservationsError) -> Reservation
}

/// Why a reservation can't be made or cancelled.
public enum ReservationsError: Error, Hashable, Sendable, CaseIterable {
    /// No user has this identifier.
    case unknownUser
    /// The store asks the person to sign in (again).
    case unauthorised
    /// The name is already reserved, by this user or another.
    case taken
    /// The store does not reserve such a name, or the key was used for a different request.
    case refused
    /// The user has no reservation with this identifier, and never had one.
    case unknownReservation
    /// The store asks to wait. An earlier request for the same call may have been carried out.
    case busy
    /// The store could not be reached, or did not respond in time.
    case unavailable
    /// The store's response can't be read: cut off, not in the agreed format, or lacking a mandatory field.
    case malformed
    /// The sign-in stored on this device can't be read or written, so the store was not asked.
    case notStored
    /// The calling task was cancelled. This is not a failure: it is never shown or recorded, and it never causes a fallback.
    case cancelled
}

extension ReservationsError {
    /// Creates the equivalent error for a call that had to read reservations first.
    public init(_ error: ReadError) {
        self =
            switch error {
            case .unknownUser: .unknownUser
            case .unauthorised: .unauthorised
            case .unavailable: .unavailable
            case .busy: .busy
            case .malformed: .malformed
            case .notStored: .notStored
            case .cancelled: .cancelled
            }
    }
}
