/// Generated orders, the same for one seed on every run and platform.
extension Store {
    /// Returns orders of the demo user. The newest look like a real customer's; older ones are generated.
    static func demoOrders(_ newest: [StoreOrder], count: Int, _ generator: inout SplitMix64) -> [StoreOrder] {
        newest.prefix(count) + generated(count: count - newest.count, &generator)
    }

    /// Returns the orders of a customer: up to four, one in twenty of them a refund.
    static func customerOrders(_ number: Int, seed: UInt64) -> [StoreOrder] {
        var generator = SplitMix64(seed: seed &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03)
        return generator.shuffled(generated(count: generator.below(5), &generator))
    }

    /// Returns orders that precede those above, at most a few hours apart.
    private static func generated(count: Int, _ generator: inout SplitMix64) -> [StoreOrder] {
        let words = ["loom", "card", "wheel", "cipher", "ledger", "atlas", "meadow", "harbour", "copper", "linen"]
        let ends = ["example", "test", "example.com", "example.net", "example.org"]
        var created = Timestamp.milliseconds(2024, 2, 1, 12, 0, 0)
        var orders: [StoreOrder] = []
        orders.reserveCapacity(max(0, count))
        for index in 0..<max(0, count) {
            created -= 1000 * (1 + generator.below(7200))
            let dice = generator.below(20)
            let state: StoreOrder.State =
                switch dice {
                case 0: .refunded
                case 1: .cancelled
                case 2: .paid
                default: .completed
                }
            let lines = (0...generator.below(3)).map { _ in
                let name = words[generator.below(words.count)] + "-\(generator.below(10_000))."
                let years = 1 + generator.below(5)
                let price = years * (899 + 50 * generator.below(20))
                return StoreOrder.Line(
                    name: name + ends[generator.below(ends.count)],
                    kind: StoreOrder.Line.Kind.allCases[generator.below(StoreOrder.Line.Kind.allCases.count)],
                    years: years,
                    price: state == .refunded ? -price : price
                )
            }
            let number = "S-\(899_999 - index)"
            orders.append(StoreOrder(number: number, created: created, state: state, currency: .eur, lines: lines))
        }
        return orders
    }
}
