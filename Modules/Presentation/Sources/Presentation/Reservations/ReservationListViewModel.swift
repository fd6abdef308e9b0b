public import Domain
public import Foundation

/// The list of a user's reservations. The commands of `Feature.Command.reservations` change it.
public typealias ReservationListViewModel = ListViewModel<Reservation>

extension ReservationListViewModel {
    /// Creates a list that is empty until its first `load()`.
    public convenience init(
        user: UserID,
        fetchReservations: any FetchReservations,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.init(.reservations, of: user, read: fetchReservations.reservations, formats: formats, now: now)
    }
}

/// The use cases about reservations.
public struct ReservationUseCases: Sendable {
    let reserve: any ReserveName
    let cancel: any CancelReservation
    let fetch: any FetchReservations
    let makeKey: @Sendable () -> IdempotencyKey

    /// - Parameters:
    ///   - reserve: Reserves a name.
    ///   - cancel: Releases a reserved name.
    ///   - fetch: Fetches the list, to find what a person means.
    ///   - makeKey: Returns a new key for each request that has none.
    public init(
        reserve: any ReserveName,
        cancel: any CancelReservation,
        fetch: any FetchReservations,
        makeKey: @escaping @Sendable () -> IdempotencyKey
    ) {
        self.reserve = reserve
        self.cancel = cancel
        self.fetch = fetch
        self.makeKey = makeKey
    }
}
