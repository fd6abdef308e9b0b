public import Domain
import Foundation

/// One order as a person reads it. Every text is formatted when it is asked for.
public struct UserOrderRow: Identifiable, Sendable {
    /// What the texts are made of.
    public let order: UserOrder
    private let formats: Formats

    /// Creates the row of `order`.
    public init(_ order: UserOrder, formats: Formats) {
        self.order = order
        self.formats = formats
    }

    /// The order's number, unique in a list.
    public var id: OrderNumber { order.number }

    /// The number printed on the order.
    public var number: String { order.number.rawValue }

    /// The day on which it was placed, in the time zone of the formats.
    public var date: String { formats.day(order.placedAt) }

    /// How far it has got.
    public var status: String {
        switch order.status {
        case .placed: formats.wording(.orderPlaced)
        case .paid: formats.wording(.orderPaid)
        case .completed: formats.wording(.orderCompleted)
        case .cancelled: formats.wording(.orderCancelled)
        case .refunded: formats.wording(.orderRefunded)
        case .unknown(let status): formats.wording(.orderStatusUnknown, .text(status))
        }
    }

    /// The positions, in the order of the receipt.
    public var lines: [Line] { order.lines.map { Line($0, formats: formats) } }

    /// What was paid in all, with its currency.
    public var total: String { formats.money(order.total) }

    /// Whether money went back to the user.
    public var isRefund: Bool { order.total.amount < 0 }
}

extension UserOrderRow {
    /// One position of an order as a person reads it.
    public struct Line: Sendable {
        /// What was bought: "example.com: registration, 2 years".
        public let text: String
        /// What it cost, with its currency.
        public let price: String

        init(_ line: OrderLine, formats: Formats) {
            text = formats.wording(
                .orderLine,
                .text(line.name.text),
                .text(Self.service(line.service, formats)),
                .text(formats.wording(.orderLineYears, formats.argument(line.years)))
            )
            price = formats.money(line.price)
        }

        private static func service(_ service: NameService, _ formats: Formats) -> String {
            switch service {
            case .registration: formats.wording(.serviceRegistration)
            case .renewal: formats.wording(.serviceRenewal)
            case .transfer: formats.wording(.serviceTransfer)
            case .unknown(let service): formats.wording(.serviceUnknown, .text(service))
            }
        }
    }
}

extension Message {
    /// One position of an order: name, service, number of years (arguments 0 to 2, all of them texts).
    public static let orderLine = Message("order.line", "{0}: {1}, {2}")
    /// As many years as the count in argument 0.
    public static let orderLineYears = Message("order.line.years", "{0} years", one: "{0} year")
    /// `OrderStatus.placed`.
    public static let orderPlaced = Message("order.status.placed", "Placed")
    /// `OrderStatus.paid`.
    public static let orderPaid = Message("order.status.paid", "Paid")
    /// `OrderStatus.completed`.
    public static let orderCompleted = Message("order.status.completed", "Completed")
    /// `OrderStatus.cancelled`.
    public static let orderCancelled = Message("order.status.cancelled", "Cancelled")
    /// `OrderStatus.refunded`.
    public static let orderRefunded = Message("order.status.refunded", "Refunded")
    /// A status this version does not know, as the store writes it in argument 0.
    public static let orderStatusUnknown = Message("order.status.unknown", "Other ({0})")
    /// `NameService.registration`.
    public static let serviceRegistration = Message("service.registration", "registration")
    /// `NameService.renewal`.
    public static let serviceRenewal = Message("service.renewal", "renewal")
    /// `NameService.transfer`.
    public static let serviceTransfer = Message("service.transfer", "transfer")
    /// A service this version does not know, as the store writes it in argument 0.
    public static let serviceUnknown = Message("service.unknown", "other service ({0})")

    static let orders = [
        orderLine, orderLineYears, orderPlaced, orderPaid, orderCompleted, orderCancelled, orderRefunded,
        orderStatusUnknown, serviceRegistration, serviceRenewal, serviceTransfer, serviceUnknown,
    ]
}
