final class HistoryScreen {
    func appear() -> [String] {
        Services.analytics.log("history")
        Services.analytics.enabled = false
        print(Services.version, Services.describe())
        return Services.orders.all()
    }
}

struct MockOrders: Orders { func all() -> [String] { ["mock"] } }

func useMocks() {
    Services.orders = MockOrders()
}
