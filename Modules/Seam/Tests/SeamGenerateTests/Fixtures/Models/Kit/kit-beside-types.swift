import DataSupport
import Domain
import Foundation

/// An order in the shop's API:  @model shop
///
/// number    @json @word @text rawValue
/// placedAt  @json placed_at
/// status    @json @text word:
/// lines     @json
/// total     @json
extension UserOrder {}

/// A line of an order:  @model shop
///
/// name     @json domain @text text
/// service  @json
/// years    @json @default 1
/// price    @json
extension OrderLine {}

/// @model shop
///
/// registration  @json REG
/// renewal       @json REN
/// transfer      @json TRANS
/// unknown       @other
extension NameService {}

/// @model archive
///
/// registration  @json 1
/// renewal       @json 2
/// transfer      @json 3
/// unknown       @other
extension NameService {}

func checkKitBesideTypes() async throws {
    let text = """
        {"number": "1", "placed_at": "2026-10-30T14:03:00Z", "status": "paid", "total": {"amount": "1.00", "currency": "EUR"},
        "lines": [{"domain": "a.example", "service": "REN", "price": {"amount": "1.00", "currency": "EUR"}}]}
        """
    let order = try readJSON(Data(text.utf8), UserOrder.init(shop:))
    expect(order.number == OrderNumber("1") && order.status == .paid && order.total.text == "1.00")
    expect(order.lines.first?.service == .renewal && order.lines.first?.years == 1)
    expect(NameService(archive: "3") == .transfer && NameService(archive: "4") == .unknown("4"))
    expect(unreadable { try readJSON(Data("{}".utf8), UserOrder.init(shop:)) } == "number placedAt status lines total")
    let damaged =
        #"{"number": "", "status": 7, "lines": [{"years": "x"}, {"domain": "b", "service": "", "price": 1}, 2]}"#
    expect(
        unreadable { try readJSON(Data(damaged.utf8), UserOrder.init(shop:)) } == """
            number placedAt status lines[0].name lines[0].service lines[0].years lines[0].price lines[1].price lines[2] total
            """
    )
}
