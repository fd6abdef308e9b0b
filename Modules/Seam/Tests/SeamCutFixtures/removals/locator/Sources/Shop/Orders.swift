@MainActor
final class OrderListModel {
    private let stores: Stores
    private let analytics: any Analytics

    init(stores: Stores = ServiceLocator.stores, analytics: any Analytics = ServiceLocator.analytics) {
        self.stores = stores
        self.analytics = analytics
    }

    func lines() -> [String] {
        analytics.track("list")
        return stores.orders
    }

    func detail(_ order: String) -> OrderModel { OrderModel(order: order) }
}

@MainActor
final class OrderModel {
    private let order: String
    private let stores: Stores
    private var onCancel: (() -> Void)?

    init(order: String, stores: Stores = ServiceLocator.stores) {
        self.order = order
        self.stores = stores
        onCancel = { [weak self] in
            guard let self else { return }
            ServiceLocator.analytics.track("cancel \(self.order)")
        }
    }

    func cancel() {
        stores.cancel(order)
        onCancel?()
    }
}
