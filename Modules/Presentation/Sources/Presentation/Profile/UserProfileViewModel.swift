public import Domain
public import Foundation
public import Observation

/// A user's profile: a heading, the orders and the addresses.
///
/// The two lists succeed and fail each on its own.
@MainActor @Observable
public final class UserProfileViewModel {
    /// Whose profile it is.
    public let user: UserID
    /// The list of orders.
    public let orders: UserOrderListViewModel
    /// The list of addresses.
    public let addresses: UserAddressListViewModel

    private let formats: Formats

    /// Makes a profile whose lists are empty until it is told to `load()`.
    ///
    /// - Parameter now: asked when a load begins; what it brought is from then if a later one fails.
    public init(
        user: UserID,
        fetchOrders: any FetchUserOrder,
        fetchAddresses: any FetchUserAddresses,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.user = user
        self.formats = formats
        orders = UserOrderListViewModel(user: user, fetchOrders: fetchOrders, formats: formats, now: now)
        addresses = UserAddressListViewModel(user: user, fetchAddresses: fetchAddresses, formats: formats, now: now)
    }

    /// The heading, with the user's identifier.
    public var title: String { formats.wording(.profileTitle, .text(user.rawValue)) }

    /// Whether a load of either list is under way.
    public var activity: Activity {
        orders.activity == .idle && addresses.activity == .idle ? .idle : .loading
    }

    /// Loads both lists at the same time, and returns when both have ended. Supersedes and is cancelled as the lists'
    /// own loads.
    public func load() async {
        async let orders: Void = orders.load()
        async let addresses: Void = addresses.load()
        _ = await (orders, addresses)
    }
}
