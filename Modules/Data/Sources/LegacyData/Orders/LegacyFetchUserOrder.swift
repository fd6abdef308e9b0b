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
        let number = try record.word("order_no", as: "number")
        let placedAt = try record.moment("created", as: "placedAt")
        let status = OrderStatus(legacy: try record.text("state", as: "status"))
        let currency = try record.value("currency", as: "total") { Currency(code: $0) }
        let total = try record.value("sum", as: "total") { Money(text: $0, currency: currency) }
        self.init(
            number: OrderNumber(number),
            placedAt: placedAt,
            status: status,
            lines: try record.records("items", as: "lines") { line throws(Unreadable) in
                try OrderLine(legacy: line, in: currency)
            },
            total: total
        )
    }
}

extension OrderLine {
    fileprivate init(legacy record: WireRecord, in currency: Currency) throws(Unreadable) {
        self.init(
            name: InternetName(try record.text("name")),
            service: NameService(legacy: try record.text("kind", as: "service")),
            years: try record.int("years"),
            price: try record.value("price") { Money(text: $0, currency: currency) }
        )
    }
}

extension OrderStatus {
    /// Creates a status from a word of the legacy dialect, which writes words in upper case. A word in another case is unknown.
    fileprivate init(legacy word: String) {
        self = word == word.uppercased() ? OrderStatus(word: word.lowercased()) : .unknown(word)
        if case .unknown = self { self = .unknown(word) }
    }
}

extension NameService {
    fileprivate init(legacy word: String) {
        self = word == word.uppercased() ? NameService(word: word.lowercased()) : .unknown(word)
        if case .unknown = self { self = .unknown(word) }
    }
}
