import Domain
import DomainContracts
import Foundation
import Storefront
import Testing

@Suite("Another team's storefront")
struct StorefrontTests {
    @Test("Its source of orders does what every one must do", arguments: FetchUserOrderContract.rows)
    func contract(_ row: FetchUserOrderContract.Row) async throws {
        try await FetchUserOrderContract(ledger).check(row)
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
    @Test("Its page says in words why there is nothing to show")
    func problem() async {
        let page = OrderPage(
            user: UserID("ada"),
            fetchOrders: LedgerOrders { _ throws(UserOrdersError) in throw .unavailable }
        )
        #expect(await page.lines().count == 1)
    }
}

/// A ledger in a situation of the contract.
private func ledger(in situation: UserListSituation<UserOrder>) -> LedgerOrders {
    switch situation {
    case .stored(let entries), .repeated(let entries):
        LedgerOrders { user throws(UserOrdersError) in try page(of: user, in: entries) }
    case .heldUp(let gate, let entries):
        LedgerOrders { user throws(UserOrdersError) in
            do { try await gate.pass() } catch { throw .cancelled }
            return try page(of: user, in: entries)
        }
    case .unreadable(let entries):
        LedgerOrders { user throws(UserOrdersError) in
            let gap = FieldPath([.field("entries"), .index(1)])
            return Snapshot(try page(of: user, in: entries).value, freshness: .live, unreadable: [gap])
        }
    case .kept(let entries, let asOf):
        LedgerOrders { user throws(UserOrdersError) in
            Snapshot(try page(of: user, in: entries).value, freshness: .kept(asOf: asOf))
        }
    case .unknownUser: failing(.unknownUser)
    case .malformed: failing(.malformed)
    case .unauthorised: failing(.unauthorised)
    case .unavailable: failing(.unavailable)
    }
}

private func failing(_ failure: UserOrdersError) -> LedgerOrders {
    LedgerOrders { _ throws(UserOrdersError) in throw failure }
}

private func page(
    of user: UserID,
    in entries: [UserID: [UserOrder]]
) throws(UserOrdersError) -> Snapshot<[UserOrder]> {
    guard let orders = entries[user] else { throw .unknownUser }
    return Snapshot(orders, freshness: .live)
}
