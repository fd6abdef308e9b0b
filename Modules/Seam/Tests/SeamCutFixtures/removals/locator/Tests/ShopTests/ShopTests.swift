import Testing

@testable import Shop

@MainActor
struct ShopTests {
    @Test("A cancelled order is gone")
    func cancel() {
        let stores = Stores()
        OrderModel(order: "A1", stores: stores).cancel()
        #expect(stores.orders == ["A2"])
    }
}
