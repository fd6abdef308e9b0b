import Domain
import DomainMocks

extension AccountLists {
    /// Returns the orders and addresses of the sample users.
    static func mock(_ freshness: Freshness) -> AccountLists {
        AccountLists(
            orders: MockFetchUserOrder(orders: SampleAccount.orders, freshness: freshness),
            addresses: MockFetchUserAddresses(addresses: SampleAccount.addresses, freshness: freshness)
        )
    }
}
