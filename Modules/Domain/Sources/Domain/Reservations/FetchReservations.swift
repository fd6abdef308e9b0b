/// Fetches what is reserved.
public protocol FetchReservations: Sendable {
    /// Answers every reservation of `user` that is not cancelled, newest first by `Reservation.newestFirst`, each
    /// identifier once. A record that can't be read is left out and told in `Snapshot.unreadable`.
    ///
    /// If the calling task is cancelled, the call throws `.cancelled` soon and changes nothing a caller can see.
    func reservations(of user: UserID) async throws(ReadError) -> Snapshot<[Reservation]>
}
