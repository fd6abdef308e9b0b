public import Foundation

/// What a user has bought in one go.
public struct UserOrder: Identifiable, Hashable, Codable, Sendable {
    /// The number printed on the order; unique among a user's orders.
    public let number: OrderNumber
    /// The number.
    public var id: OrderNumber { number }
    /// When it was placed.
    public let placedAt: Date
    /// How far it has got.
    public let status: OrderStatus
    /// What was bought, in the order of the receipt.
    public let lines: [OrderLine]
    /// What was paid in all; negative for a refund. It may differ from the sum of the lines (vouchers, rounding).
    public let total: Money

    /// Makes an order of its parts.
    public init(number: OrderNumber, placedAt: Date, status: OrderStatus, lines: [OrderLine], total: Money) {
        self.number = number
        self.placedAt = placedAt
        self.status = status
        self.lines = lines
        self.total = total
    }

    /// The order in which a user's orders are shown: newest first, and by number where two were placed at once.
    public static func newestFirst(_ left: UserOrder, _ right: UserOrder) -> Bool {
        left.placedAt == right.placedAt ? left.number < right.number : left.placedAt > right.placedAt
    }
}

/// One position of an order: a service for one name.
public struct OrderLine: Hashable, Codable, Sendable {
    /// The name it is about.
    public let name: InternetName
    /// What is done for the name.
    public let service: NameService
    /// For how many years.
    public let years: Int
    /// What this position costs; negative for a refund.
    public let price: Money

    /// Makes a position of its parts.
    public init(name: InternetName, service: NameService, years: Int, price: Money) {
        self.name = name
        self.service = service
        self.years = years
        self.price = price
    }
}

/// What the store does for a name.
public enum NameService: Hashable, Sendable {
    /// The name is registered for the first time.
    case registration
    /// An existing registration is prolonged.
    case renewal
    /// The name comes from another registrar.
    case transfer
    /// A service that this version doesn't know, as the store writes it.
    case unknown(String)

    /// Reads the store's word, in lower case; any other word is `unknown`.
    public init(word: String) {
        self = Self.words[word] ?? .unknown(word)
    }

    /// The store's word, in lower case.
    public var word: String {
        if case .unknown(let word) = self { word } else { "\(self)" }
    }

    private static let words: [String: NameService] = [
        "registration": .registration, "renewal": .renewal, "transfer": .transfer,
    ]
}

/// How far an order has got.
public enum OrderStatus: Hashable, Sendable {
    /// Received, not paid.
    case placed
    /// Paid, not yet carried out.
    case paid
    /// Carried out.
    case completed
    /// Called off before it was carried out.
    case cancelled
    /// Paid back.
    case refunded
    /// A status that this version doesn't know, as the store writes it.
    case unknown(String)

    /// Reads the store's word, in lower case; any other word is `unknown`.
    public init(word: String) {
        self = Self.words[word] ?? .unknown(word)
    }

    /// The store's word, in lower case.
    public var word: String {
        if case .unknown(let word) = self { word } else { "\(self)" }
    }

    private static let words: [String: OrderStatus] = [
        "placed": .placed, "paid": .paid, "completed": .completed, "cancelled": .cancelled, "refunded": .refunded,
    ]
}
