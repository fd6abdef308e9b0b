import Domain
import Foundation
import TestSupport
import Testing

@Suite("The order of orders")
struct UserOrderTests {
    private static func order(_ number: String, at seconds: TimeInterval, _ status: OrderStatus) throws -> UserOrder {
        let currency = try #require(Currency(code: "EUR"))
        return UserOrder(
            number: OrderNumber(number),
            placedAt: Date(timeIntervalSince1970: seconds),
            status: status,
            lines: [],
            total: try #require(Money(1, currency))
        )
    }

    /// Returns orders with few moments, few numbers and two statuses, so that all kinds of ties occur.
    private static func generated() throws -> [UserOrder] {
        var random = SplitMix(state: 42)
        return try (0..<40).map { _ in
            try order(
                ["S-1", "S-2", "S-10"].randomElement(using: &random) ?? "",
                at: [-86_400, 0, 0.001, 1_790_000_000].randomElement(using: &random) ?? 0,
                [.paid, .completed].randomElement(using: &random) ?? .paid
            )
        }
    }

    @Test("A newer order comes before an older one, whatever their numbers")
    func newer() throws {
        let old = try Self.order("S-1", at: -86_400, .paid)
        let new = try Self.order("S-2", at: 0, .paid)
        #expect(UserOrder.newestFirst(new, old))
        #expect(!UserOrder.newestFirst(old, new))
    }

    @Test("Of two orders placed at once the lower number comes first")
    func ties() throws {
        let low = try Self.order("S-1", at: 0, .paid)
        let high = try Self.order("S-2", at: 0, .paid)
        #expect(UserOrder.newestFirst(low, high))
        #expect(!UserOrder.newestFirst(high, low))
    }

    @Test("No order comes before itself")
    func irreflexive() throws {
        for order in try Self.generated() { #expect(!UserOrder.newestFirst(order, order)) }
    }

    @Test("It is a strict weak ordering, so sorting by it is defined")
    func strictWeakOrdering() throws {
        let orders = try Self.generated()
        var broken: [(UserOrder, UserOrder, UserOrder)] = []
        let before = UserOrder.newestFirst
        func tied(_ a: UserOrder, _ b: UserOrder) -> Bool { !before(a, b) && !before(b, a) }
        for a in orders {
            for b in orders {
                if before(a, b) && before(b, a) { broken.append((a, b, a)) }
                for c in orders {
                    let isTransitive = !(before(a, b) && before(b, c)) || before(a, c)
                    let isTieTransitive = !(tied(a, b) && tied(b, c)) || tied(a, c)
                    if !isTransitive || !isTieTransitive { broken.append((a, b, c)) }
                }
            }
        }
        #expect(broken.isEmpty)
    }

    @Test("Any arrangement of the same orders is sorted to the same list")
    func oneList() throws {
        let orders = try ["S-3", "S-1", "S-2"].flatMap { number in
            try [0, 5].map { try Self.order("\(number)-\($0)", at: $0, .paid) }
        }
        var random = SplitMix(state: 1)
        let sorted = orders.sorted(by: UserOrder.newestFirst)
        for _ in 0..<50 {
            let shuffled = orders.shuffled(using: &random)
            #expect(shuffled.sorted(by: UserOrder.newestFirst) == sorted)
            #expect(shuffled.newestFirst() == sorted)
        }
    }
}
