/// Fetches a user's reservations.
public protocol FetchReservations: Sendable {
    /// Returns all reservations of `user` that are not cancelled, newest first by `Reservation.newestFirst`, without
    /// duplicates. A record that can't be read, or that repeats an identifier, is left out and listed in `Snapshot.unreadable`.
    ///
    /// If the calling task is cancelled, the call soon throws `.cancelled` and has no visible effect.
    func reservations(of user: UserID) async throws(ReadError) -> Snapshot<[Reservation]>
}
