struct Order {
    static let example = Order(id: 1, lines: [])
    static var samples: [Order] { [.example] }
    var id: Int
    var lines: [String]
}

final class OrderModel {
    let orders: [Order]
    init(orders: [Order]) { self.orders = orders }
    static var preview: OrderModel { OrderModel(orders: Order.samples) }
    func refresh() {}
}

func demo() {
    print(Order.example.id)
    OrderModel.preview.refresh()
}
