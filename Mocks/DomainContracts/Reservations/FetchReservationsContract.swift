public import Domain

/// What every `FetchReservations` must do.
public typealias FetchReservationsContract = ReadContract<UserID, [Reservation]>

extension FetchReservationsContract {
    /// All rows of the contract.
    public static var rows: [Row] { listRows(ReservationExample.all) }
}
