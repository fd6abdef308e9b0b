public import Domain

/// One order as a person reads it. Each text is formatted when it is accessed.
public typealias UserOrderRow = ListRow<UserOrder>

extension UserOrderRow {
    /// The number printed on the order.
    public var number: String { entity.number.rawValue }

    /// The day of the order, in the time zone of the formats.
    public var date: String { formats.day(entity.placedAt) }

    /// The progress of the order.
    public var status: String {
        switch entity.status {
        case .placed: formats.wording(.orderPlaced)
        case .paid: formats.wording(.orderPaid)
        case .completed: formats.wording(.orderCompleted)
        case .cancelled: formats.wording(.orderCancelled)
        case .refunded: formats.wording(.orderRefunded)
        case .unknown(let status): formats.wording(.orderStatusUnknown, .text(status))
        }
    }

    /// The lines, in the order of the receipt.
    public var lines: [OrderLineRow] { entity.lines.map { OrderLineRow($0, formats: formats) } }

    /// The total that was paid, with its currency.
    public var total: String { formats.money(entity.total) }
}

/// One line of an order as a person reads it.
public struct OrderLineRow: Sendable {
    /// The service and name: "example.com: registration, 2 years".
    public let text: String
    /// The price of the line, with its currency.
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

extension Message {
    /// One line of an order: name, service, number of years (arguments 0 to 2, all of them texts).
    public static let orderLine = Message("order.line", "{0}: {1}, {2}")
    /// A number of years, the count in argument 0.
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
    /// A status that this version does not know, spelled as in argument 0 by the store.
    public static let orderStatusUnknown = Message("order.status.unknown", "Other ({0})")
    /// `NameService.registration`.
    public static let serviceRegistration = Message("service.registration", "registration")
    /// `NameService.renewal`.
    public static let serviceRenewal = Message("service.renewal", "renewal")
    /// `NameService.transfer`.
    public static let serviceTransfer = Message("service.transfer", "transfer")
    /// A service that this version does not know, spelled as in argument 0 by the store.
    public static let serviceUnknown = Message("service.unknown", "other service ({0})")

    static let orders = [
        orderLine, orderLineYears, orderPlaced, orderPaid, orderCompleted, orderCancelled, orderRefunded,
        orderStatusUnknown, serviceRegistration, serviceRenewal, serviceTransfer, serviceUnknown,
    ]
}
