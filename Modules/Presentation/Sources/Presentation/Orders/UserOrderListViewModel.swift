public import Domain
public import Foundation

/// The list of a user's orders.
public typealias UserOrderListViewModel = ListViewModel<UserOrder>

extension UserOrderListViewModel {
    /// Creates a list that is empty until its first `load()`.
    public convenience init(
        user: UserID,
        fetchOrders: any FetchUserOrder,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.init(.orders, of: user, read: fetchOrders.fetchOrders, formats: formats, now: now)
    }
}

extension Noun {
    /// A user's orders.
    public static let orders = Noun(plural: "orders", "order", title: "Orders", empty: "No orders yet.")
}
