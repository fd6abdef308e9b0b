import Domain
import Foundation
import LegacyData
import Presentation
import StoreClient
import Strangler

/// The orders and addresses of one implementation: what is handed over from the legacy service to the store's client.
struct AccountLists: Sendable {
    let orders: any FetchUserOrder
    let addresses: any FetchUserAddresses
}

@MainActor
extension Composition {
    func orderList(of user: UserID, _ formats: Formats) -> UserOrderListViewModel {
        UserOrderListViewModel(user: user, fetchOrders: users[user].lists.orders, formats: formats, now: { Date() })
    }

    func addressList(of user: UserID, _ formats: Formats) -> UserAddressListViewModel {
        let fetchAddresses = users[user].lists.addresses
        return UserAddressListViewModel(user: user, fetchAddresses: fetchAddresses, formats: formats, now: { Date() })
    }
}

extension AccountLists {
    /// Returns the use cases over the legacy service.
    ///
    /// - Parameters:
    ///   - folder: What the service has stored; `nil` if it stores nothing.
    ///   - deadline: The time limit of one call.
    static func legacy(_ access: LegacyAccountAccess, _ folder: LegacyFolder?, within deadline: Duration)
        -> AccountLists
    {
        let gateway = LegacyGateway(
            fetch: access.fetch,
            deadline: deadline,
            clock: ContinuousClock(),
            hasReadableCopies: { folder?.isReadable ?? true },
            now: { Date() }
        )
        return AccountLists(
            orders: LegacyFetchUserOrder(gateway: gateway),
            addresses: LegacyFetchUserAddresses(gateway: gateway)
        )
    }

    /// Returns the use cases that replace those of the legacy service.
    static func store(_ api: StoreAPI) -> AccountLists {
        AccountLists(orders: StoreFetchUserOrder(api), addresses: StoreFetchUserAddresses(api))
    }

    /// Returns the lists of one user, which is decided once for a composition.
    ///
    /// The legacy service signs in with one login only. For all other users, a hand-over would compare the store's client with
    /// itself. On plan `legacy` a hand-over would call the legacy service and do nothing else, so that it isn't there.
    ///
    /// - Parameter legacyUser: The user of the legacy service; `nil` if it is of no use.
    static func real(
        of user: UserID,
        _ legacyUser: UserID?,
        _ legacy: AccountLists,
        _ handover: Migration,
        _ store: AccountLists
    ) -> AccountLists {
        guard user == legacyUser else { return store }
        return AccountLists(
            orders: handover.orders.plan == .legacy ? legacy.orders : handover.orders,
            addresses: handover.addresses.plan == .legacy ? legacy.addresses : handover.addresses
        )
    }
}
