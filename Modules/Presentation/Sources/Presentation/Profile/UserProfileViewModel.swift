public import Domain
public import Foundation
public import Observation

/// A user's profile: what the store knows about the user, the orders and the addresses.
///
/// Each of the three succeeds or fails independently.
@MainActor @Observable
public final class UserProfileViewModel {
    /// The user.
    public let user: UserID
    /// Name, telephone number and bonus points.
    public let person: ProfileViewModel
    /// The list of orders.
    public let orders: UserOrderListViewModel
    /// The list of addresses.
    public let addresses: UserAddressListViewModel

    private let formats: Formats

    /// Creates a profile whose parts are empty until its first `load()`.
    public init(
        user: UserID,
        fetchProfile: any FetchProfile,
        fetchOrders: any FetchUserOrder,
        fetchAddresses: any FetchUserAddresses,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.user = user
        self.formats = formats
        person = ProfileViewModel(user: user, fetchProfile: fetchProfile, formats: formats, now: now)
        orders = UserOrderListViewModel(user: user, fetchOrders: fetchOrders, formats: formats, now: now)
        addresses = UserAddressListViewModel(user: user, fetchAddresses: fetchAddresses, formats: formats, now: now)
    }

    /// The heading, with the user's identifier.
    public var title: String { formats.wording(.accountTitle, .text(user.rawValue)) }

    /// Whether any part is loading.
    public var activity: Activity {
        [person.activity, orders.activity, addresses.activity].contains(.loading) ? .loading : .idle
    }

    /// Loads all parts at the same time, and returns when all have ended. Superseding and cancellation work as for the loads of
    /// the parts.
    public func load() async {
        async let person: Void = person.load()
        async let orders: Void = orders.load()
        async let addresses: Void = addresses.load()
        _ = await (person, orders, addresses)
    }
}
