import DataSupport
public import Domain
import Foundation

/// A user's orders, from the legacy code.
public struct LegacyFetchUserOrder: FetchUserOrder {
    private let gateway: LegacyGateway

    /// Creates the adapter. `LegacyGateway` documents the meaning of responses.
    public init(gateway: LegacyGateway) {
        self.gateway = gateway
    }

    /// Returns all orders of `user`.
    public func fetchOrders(for user: UserID) async throws(ReadError) -> Snapshot<[UserOrder]> {
        try await gateway.snapshot(of: "orders", for: user, LegacyAnswer.orders)
    }
}

extension LegacyAnswer<[UserOrder]> {
    /// Reads the response to `GET /legacy/users/{user}/orders`.
    static func orders(_ body: Data) throws(ReadError) -> Self {
        try list("orders", body, by: \UserOrder.number, called: "number", UserOrder.init(legacy:))
            .map { $0.newestFirst() }
    }
}

extension UserOrder {
    fileprivate init(legacy record: WireRecord) throws(Unreadable) {
        var fields = FieldReader()
        let number = fields.read(try record.word("order_no", as: "number") { OrderNumber($0) })
        let placedAt = fields.read(try record.moment("created", as: "placedAt"))
        let status = fields.read(OrderStatus(legacy: try record.text("state", as: "status")))
        let currency = fields.read(try record.value("currency", as: "total") { Currency(code: $0) })
        // Without a currency no amount can be read, so that an unreadable currency stands for all of them.
        guard let currency else { throw fields.failure }
        let lines = fields.read(
            try record.records("items", as: "lines") { line throws(Unreadable) in
                try OrderLine(legacy: line, in: currency)
            }
        )
        let total = fields.read(try record.value("sum", as: "total") { Money(text: $0, currency: currency) })
        guard let number, let placedAt, let status, let lines, let total else { throw fields.failure }
        self.init(number: number, placedAt: placedAt, status: status, lines: lines, total: total)
    }
}

extension OrderLine {
    fileprivate init(legacy record: WireRecord, in currency: Currency) throws(Unreadable) {
        var fields = FieldReader()
        let name = fields.read(try record.value("name") { InternetName($0) })
        let service = fields.read(NameService(legacy: try record.text("kind", as: "service")))
        let years = fields.read(try record.int("years"))
        let price = fields.read(try record.value("price") { Money(text: $0, currency: currency) })
        guard let name, let service, let years, let price else { throw fields.failure }
        self.init(name: name, service: service, years: years, price: price)
    }
}

/// A status in the legacy dialect:  @model legacy
///
/// placed     @json PLACED
/// paid       @json PAID
/// completed  @json COMPLETED
/// cancelled  @json CANCELLED
/// refunded   @json REFUNDED
/// unknown    @other
extension OrderStatus {}

/// A service in the legacy dialect:  @model legacy
///
/// registration  @json REGISTRATION
/// renewal       @json RENEWAL
/// transfer      @json TRANSFER
/// unknown       @other
extension NameService {}
