public import Domain
public import Foundation
public import Observation

/// The list of a user's orders.
public typealias UserOrderListViewModel = UserListViewModel<UserOrder, UserOrderRow, UserOrdersError>

/// The list of a user's addresses.
public typealias UserAddressListViewModel = UserListViewModel<UserAddress, UserAddressRow, UserAddressesError>

/// A list of something that a user has.
///
/// What was on screen stays there while a load is under way and after one that failed.
@MainActor @Observable
public final class UserListViewModel<Entity: Sendable, Row, Failure: Error> {
    /// Whose list it is.
    public let user: UserID

    private let heading: Message
    private let wording: ListWording
    private let formats: Formats
    private let row: @Sendable (Entity, Formats) -> Row
    private let fetch: @Sendable (UserID) async throws(Failure) -> Snapshot<[Entity]>
    private let loading: Loading<[Entity], Failure>

    init(
        user: UserID,
        heading: Message,
        wording: ListWording,
        formats: Formats,
        now: @escaping @Sendable () -> Date,
        row: @escaping @Sendable (Entity, Formats) -> Row,
        describe: @escaping (Failure, Problem.Screen) -> Problem?,
        fetch: @escaping @Sendable (UserID) async throws(Failure) -> Snapshot<[Entity]>
    ) {
        self.user = user
        self.heading = heading
        self.wording = wording
        self.formats = formats
        self.row = row
        self.fetch = fetch
        loading = Loading(now: now, describe: describe)
    }

    /// The heading of the list.
    public var title: String { formats.wording(heading) }

    /// The last answer that could be had, in the order of its use case; `nil` before the first. After a failed refresh it is
    /// as kept, no longer live.
    public var content: ListContent<Row>? {
        loading.snapshot.map { ListContent($0, formats: formats, wording: wording, row: row) }
    }

    /// Whether a load is under way.
    public var activity: Activity { loading.activity }

    /// Why the last load failed; `nil` once one has succeeded.
    public var problem: Problem? { loading.problem }

    /// Fetches the list, and returns when that has ended.
    ///
    /// A newer load supersedes an older one, which is cancelled and whose result never lands. Cancelling the calling
    /// task cancels the fetch; a cancelled load leaves content and problem as they were.
    public func load() async {
        await loading.load { [fetch, user] () async throws(Failure) in try await fetch(user) }
    }
}

extension UserOrderListViewModel {
    /// Makes a list that is empty until it is told to `load()`.
    ///
    /// - Parameter now: asked when a load begins; what it brought is from then if a later one fails.
    public convenience init(
        user: UserID,
        fetchOrders: any FetchUserOrder,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.init(
            user: user,
            heading: .ordersTitle,
            wording: ListWording(empty: .ordersEmpty, unreadable: .ordersUnreadable),
            formats: formats,
            now: now,
            row: UserOrderRow.init,
            describe: { Problem($0, reading: .orders, on: $1) },
            fetch: { user throws(UserOrdersError) in try await fetchOrders.fetchOrders(for: user) }
        )
    }
}

extension UserAddressListViewModel {
    /// Makes a list that is empty until it is told to `load()`.
    ///
    /// - Parameter now: asked when a load begins; what it brought is from then if a later one fails.
    public convenience init(
        user: UserID,
        fetchAddresses: any FetchUserAddresses,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.init(
            user: user,
            heading: .addressesTitle,
            wording: ListWording(empty: .addressesEmpty, unreadable: .addressesUnreadable),
            formats: formats,
            now: now,
            row: UserAddressRow.init,
            describe: { Problem($0, reading: .addresses, on: $1) },
            fetch: { user throws(UserAddressesError) in try await fetchAddresses.fetchAddresses(for: user) }
        )
    }
}
