import Domain
import Storefront

let page = OrderPage(
    user: UserID("ada"),
    fetchOrders: LedgerOrders { _ in Snapshot([], freshness: .live) }
)
print("Ada has \(await page.lines().count) orders")
