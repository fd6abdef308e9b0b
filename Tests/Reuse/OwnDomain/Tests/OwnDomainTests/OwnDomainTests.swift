import Domain
import DomainMocks
import Foundation
import Presentation
import SeamDomain
import Testing

@Suite("A team with a module called Domain")
struct OwnDomainTests {
    @MainActor
    @Test("Its own orders and ours stand side by side")
    func sideBySide() async throws {
        let own = Domain.UserOrder(reference: "R-1")
        let viewModel = UserOrderListViewModel(
            user: UserID("ada"),
            fetchOrders: Translated(own: [own]),
            formats: Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: .english),
            now: { Date(timeIntervalSince1970: 0) }
        )
        await viewModel.load()
        #expect(viewModel.content?.rows.map(\.number) == ["R-1"])
    }

    @Test("Our mocks return our orders")
    func mocks() async throws {
        let mock = MockFetchUserOrder(orders: [UserID("ada"): []])
        #expect(try await mock.fetchOrders(for: UserID("ada")).value.isEmpty)
    }
}

/// The team's orders, converted to ours.
private struct Translated: FetchUserOrder {
    let own: [Domain.UserOrder]

    func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[SeamDomain.UserOrder]> {
        var orders: [SeamDomain.UserOrder] = []
        for order in own {
            guard let currency = Currency(code: "GBP"), let total = Money(text: "1.00", currency: currency) else {
                throw .malformed
            }
            orders.append(
                SeamDomain.UserOrder(
                    number: OrderNumber(order.reference),
                    placedAt: Date(timeIntervalSince1970: 0),
                    status: .completed,
                    lines: [],
                    total: total
                )
            )
        }
        return Snapshot(orders, freshness: .live)
    }
}
