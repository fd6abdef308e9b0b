public import Domain
public import Foundation
public import Observation

/// The list of a user's reservations, and the outcome of changes made on this screen.
@MainActor @Observable
public final class ReservationListViewModel: ScreenModel {
    /// The outcome of the last change on this screen, in words; `nil` before the first, and after one that failed.
    public private(set) var changeNote: String?

    private let user: UserID
    private let use: ReservationUseCases
    private let formats: Formats
    private let list: ListViewModel<Reservation>
    private let change = Latest()
    /// Why the last change was not made.
    private var failure: Problem?

    /// Creates a list that is empty until its first `load()`.
    public init(
        user: UserID,
        use: ReservationUseCases,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.user = user
        self.use = use
        self.formats = formats
        list = ListViewModel(.reservations, of: user, read: use.fetch.reservations, formats: formats, now: now)
    }

    /// The heading of the list.
    public var title: String { list.title }

    /// The reservations of the last successful load, newest first; `nil` before the first load.
    public var content: ListContent<Reservation>? { list.content }

    /// Whether a load or a change is running.
    public var activity: Activity { list.activity == .idle ? change.activity : .loading }

    /// Why the last change was not made, or the last load failed; `nil` after one that succeeded.
    public var problem: Problem? { failure ?? list.problem }

    /// Fetches the reservations, as `ReadViewModel.load()` does.
    public func load() async {
        failure = nil
        await list.load()
    }

    /// Reserves a name, and returns when that has ended and the list is loaded again.
    public func reserve(_ name: InternetName) async {
        let key = use.makeKey()
        await make { [use, user, formats] () async throws(ReservationsError) in
            formats.note(on: try await use.reserve.reserve(name, for: user, key: key))
        }
    }

    /// Cancels a reservation, and returns when that has ended and the list is loaded again.
    public func cancel(_ reservation: ReservationID) async {
        await make { [use, user, formats] () async throws(ReservationsError) in
            try await use.cancel.cancel(reservation, of: user)
            return formats.noteOnCancelling(reservation)
        }
    }

    private func make(_ change: @escaping @Sendable () async throws(ReservationsError) -> String) async {
        failure = nil
        changeNote = nil
        await self.change.run(change) { result in
            switch result {
            case .success(let note): self.changeNote = note
            case .failure(let error): self.failure = Problem(error)
            }
        }
        if failure == nil, changeNote != nil { await list.load() }
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
    ///   - fetch: Fetches the list after a change.
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

extension Formats {
    /// Returns the text about a reservation that was made.
    func note(on reservation: Reservation) -> String {
        wording(.reservationMade, .text(reservation.confirmation.rawValue))
    }

    /// Returns the text about a reservation that was cancelled.
    func noteOnCancelling(_ reservation: ReservationID) -> String {
        wording(.reservationCancelled, .text(reservation.rawValue))
    }
}
