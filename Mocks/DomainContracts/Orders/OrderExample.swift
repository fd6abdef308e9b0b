import Domain
import Foundation

/// The orders that the rows use to check an implementation.
enum OrderExample {
    static let all = ListExamples(
        ListOrder("Orders come newest first", records, stored: [2, 4, 0, 3, 1].map { records[$0] }),
        ListOrder("Orders placed at once come by number", ties),
        others: [
            order(OrderNumber("G-1"), at: 1_700_000_000, .placed, "9.99", "EUR", .registration, name: "example.org")
        ],
        repeated: order(OrderNumber("N-2"), at: 1_780_000_001, .placed, "7.00", "EUR", .transfer, name: "d.example")
    )

    /// The orders, newest first: currencies with four different scales, a refund, unknown words, a date before 1970.
    private static let records = [
        order(OrderNumber("N-4"), at: 1_780_000_000, .paid, "24.98", "EUR", .registration, name: "example.com"),
        order(OrderNumber("N-3"), at: 1_779_999_999, .refunded, "-1500", "JPY", .renewal, name: "bücher.example"),
        order(OrderNumber("N-9"), at: 1_600_000_000, .unknown("ON_HOLD"), "3.125", "KWD", .transfer, name: "a.example"),
        order(OrderNumber("N-1"), at: 0, .cancelled, "0.05", "USD", .unknown("PARKING"), name: "b.example"),
        order(OrderNumber("N-2"), at: -86_400, .completed, "0.00", "EUR", .renewal, name: "c.example"),
    ]

    private static let ties = ["T-1", "T-2", "T-3"].map {
        order(OrderNumber($0), at: 1_780_000_000, .placed, "1.00", "EUR", .renewal, name: "example.net")
    }

    private static func order(
        _ number: OrderNumber,
        at seconds: TimeInterval,
        _ status: OrderStatus,
        _ amount: String,
        _ code: String,
        _ service: NameService,
        name: String
    ) -> UserOrder {
        let price = Money.example(amount, code)
        return UserOrder(
            number: number,
            placedAt: Date(timeIntervalSince1970: seconds),
            status: status,
            lines: [OrderLine(name: InternetName(name), service: service, years: 2, price: price)],
            total: price
        )
    }
}

extension Money {
    /// Returns an amount of the currency with this code, for examples.
    static func example(_ text: String, _ code: String) -> Money {
        guard let currency = Currency(code: code), let money = Money(text: text, currency: currency) else {
            preconditionFailure("An example has to be valid: \(text) \(code)")
        }
        return money
    }
}
