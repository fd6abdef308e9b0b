import Domain
import Foundation
import Testing

@testable import LegacyData

@Suite("Orders, from bytes to entities")
struct OrderTranslatorTests {
    @Test("Every part of an order comes through")
    func parts() throws {
        let eur = try #require(Currency(code: "EUR"))
        let price = try #require(Money(text: "24.98", currency: eur))
        #expect(
            try order()
                == UserOrder(
                    number: OrderNumber("S-1"),
                    placedAt: Date(timeIntervalSince1970: 1_793_368_980),
                    status: .paid,
                    lines: [
                        OrderLine(name: InternetName("example.com"), service: .registration, years: 2, price: price)
                    ],
                    total: price
                )
        )
    }

    @Test(
        "A state becomes a status",
        arguments: [
            ("PLACED", OrderStatus.placed), ("PAID", .paid), ("COMPLETED", .completed), ("CANCELLED", .cancelled),
            ("REFUNDED", .refunded), ("ON_HOLD", .unknown("ON_HOLD")), ("paid", .unknown("paid")), ("", .unknown("")),
        ]
    )
    func status(_ row: (state: String, status: OrderStatus)) throws {
        #expect(try order(["state": "\"\(row.state)\""]).status == row.status)
    }

    @Test(
        "A kind becomes a service",
        arguments: [
            ("REGISTRATION", NameService.registration), ("RENEWAL", .renewal), ("TRANSFER", .transfer),
            ("PARKING", .unknown("PARKING")),
        ]
    )
    func service(_ row: (kind: String, service: NameService)) throws {
        let items = "[\(Wire.item(["kind": "\"\(row.kind)\""]))]"
        #expect(try order(["items": items]).lines.first?.service == row.service)
    }

    @Test(
        "An amount is exact, in its currency's scale",
        arguments: [
            ("JPY", "1500"), ("KWD", "3.125"), ("EUR", "-24.98"), ("EUR", "0.00"), ("CLF", "1.2345"), ("JPY", "-1"),
            ("USD", "9999999999999999.99"),
        ]
    )
    func amounts(_ row: (code: String, text: String)) throws {
        let sum = try order(["currency": "\"\(row.code)\"", "sum": "\"\(row.text)\"", "items": "[]"]).total
        #expect(sum.text == row.text)
        #expect(sum.currency.code == row.code)
    }

    @Test("A date before 1970 is a date")
    func beforeTheEpoch() throws {
        let placedAt = try order(["created": #""1969-12-31T23:59:59.500Z""#]).placedAt
        #expect(placedAt == Date(timeIntervalSince1970: -0.5))
    }

    @Test(
        "Text of any script comes through",
        arguments: ["🦊🏳️‍🌈.example", "בוקר.example", "\u{202E}gpj.example", "e\u{301}.example", "a\u{0}b"]
    )
    func scripts(_ name: String) throws {
        let json = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
        let line = try #require(try order(["items": "[\(Wire.item(["name": json]))]"]).lines.first)
        #expect(line.name.text.unicodeScalars.elementsEqual(name.unicodeScalars))
    }

    @Test("An order may have no items")
    func noItems() throws {
        #expect(try order(["items": "[]"]).lines.isEmpty)
    }

    @Test("Fields that are not agreed on are passed over")
    func moreFields() throws {
        #expect(try order(["colour": #"{"a":[1]}"#]).number == OrderNumber("S-1"))
    }

    @Test(
        "A record that can't be read is left out and reported by each unreadable field",
        arguments: unreadableOrders
    )
    func unreadable(_ row: (changes: [String: String?], paths: String)) throws {
        let good = ["0", "1", "3"].map { Wire.order(["order_no": "\"\($0)\""]) }
        let bad = Wire.order(row.changes)
        let answer = try LegacyAnswer.orders(Wire.orders([good[0], good[1], bad, good[2]]))
        #expect(answer.value.map(\.number.rawValue) == ["0", "1", "3"])
        let paths = row.paths.split(separator: " ").map { "orders[2]" + $0 }
        #expect(answer.unreadable.map(\.description) == paths)
    }

    @Test(
        "A record that is no object is left out and told as a whole",
        arguments: ["null", "17", #""text""#, "[]", "true"]
    )
    func notAnObject(_ record: String) throws {
        let answer = try LegacyAnswer.orders(Wire.orders([record, Wire.order([:])]))
        #expect(answer.value.count == 1)
        #expect(answer.unreadable.map(\.description) == ["orders[0]"])
    }

    @Test("Of two orders with one number the first stays and the second is told")
    func duplicates() throws {
        let records = ["PLACED", "PAID"].map { Wire.order(["state": "\"\($0)\""]) }
        let answer = try LegacyAnswer.orders(Wire.orders(records))
        #expect(answer.value.map(\.status) == [.placed])
        #expect(answer.unreadable.map(\.description) == ["orders[1].number"])
    }

    @Test("An order whose namesake can't be read stays")
    func duplicateOfUnreadable() throws {
        let answer = try LegacyAnswer.orders(Wire.orders([Wire.order(["sum": nil]), Wire.order([:])]))
        #expect(answer.value.count == 1)
        #expect(answer.unreadable.map(\.description) == ["orders[0].total"])
    }

    @Test("Orders come newest first, those placed at once by number")
    func sorted() throws {
        let records = [("b", "2026-01-01"), ("c", "2026-01-02"), ("a", "2026-01-01"), ("d", "1969-01-01")]
            .map { Wire.order(["order_no": "\"\($0.0)\"", "created": "\"\($0.1)T00:00:00Z\""]) }
        let answer = try LegacyAnswer.orders(Wire.orders(records))
        #expect(answer.value.map(\.number.rawValue) == ["c", "a", "b", "d"])
    }

    @Test("No orders are an empty list")
    func empty() throws {
        let answer = try LegacyAnswer.orders(Wire.orders([]))
        #expect(answer.value.isEmpty && answer.unreadable.isEmpty)
    }

    @Test("50,000 orders are all read")
    func many() throws {
        let records = (0..<50_000).map { Wire.order(["order_no": "\"S-\($0)\""]) }
        let answer = try LegacyAnswer.orders(Wire.orders(records))
        #expect(answer.value.count == 50_000)
        #expect(answer.unreadable.isEmpty)
    }

    @Test(
        "An answer that is damaged as a whole is malformed, never a part of a list",
        arguments: [
            "", "{", "null", "[]", "17", "<html><body>Bad gateway</body></html>", #"{"status":"OK"}"#,
            #"{"status":"OK","data":null}"#, #"{"status":"OK","data":[]}"#, #"{"status":"OK","data":{}}"#,
            #"{"status":"OK","data":{"orders":null}}"#, #"{"status":"OK","data":{"orders":{}}}"#,
            #"{"status":"OK","data":{"addresses":[]}}"#, #"{"status":"FINE","data":{"orders":[]}}"#,
            #"{"data":{"orders":[]}}"#, #"{"status":"ERROR"}"#, #"{"status":"OK","data":{"orders":[]}}x"#,
        ]
    )
    func malformed(_ body: String) {
        #expect(throws: ReadError.malformed) { try LegacyAnswer.orders(Data(body.utf8)) }
    }

    @Test("An answer that is cut off anywhere is malformed")
    func cutOff() {
        let body = Wire.orders([Wire.order([:]), Wire.order(["order_no": #""S-2""#])])
        for length in 0..<body.count {
            #expect(throws: ReadError.malformed) { try LegacyAnswer.orders(body.prefix(length)) }
        }
    }

    private func order(_ changes: [String: String?] = [:]) throws -> UserOrder {
        let answer = try LegacyAnswer.orders(Wire.orders([Wire.order(changes)]))
        #expect(answer.unreadable.isEmpty)
        return try #require(answer.value.first)
    }
}

private let unreadableOrders: [(changes: [String: String?], paths: String)] = [
    (["order_no": #""""#], ".number"), (["order_no": nil], ".number"), (["order_no": "17"], ".number"),
    (["created": nil], ".placedAt"), (["created": #""yesterday""#], ".placedAt"), (["created": "0"], ".placedAt"),
    (["state": nil], ".status"), (["state": "null"], ".status"), (["state": "3"], ".status"),
    (["currency": #""EURO""#], ".total"), (["currency": #""eur""#], ".total"), (["currency": nil], ".total"),
    (["sum": #""24.981""#], ".total"), (["sum": #""24,98""#], ".total"), (["sum": #""""#], ".total"),
    (["sum": "24.98"], ".total"), (["sum": nil], ".total"), (["sum": #""1e3""#], ".total"),
    (["currency": #""JPY""#, "sum": #""1.50""#], ".lines[0].price .total"),
    (
        ["sum": nil, "state": nil, "items": "[{}]"],
        ".status .lines[0].name .lines[0].service .lines[0].years .lines[0].price .total"
    ),
    (["order_no": nil, "currency": nil, "items": nil], ".number .total"),
    (["items": nil], ".lines"), (["items": "{}"], ".lines"), (["items": "[null]"], ".lines[0]"),
    (["items": "[\(Wire.item()),\(Wire.item(["name": nil]))]"], ".lines[1].name"),
    (["items": "[\(Wire.item(["kind": "1"]))]"], ".lines[0].service"),
    (["items": "[\(Wire.item(["years": #""2""#]))]"], ".lines[0].years"),
    (["items": "[\(Wire.item(["years": "1.5"]))]"], ".lines[0].years"),
    (["items": "[\(Wire.item(["price": #""9.999""#]))]"], ".lines[0].price"),
    (["items": "[\(Wire.item(["price": nil]))]"], ".lines[0].price"),
]
