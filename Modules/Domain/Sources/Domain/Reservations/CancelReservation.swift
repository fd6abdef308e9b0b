/// Gives a reserved name free.
public protocol CancelReservation: Sendable {
    /// Cancels `reservation` of `user`. One that is cancelled already stays so, which is no error: the call may be
    /// repeated.
    ///
    /// After `.unavailable`, `.malformed` and `.cancelled` it may have been cancelled.
    func cancel(_ reservation: ReservationID, of user: UserID) async throws(ReservationsError)
}
