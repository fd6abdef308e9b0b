/// Releases a reserved name.
public protocol CancelReservation: Sendable {
    /// Cancels `reservation` of `user`. Cancelling a reservation that is already cancelled is not an error, so the call may be
    /// repeated.
    ///
    /// After `.unavailable`, `.busy`, `.malformed` and `.cancelled` the reservation may have been cancelled.
    func cancel(_ reservation: ReservationID, of user: UserID) async throws(ReservationsError)
}
