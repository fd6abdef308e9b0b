import Domain
import Foundation
import LegacyData
import StoreClient
import Strangler

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
