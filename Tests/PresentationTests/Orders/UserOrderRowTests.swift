import Domain
import Foundation
import Presentation
import Testing

@Suite("The row of an order")
struct UserOrderRowTests {
    @Test("A row has the order's number as text and identity, and the order itself")
    func identity() throws {
        let order = try UserOrder.sample("S-42")
        let row = UserOrderRow(order, formats: .british)

        #expect(row.number == "S-42")
        #expect(row.id == OrderNumber("S-42"))
        #expect(row.entity == order)
    }

    @Test(
        "Every status has a word",
        arguments: [
            (OrderStatus.placed, "Placed"),
            (.paid, "Paid"),
            (.completed, "Completed"),
            (.cancelled, "Cancelled"),
            (.refunded, "Refunded"),
            (.unknown("ON_HOLD"), "Other (ON_HOLD)"),
        ]
    )
    func status(status: OrderStatus, text: String) throws {
        #expect(UserOrderRow(try .sample(status: status), formats: .british).status == text)
    }

    @Test(
        "A line tells name, service and years, and its price apart",
        arguments: [
            ("example.com", NameService.registration, 2, "example.com: registration, 2 years"),
            ("example.com", .renewal, 1, "example.com: renewal, 1 year"),
            ("example.com", .transfer, 1, "example.com: transfer, 1 year"),
            ("example.com", .unknown("PARK"), 1, "example.com: other service (PARK), 1 year"),
            ("مثال.إختبار", .renewal, 1, "\u{2068}مثال.إختبار\u{2069}: renewal, 1 year"),
            ("👩🏽‍💻.example", .renewal, 1, "👩🏽‍💻.example: renewal, 1 year"),
        ]
    )
    func line(name: String, service: NameService, years: Int, text: String) throws {
        let line = OrderLine(name: InternetName(name), service: service, years: years, price: try .of("-9.90", "EUR"))
        let row = UserOrderRow(try .sample(lines: [line]), formats: .british)

        #expect(row.lines.map(\.text) == [text])
        #expect(row.lines.map(\.price) == ["-€9.90"])
    }

    @Test("Lines stand in the order of the receipt")
    func lineOrder() throws {
        let lines = try ["b.example", "a.example"].map {
            OrderLine(name: InternetName($0), service: .renewal, years: 1, price: try .of("1.00", "EUR"))
        }
        let row = UserOrderRow(try .sample(lines: lines), formats: .british)
        #expect(row.lines.map { $0.text.prefix(1) } == ["b", "a"])
    }
}
