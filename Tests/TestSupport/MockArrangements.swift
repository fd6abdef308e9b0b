package import Domain
package import DomainContracts
package import DomainMocks

/// Returns the mock of orders in a situation of its contract.
package func mockedOrders(in situation: ReadSituation<UserID, [UserOrder]>) -> MockFetchUserOrder {
    situation.mock(MockFetchUserOrder.init(orders:freshness:unreadable:))
}

/// Returns the mock of addresses in a situation of its contract.
package func mockedAddresses(in situation: ReadSituation<UserID, [UserAddress]>) -> MockFetchUserAddresses {
    situation.mock(MockFetchUserAddresses.init(addresses:freshness:unreadable:))
}
