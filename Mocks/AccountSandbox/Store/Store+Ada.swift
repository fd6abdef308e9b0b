extension Store {
    private typealias Row = (
        number: Int, created: Int, state: StoreOrder.State, lines: [StoreOrder.Line]
    )

    /// The newest are written by hand, so that a dozen of them look like a customer's; older ones are generated.
    static func adaOrders(count: Int, _ generator: inout SplitMix64) -> [StoreOrder] {
        let newest = adaNewest.prefix(count).map { row in
            StoreOrder(
                number: "S-\(row.number)",
                created: row.created,
                state: row.state,
                currency: .eur,
                lines: row.lines
            )
        }
        return newest + generated(count: count - newest.count, &generator)
    }

    static let adaAddresses = [
        StoreAddress(
            id: "A-1",
            label: "Home",
            recipient: "Ada Example",
            street: ["Beispielweg 1"],
            zip: "10115",
            city: "Berlin",
            country: "DE",
            isDefault: true
        ),
        StoreAddress(
            id: "A-2",
            label: "Workshop",
            recipient: "Analytical Engines Ltd",
            street: ["Unit 4, The Loom", "12 Example Street"],
            zip: "E1 8PX",
            city: "London",
            country: "GB"
        ),
        StoreAddress(
            id: "A-3",
            label: "Billing",
            recipient: "Ada Example",
            street: ["123 Example Avenue", "Suite 4"],
            zip: "62701",
            city: "Springfield",
            region: "IL",
            country: "US"
        ),
    ]

    private static let adaNewest: [Row] = [
        (
            912_604, Timestamp.milliseconds(2026, 11, 18, 8, 12, 40), .placed,
            [line("loom.example", .renewal, 2, 2498)]
        ),
        (
            912_511, Timestamp.milliseconds(2026, 10, 30, 14, 3, 0), .paid,
            [line("example.com", .renewal, 1, 1249), line("example.net", .renewal, 1, 1349)]
        ),
        (
            911_872, Timestamp.milliseconds(2026, 8, 4, 19, 45, 3), .refunded,
            [line("punch-cards.example", .registration, 1, -990)]
        ),
        (
            911_868, Timestamp.milliseconds(2026, 8, 3, 7, 20, 51), .completed,
            [line("punch-cards.example", .registration, 1, 990)]
        ),
        (
            910_430, Timestamp.milliseconds(2026, 3, 12, 16, 41, 27), .completed,
            [line("engine.example", .transfer, 1, 1150)]
        ),
        (
            908_915, Timestamp.milliseconds(2025, 12, 10, 9, 0, 0), .cancelled,
            [line("difference.example", .registration, 5, 4950)]
        ),
        (
            908_207, Timestamp.milliseconds(2025, 10, 30, 13, 59, 12), .completed,
            [line("example.org", .renewal, 5, 6245)]
        ),
        (
            907_733, Timestamp.milliseconds(2025, 8, 21, 22, 8, 59), .completed,
            [line("loom.example", .renewal, 1, 1249)]
        ),
        (
            905_019, Timestamp.milliseconds(2025, 4, 2, 6, 30, 11), .completed,
            [
                line("bernoulli.example", .registration, 2, 1980), line("numbers.example", .registration, 2, 1980),
                line("notes.example", .registration, 2, 2400),
            ]
        ),
        (
            904_386, Timestamp.milliseconds(2024, 11, 26, 11, 11, 11), .completed,
            [line("example.net", .transfer, 1, 1099)]
        ),
        (
            901_954, Timestamp.milliseconds(2024, 6, 21, 12, 0, 0), .completed,
            [line("jacquard.example", .renewal, 3, 3747)]
        ),
        (
            900_128, Timestamp.milliseconds(2024, 2, 29, 23, 59, 59), .completed,
            [line("example.com", .registration, 2, 2498)]
        ),
    ]

    /// As many as are asked for, of any number of customers: up to four orders, one in twenty of them a refund.
    static func customerOrders(_ number: Int, seed: UInt64) -> [StoreOrder] {
        var generator = SplitMix64(seed: seed &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03)
        return generator.shuffled(generated(count: generator.below(5), &generator))
    }

    /// Before those above, at most a few hours apart.
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
            var lines: [StoreOrder.Line] = []
            for _ in 0...generator.below(3) {
                let name = words[generator.below(words.count)] + "-\(generator.below(10_000))."
                let years = 1 + generator.below(5)
                let price = years * (899 + 50 * generator.below(20))
                lines.append(
                    line(
                        name + ends[generator.below(ends.count)],
                        StoreOrder.Line.Kind.allCases[generator.below(StoreOrder.Line.Kind.allCases.count)],
                        years,
                        state == .refunded ? -price : price
                    )
                )
            }
            orders.append(
                StoreOrder(number: "S-\(899_999 - index)", created: created, state: state, currency: .eur, lines: lines)
            )
        }
        return orders
    }

    static func line(_ name: String, _ kind: StoreOrder.Line.Kind, _ years: Int, _ price: Int) -> StoreOrder.Line {
        StoreOrder.Line(name: name, kind: kind, years: years, price: price)
    }
}
