/// What is valid and rare.
extension Store {
    /// Two at one moment and a third within the same second; 1970's first moment and what came before; an order without
    /// lines; a name of a kilobyte; fifteen digits of yen.
    static let edgeOrders = [
        order("S-800009", moment, .refunded, .eur, [line("refund.example", .renewal, 1, -124_950)]),
        order("S-800008", moment, .completed, .eur, [line("refund.example", .renewal, 1, 124_950)]),
        order("S-800007", moment + 125, .completed, .eur, [line("fraction.example", .registration, 1, 1)]),
        order(
            "S-800006",
            Timestamp.milliseconds(1970, 1, 1, 0, 0, 0),
            .completed,
            .usd,
            [line("epoch.example", .registration, 1, 1200)]
        ),
        order(
            "S-800005",
            Timestamp.milliseconds(1969, 12, 31, 23, 59, 59),
            .completed,
            .usd,
            [line("eve.example", .registration, 1, 1200)]
        ),
        order(
            "S-800004",
            Timestamp.milliseconds(1843, 9, 1, 12, 0, 0),
            .cancelled,
            .usd,
            [line("translation.example", .registration, 99, 0)]
        ),
        order("S-800003", Timestamp.milliseconds(2024, 2, 29, 12, 0, 0), .placed, .eur, []),
        order(
            "S-800002",
            Timestamp.milliseconds(2024, 2, 28, 12, 0, 0),
            .paid,
            .jpy,
            [
                line(
                    String(repeating: "very-long-name-", count: 68) + "of-1-kb.example",
                    .registration,
                    1,
                    999_999_999_999_999
                )
            ]
        ),
        order(
            "S-" + String(repeating: "8", count: 200),
            Timestamp.milliseconds(2024, 2, 27, 12, 0, 0),
            .refunded,
            .kwd,
            [line("long-number.example", .transfer, 1, -1)]
        ),
    ]

    static let edgeAddresses = [
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
}
