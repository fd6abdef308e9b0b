import Domain
import Foundation
import Presentation

/// The orders and addresses of one implementation: what is handed over from the legacy service to the store's client.
///
/// `AccountLists+Real.swift` and `AccountLists+Mock.swift` create them.
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
