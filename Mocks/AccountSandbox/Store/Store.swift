import Foundation

/// What the store knows about its users. It is the same for one seed and count, on every run and platform.
struct Store: Sendable {
    let seed: UInt64
    private let demoOrderCount: Int
    private let customerCount: Int

    init(seed: UInt64, demoOrderCount: Int, customerCount: Int = 0) {
        self.seed = seed
        self.demoOrderCount = max(0, demoOrderCount)
        self.customerCount = max(0, customerCount)
    }

    /// Returns the orders of a user in an arbitrary order, or nil if the user doesn't exist.
    func orders(of user: String) -> [StoreOrder]? {
        if let number = customer(user) { return Self.customerOrders(number, seed: seed) }
        var generator = SplitMix64(seed: seed)
        return sortedOrders(of: user, &generator).map { generator.shuffled($0) }
    }

    /// Returns the orders of a user, newest first, or nil if the user doesn't exist.
    func sortedOrders(of user: String) -> [StoreOrder]? {
        var generator = SplitMix64(seed: seed)
        let orders = customer(user) == nil ? sortedOrders(of: user, &generator) : orders(of: user)
        // Sorting is fast, because all but a customer's orders come newest first.
        return orders?.sorted { ($1.created, $0.number) < ($0.created, $1.number) }
    }

    private func sortedOrders(of user: String, _ generator: inout SplitMix64) -> [StoreOrder]? {
        guard let person = Self.people[user] else { return nil }
        guard user == SandboxAccount.demo.user else { return person.orders }
        return Self.demoOrders(person.orders, count: demoOrderCount, &generator)
    }

    /// Returns the addresses of a user in the order in which they were saved, or nil if the user doesn't exist.
    func addresses(of user: String) -> [StoreAddress]? {
        customer(user) == nil ? Self.people[user]?.addresses : []
    }

    /// Returns the profile of a user, or nil if the user doesn't exist.
    func profile(of user: String) -> StoreProfile? { Self.people[user]?.profile }

    /// Returns the number of a customer, or nil if there is no such customer.
    private func customer(_ user: String) -> Int? {
        guard let number = Int(user.dropFirst()), (1...max(1, customerCount)).contains(number), customerCount > 0,
            SandboxAccount.customer(number) == user
        else { return nil }
        return number
    }

    /// Returns the user with this login and password, if there is one.
    func user(login: String, password: String) -> String? {
        SandboxAccount.all.first { $0.login == login && $0.password == password }?.user
    }
}

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

/// Data that is valid and rare.
extension Store {
    static let edge = StorePerson(
        profile: StoreProfile(
            name: String(repeating: "Maximiliana ", count: 40) + "Example\u{1B}[31m",
            phone: "\u{202E}0000\u{202C} ext. 1",
            bonusPoints: 9_007_199_254_740_991
        ),
        orders: edgeOrders,
        addresses: edgeAddresses
    )

    /// Orders with two at the same moment and a third within the same second; the first moment of 1970 and times before it; an
    /// order without lines; a name of a kilobyte; fifteen digits of yen.
    private static let edgeOrders = [
        order("S-800009", at: moment, .refunded, .eur, line("refund.example", .renewal, -124_950)),
        order("S-800008", at: moment, .completed, .eur, line("refund.example", .renewal, 124_950)),
        order("S-800007", at: moment + 125, .completed, .eur, line("fraction.example", .registration, 1)),
        order("S-800006", at: 0, .completed, .usd, line("epoch.example", .registration, 1200)),
        order("S-800005", at: -1000, .completed, .usd, line("eve.example", .registration, 1200)),
        order("S-800004", at: of1843, .cancelled, .usd, line("translation.example", .registration, 0, years: 99)),
        order("S-800003", at: leapDay, .placed, .eur),
        order("S-800002", at: leapDay - day, .paid, .jpy, line(longName, .registration, 999_999_999_999_999)),
        order(longNumber, at: leapDay - 2 * day, .refunded, .kwd, line("long-number.example", .transfer, -1)),
    ]

    private static let edgeAddresses = [
        StoreAddress(
            id: "A-41",
            label: String(repeating: "Second home of the ", count: 60) + "family",
            recipient: String(repeating: "Maximiliana ", count: 40) + "Example",
            street: (1...20).map { "Line \($0) of a street that takes twenty" },
            zip: "LL58 8EX",
            city: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
            region: "Ynys Môn",
            country: "GB",
            isDefault: true
        ),
        StoreAddress(id: "A-42", label: "", recipient: "", street: [], city: "Vaduz", country: "LI"),
        StoreAddress(
            id: "A-43",
            label: "Tab\tand\nnewline",
            recipient: "Null\u{0}Escape\u{1B}[31m",
            street: ["\u{202E}turned\u{202C} 1"],
            zip: "1",
            city: "Nowhere",
            country: "ZZ"
        ),
    ]

    private static let moment = Timestamp.milliseconds(2026, 5, 5, 5, 5, 5)
    private static let leapDay = Timestamp.milliseconds(2024, 2, 29, 12, 0, 0)
    private static let of1843 = Timestamp.milliseconds(1843, 9, 1, 12, 0, 0)
    private static let day = 86_400_000
    private static let longName = String(repeating: "very-long-name-", count: 68) + "of-1-kb.example"
    private static let longNumber = "S-" + String(repeating: "8", count: 200)

    private static func order(
        _ number: String,
        at created: Int,
        _ state: StoreOrder.State,
        _ currency: StoreCurrency,
        _ lines: StoreOrder.Line...
    ) -> StoreOrder {
        StoreOrder(number: number, created: created, state: state, currency: currency, lines: lines)
    }

    private static func line(
        _ name: String,
        _ kind: StoreOrder.Line.Kind,
        _ price: Int,
        years: Int = 1
    ) -> StoreOrder.Line {
        StoreOrder.Line(name: name, kind: kind, years: years, price: price)
    }
}
