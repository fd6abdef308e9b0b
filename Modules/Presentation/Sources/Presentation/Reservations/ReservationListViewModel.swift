public import Domain
public import Foundation
public import Observation

/// The list of a user's reservations, and what came of reserving and cancelling from here.
///
/// Its own data comes from its use case; what changes a reservation is another's business and asked for by link. The
/// answer comes back as an update, after which the list is loaded again.
@MainActor @Observable
public final class ReservationListViewModel {
    /// Whose reservations they are.
    public let user: UserID
    /// What came of the last request from here: the answer, or why there is none; `nil` before the first.
    public private(set) var lastUpdate: ScreenUpdate?

    private let fetchReservations: any FetchReservations
    private let flow: FlowController
    private let formats: Formats
    private let loading: Loading<[Reservation], ReservationsError>

    /// Makes a list that is empty until it is told to `load()`.
    ///
    /// - Parameter now: asked when a load begins; what it brought is from then if a later one fails.
    public init(
        user: UserID,
        fetchReservations: any FetchReservations,
        flow: FlowController,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.user = user
        self.fetchReservations = fetchReservations
        self.flow = flow
        self.formats = formats
        loading = Loading(now: now) { Problem($0, on: $1) }
    }

    /// The heading of the list.
    public var title: String { formats.wording(.reservationsTitle) }

    /// The last reservations that could be had, newest first; `nil` before the first. After a failed refresh they are as
    /// kept, no longer live.
    public var content: ListContent<ReservationRow>? {
        loading.snapshot.map { snapshot in
            ListContent(
                snapshot,
                formats: formats,
                wording: ListWording(empty: .reservationsEmpty, unreadable: .reservationsUnreadable),
                row: ReservationRow.init
            )
        }
    }

    /// Whether a load is under way.
    public var activity: Activity { loading.activity }

    /// Why the last load failed; `nil` once one has succeeded.
    public var problem: Problem? { loading.problem }

    /// Fetches the reservations, and returns when that has ended.
    ///
    /// A newer load supersedes an older one, which is cancelled and whose result never lands. Cancelling the calling
    /// task cancels the fetch; a cancelled load leaves content and problem as they were.
    public func load() async {
        await loading.load { [fetchReservations, user] () async throws(ReservationsError) in
            try await fetchReservations.reservations(of: user)
        }
    }

    /// Takes the updates for this screen, and loads again after each, until the calling task is cancelled.
    public func follow() async {
        for await update in flow.updates(for: .reservations) {
            lastUpdate = update
            await load()
        }
    }

    /// Asks for a name to be reserved.
    public func reserve(_ name: String) async {
        await flow.open(.reserve, ["name": name], for: .reservations)
    }

    /// Asks for a reservation to be cancelled.
    public func cancel(_ reservation: ReservationID) async {
        await flow.open(.cancelReservation, ["id": reservation.rawValue], for: .reservations)
    }
}
