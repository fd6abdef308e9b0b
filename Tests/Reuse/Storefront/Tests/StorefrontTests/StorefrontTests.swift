import Domain
import DomainContracts
import DomainMocks
import Foundation
import Storefront
import Testing

@Suite("Another team's storefront")
struct StorefrontTests {
    @Test("Its source of orders does what every one must do", arguments: FetchUserOrderContract.rows)
    func contract(_ row: FetchUserOrderContract.Row) async throws {
        let contract = FetchUserOrderContract { situation in
            LedgerOrders { user throws(ReadError) in try await situation.answer(user) }.fetchOrders
        }
        try await contract.check(row)
    }

    @MainActor
    @Test("Its page shows what its source of orders has")
    func page() async throws {
        let pound = try #require(Currency(code: "GBP"))
        let order = UserOrder(
            number: OrderNumber("L-1"),
            placedAt: Date(timeIntervalSince1970: 1_790_000_000),
            status: .paid,
            lines: [],
            total: try #require(Money(text: "12.50", currency: pound))
        )
        let page = OrderPage(
            user: UserID("ada"),
            fetchOrders: LedgerOrders { _ in Snapshot([order], freshness: .live) }
        )
        #expect(await page.lines() == ["L-1 Paid £12.50"])
    }

    @MainActor
    @Test("Its page shows what a mock prescribes")
    func mock() async {
        let page = OrderPage(user: UserID("ada"), fetchOrders: MockFetchUserOrder(orders: [UserID("ada"): []]))
        #expect(await page.lines() == [])
    }

    @MainActor
    @Test("Its page says in words why there is nothing to show")
    func problem() async {
        let page = OrderPage(
            user: UserID("ada"),
            fetchOrders: LedgerOrders { _ throws(ReadError) in throw .unavailable }
        )
        #expect(await page.lines().count == 1)
    }
}
