import Foundation

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
