import Domain
import Foundation
import StoreClient
import Testing

@Suite("Records of the store's API")
struct RecordTests {
    private func orders(_ records: [String]) async throws -> Snapshot<[UserOrder]> {
        let transport = ScriptedTransport.pages(["": RecordedList.body("orders", records)])
        return try await transport.orders().fetchOrders(for: UserID("ada"))
    }

    private func addresses(_ records: [String]) async throws -> Snapshot<[UserAddress]> {
        let transport = ScriptedTransport.pages(["": RecordedList.body("addresses", records)])
        return try await transport.addresses().fetchAddresses(for: UserID("ada"))
    }

    @Test("A recorded order is read in all its parts")
    func order() async throws {
        let euro = try #require(Currency(code: "EUR"))
        let price = try #require(Money(text: "24.98", currency: euro))
        let answer = try await orders([RecordedList.order([:])])
        let expected = UserOrder(
            number: OrderNumber("S-1"),
            placedAt: Date(timeIntervalSince1970: 1_793_368_980),
            status: .paid,
            lines: [OrderLine(name: InternetName("example.com"), service: .registration, years: 2, price: price)],
            total: price
        )
        #expect(answer.value == [expected])
        #expect(answer.unreadable == [])
    }

    @Test(
        "An order's field that is missing or can't be read is told by its path, and the others are listed",
        arguments: [
            (["number": nil], "number"), (["number": "\"\""], "number"), (["number": "7"], "number"),
            (["placed_at": nil], "placedAt"), (["placed_at": #""2026-02-30T00:00:00Z""#], "placedAt"),
            (["placed_at": #""2026-10-30T14:03:00""#], "placedAt"), (["status": nil], "status"),
            (["status": "null"], "status"), (["total": nil], "total"), (["total": "24.98"], "total"),
            (["total": #"{"amount":24.98,"currency":"EUR"}"#], "total"),
            (["total": RecordedList.money("24.987")], "total"), (["total": RecordedList.money("1", "XXX")], "total"),
            (["total": #"{"amount":"1"}"#], "total"), (["lines": nil], "lines"), (["lines": "{}"], "lines"),
            (["lines": "[\(RecordedList.line()),\(RecordedList.line(["price": nil]))]"], "lines[1].price"),
            (["lines": "[\(RecordedList.line(["years": "\"2\""]))]"], "lines[0].years"),
            (["lines": "[\(RecordedList.line(["name": nil]))]"], "lines[0].name"),
            (["lines": "[7]"], "lines[0]"),
            (["lines": "[\(RecordedList.line(["service": "null"]))]"], "lines[0].service"),
        ]
    )
    func unreadableOrder(changes: [String: String?], path: String) async throws {
        let answer = try await orders([
            RecordedList.order(["number": "\"first\""]), RecordedList.order(changes),
            RecordedList.order(["number": "\"last\""]),
        ])
        #expect(answer.value.count == 2)
        #expect(answer.unreadable.map(\.description) == ["orders[1].\(path)"])
    }

    @Test("What is no record at all is told as a whole", arguments: ["7", "null", "\"order\"", "[]"])
    func noRecord(text: String) async throws {
        #expect(try await orders([text]).unreadable.map(\.description) == ["orders[0]"])
        #expect(try await addresses([text]).unreadable.map(\.description) == ["addresses[0]"])
    }

    @Test("Words of tomorrow are taken as they are")
    func unknownWords() async throws {
        let line = RecordedList.line(["service": #""parking""#])
        let answer = try await orders([RecordedList.order(["status": #""on_hold""#, "lines": "[\(line)]"])])
        #expect(answer.value.first?.status == .unknown("on_hold"))
        #expect(answer.value.first?.lines.first?.service == .unknown("parking"))
        #expect(answer.unreadable == [])
    }

    @Test("Fields of tomorrow are ignored")
    func unknownFields() async throws {
        let answer = try await orders([RecordedList.order(["colour": "\"red\""])])
        #expect(answer.value.count == 1)
    }

    @Test("Postal code and region may be null or missing")
    func optional() async throws {
        let answer = try await addresses([
            RecordedList.address(["postal_code": "null", "region": nil]),
            RecordedList.address(["id": "\"A-2\"", "postal_code": nil, "region": #""BE""#]),
        ])
        #expect(answer.value.map(\.postal.postalCode) == [nil, nil])
        #expect(answer.value.map(\.postal.region) == [nil, "BE"])
        #expect(answer.unreadable == [])
    }

    @Test(
        "An address's field that is missing or can't be read is told by its path",
        arguments: [
            (["id": nil], "id"), (["id": "\"\""], "id"), (["label": nil], "label"), (["recipient": "7"], "recipient"),
            (["street": nil], "street"), (["street": #""Beispielweg 1""#], "street"),
            (["postal_code": "10115"], "postalCode"), (["locality": nil], "locality"), (["region": "{}"], "region"),
            (["country": #""Germany""#], "country"), (["country": nil], "country"), (["is_default": "1"], "isDefault"),
        ]
    )
    func unreadableAddress(changes: [String: String?], path: String) async throws {
        let answer = try await addresses([RecordedList.address(changes), RecordedList.address(["id": "\"B\""])])
        #expect(answer.value.map(\.id.rawValue) == ["B"])
        #expect(answer.unreadable.map(\.description) == ["addresses[0].\(path)"])
    }

    @Test("An answer cut off anywhere is malformed, never a part of a list")
    func truncated() async {
        let body = RecordedList.body("orders", [RecordedList.order([:]), RecordedList.order(["number": "\"2\""])])
        for count in 0..<body.utf8.count {
            let transport = ScriptedTransport { _ throws(HTTPTransportError) in
                RecordedList.answer(String(body.prefix(count)))
            }
            await #expect(throws: UserOrdersError.malformed) {
                try await transport.orders().fetchOrders(for: UserID("ada"))
            }
        }
    }
}
