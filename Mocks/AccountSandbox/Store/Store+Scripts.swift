/// Users whose names, words and money are not those of ASCII and two decimals.
extension Store {
    static let yukiOrders = [
        order(
            "S-500031",
            Timestamp.milliseconds(2026, 9, 14, 6, 30, 11),
            .paid,
            .jpy,
            [line("茶室.example", .registration, 2, 3000)]
        ),
        order(
            "S-500030",
            Timestamp.milliseconds(2026, 4, 1, 0, 0, 0),
            .completed,
            .jpy,
            [line("さくら.example", .renewal, 1, 1480)]
        ),
        order(
            "S-500012",
            Timestamp.milliseconds(2025, 12, 31, 15, 0, 0),
            .completed,
            .jpy,
            [line("kissa.example", .transfer, 10, 1_280_000)]
        ),
        order(
            "S-500011",
            Timestamp.milliseconds(2025, 7, 7, 3, 7, 7),
            .refunded,
            .jpy,
            [line("ドメイン.test", .registration, 1, -1)]
        ),
    ]

    static let yukiAddresses = [
        StoreAddress(
            id: "A-11",
            label: "自宅",
            recipient: "例 由紀",
            street: ["千代田1-1", "例ビル301号室"],
            zip: "100-0001",
            city: "千代田区",
            region: "東京都",
            country: "JP",
            isDefault: true
        ),
        StoreAddress(
            id: "A-12",
            label: "実家",
            recipient: "例 花子",
            street: ["例町2-3-4"],
            zip: "600-8216",
            city: "京都市下京区",
            region: "京都府",
            country: "JP"
        ),
    ]

    static let noorOrders = [
        order(
            "S-600021",
            Timestamp.milliseconds(2026, 10, 5, 17, 25, 0),
            .placed,
            .kwd,
            [line("سوق.example", .registration, 3, 10_125)]
        ),
        order(
            "S-600020",
            Timestamp.milliseconds(2026, 2, 14, 8, 0, 0),
            .completed,
            .kwd,
            [line("مثال.test", .renewal, 1, 3375), line("souq.example", .renewal, 1, 3005)]
        ),
        order(
            "S-600007",
            Timestamp.milliseconds(2025, 5, 25, 20, 59, 59),
            .refunded,
            .kwd,
            [line("قهوة.example", .registration, 1, -5)]
        ),
    ]

    static let noorAddresses = [
        StoreAddress(
            id: "A-21",
            label: "المنزل",
            recipient: "نور المثال",
            street: ["شارع المثال 7", "قطعة 3"],
            zip: "13001",
            city: "مدينة الكويت",
            country: "KW",
            isDefault: true
        ),
        StoreAddress(
            id: "A-22",
            label: "المكتب (Office)",
            recipient: "نور المثال",
            street: ["برج Example، الطابق 12"],
            city: "دبي",
            country: "AE"
        ),
    ]

    /// The second name is spelt with combining characters, the third with a family joined of four emoji.
    static let zoeOrders = [
        order(
            "S-700041",
            Timestamp.milliseconds(2026, 11, 1, 10, 0, 0),
            .paid,
            .eur,
            [line("☕️🧵.example", .registration, 1, 1990)]
        ),
        order(
            "S-700040",
            Timestamp.milliseconds(2026, 7, 19, 21, 15, 30),
            .completed,
            .eur,
            [line("cafe\u{301}.example", .renewal, 2, 2200)]
        ),
        order(
            "S-700033",
            Timestamp.milliseconds(2026, 1, 6, 5, 4, 3),
            .completed,
            .eur,
            [line("👩‍👩‍👧‍👦.example", .transfer, 1, 1575)]
        ),
        order(
            "S-700032",
            Timestamp.milliseconds(2025, 9, 9, 9, 9, 9),
            .completed,
            .usd,
            [line("xn--bcher-kva.example", .registration, 1, 1200), line("bücher.example", .registration, 1, 1200)]
        ),
        order(
            "S-700015",
            Timestamp.milliseconds(2025, 3, 3, 3, 3, 3),
            .cancelled,
            .eur,
            [line("παράδειγμα.test", .registration, 1, 990)]
        ),
    ]

    static let zoeAddresses = [
        StoreAddress(
            id: "A-31",
            label: "🏠 Zuhause",
            recipient: "Zoe\u{308} B\u{65}\u{301}ispiel 🎈",
            street: ["Straße der Ähren 5 ½", "c/o \"Müller\\Söhne\""],
            zip: "50667",
            city: "Köln",
            country: "DE",
            isDefault: true
        ),
        StoreAddress(
            id: "A-32",
            label: "👩🏽‍💻",
            recipient: "Ẓ̌̈́o̟͒ë",
            street: ["Łąkowa 1"],
            zip: "00-001",
            city: "Łódź",
            country: "PL"
        ),
    ]

    static func order(
        _ number: String,
        _ created: Int,
        _ state: StoreOrder.State,
        _ currency: StoreCurrency,
        _ lines: [StoreOrder.Line]
    ) -> StoreOrder {
        StoreOrder(number: number, created: created, state: state, currency: currency, lines: lines)
    }
}
