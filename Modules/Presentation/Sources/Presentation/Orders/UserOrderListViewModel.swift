public import Domain
public import Foundation
public import Observation

/// The list of a user's orders.
///
/// What was on screen stays there while a load is under way and after one that failed.
@MainActor @Observable
public final class UserOrderListViewModel {
    /// Whose orders they are.
    public let user: UserID

    private let fetchOrders: any FetchUserOrder
    private let formats: Formats
    private let loading: Loading<[UserOrder], UserOrdersError>

    /// Makes a list that is empty until it is told to `load()`.
    ///
    /// - Parameter now: asked when a load begins; what it brought is from then if a later one fails.
    public init(
        user: UserID,
        fetchOrders: any FetchUserOrder,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.user = user
        self.fetchOrders = fetchOrders
        self.formats = formats
        loading = Loading(now: now) { Problem($0, on: $1) }
    }

    /// The heading of the list.
    public var title: String { formats.wording(.ordersTitle) }

    /// The last orders that could be had, newest first; `nil` before the first. After a failed refresh they are as
    /// kept, no longer live.
    public var content: ListContent<UserOrderRow>? {
        loading.snapshot.map { snapshot in
            ListContent(
                snapshot,
                formats: formats,
                wording: ListWording(empty: .ordersEmpty, unreadable: .ordersUnreadable),
                row: UserOrderRow.init
            )
        }
    }

    /// Whether a load is under way.
    public var activity: Activity { loading.activity }

    /// Why the last load failed; `nil` once one has succeeded.
    public var problem: Problem? { loading.problem }

    /// Fetches the orders, and returns when that has ended.
    ///
    /// A newer load supersedes an older one, which is cancelled and whose result never lands. Cancelling the calling
    /// task cancels the fetch; a cancelled load leaves content and problem as they were.
    public func load() async {
        await loading.load { [fetchOrders, user] () async throws(UserOrdersError) in
            try await fetchOrders.fetchOrders(for: user)
        }
    }
}
