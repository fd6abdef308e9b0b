public import Domain
public import Foundation

/// Two users with a believable past, for demonstrations, previews and tests. Every name is reserved for examples; every
/// date is fixed.
public enum SampleAccount {
    /// A user with a dozen orders and three addresses.
    public static let ada = UserID("ada")
    /// A user who has neither.
    public static let grace = UserID("grace")

    /// When the samples were kept, for mocks that show them so: the day after the newest order.
    public static let keptAsOf = Date(timeIntervalSince1970: 1_795_080_600)

    /// The orders of both users, for `MockFetchUserOrder(orders:)`: four currencies, a refund, a status that no version
    /// knows, a name in another script.
    public static let orders: [UserID: [UserOrder]] = [
        ada: [
            order("S-100131", "2026-11-18T08:12:40Z", .placed, "EUR", [("ada.example", .registration, 1, "9.90")]),
            order(
                "S-100118",
                "2026-11-02T19:45:03Z",
                .unknown("ON_HOLD"),
                "EUR",
                [("ada.test", .transfer, 1, "11.50")]
            ),
            order(
                "S-100097",
                "2026-10-30T14:03:00Z",
                .paid,
                "EUR",
                [("example.com", .registration, 2, "24.98"), ("example.net", .registration, 1, "12.49")]
            ),
            order("S-100064", "2026-09-14T06:30:11Z", .completed, "JPY", [("kissa.example", .registration, 1, "1500")]),
            order("S-100061", "2026-09-11T22:08:59Z", .refunded, "EUR", [("engine.example", .renewal, 1, "-14.00")]),
            order("S-100058", "2026-09-10T10:20:00Z", .completed, "EUR", [("engine.example", .renewal, 1, "14.00")]),
            order("S-100040", "2026-06-21T12:00:00Z", .completed, "EUR", [("bücher.example", .renewal, 1, "19.90")]),
            order("S-100022", "2026-03-03T16:41:27Z", .cancelled, "EUR", [("loom.example", .registration, 1, "9.90")]),
            order(
                "S-099913",
                "2025-12-10T09:00:00Z",
                .completed,
                "KWD",
                [("souq.example", .registration, 3, "10.125")]
            ),
            order("S-099870", "2025-10-30T13:59:12Z", .completed, "EUR", [("example.org", .renewal, 5, "62.45")]),
            order("S-099541", "2025-06-21T12:00:00Z", .completed, "EUR", [("bücher.example", .transfer, 1, "19.90")]),
            order(
                "S-098204",
                "2024-02-29T23:59:59Z",
                .completed,
                "USD",
                [("notes.example", .registration, 1, "12.00")]
            ),
        ],
        grace: [],
    ]

    /// The addresses of both users, for `MockFetchUserAddresses(addresses:)`.
    public static let addresses: [UserID: [UserAddress]] = [
        ada: [
            UserAddress(
                id: AddressID("A-1"),
                label: "Home",
                recipient: "Ada Example",
                postal: PostalAddress(
                    street: ["Beispielweg 1"],
                    postalCode: "10115",
                    locality: "Berlin",
                    region: nil,
                    country: country("DE")
                ),
                isDefault: true
            ),
            UserAddress(
                id: AddressID("A-2"),
                label: "Office",
                recipient: "Example Engines Inc.",
                postal: PostalAddress(
                    street: ["123 Example Street", "Suite 4"],
                    postalCode: "62701",
                    locality: "Springfield",
                    region: "IL",
                    country: country("US")
                ),
                isDefault: false
            ),
            UserAddress(
                id: AddressID("A-3"),
                label: "Tokyo",
                recipient: "例 エイダ",
                postal: PostalAddress(
                    street: ["千代田1-1"],
                    postalCode: "100-0001",
                    locality: "千代田区",
                    region: "東京都",
                    country: country("JP")
                ),
                isDefault: false
            ),
        ],
        grace: [],
    ]
}

// MARK: - How

extension SampleAccount {
    private static func order(
        _ number: String,
        _ placedAt: String,
        _ status: OrderStatus,
        _ code: String,
        _ lines: [(name: String, service: NameService, years: Int, price: String)]
    ) -> UserOrder {
        guard let date = try? Date(placedAt, strategy: .iso8601) else {
            preconditionFailure("A sample has to be valid: \(number)")
        }
        let lines = lines.map { line in
            OrderLine(
                name: InternetName(line.name),
                service: line.service,
                years: line.years,
                price: money(line.price, code)
            )
        }
        return UserOrder(
            number: OrderNumber(number),
            placedAt: date,
            status: status,
            lines: lines,
            total: money("\(lines.reduce(0) { $0 + $1.price.amount })", code)
        )
    }

    /// An amount of the currency with this code.
    static func money(_ text: String, _ code: String) -> Money {
        guard let currency = Currency(code: code), let money = Money(text: text, currency: currency) else {
            preconditionFailure("A sample has to be valid: \(text) \(code)")
        }
        return money
    }

    private static func country(_ code: String) -> CountryCode {
        guard let country = CountryCode(code) else { preconditionFailure("A sample has to be valid: \(code)") }
        return country
    }
}
