import Domain
import Foundation
import WireFormat

/// Translates `GET /legacy/users/{user}/orders`, from bytes to entities, newest first.
enum OrderTranslator {
    static func translate(_ body: Data) throws(LegacyFailure) -> LegacyAnswer<[UserOrder]> {
        let envelope = try LegacyEnvelope<OrderRecord.List>(body)
        let answer = LegacyAnswer(
            list: "orders",
            records: envelope.payload.orders,
            generatedAt: envelope.generatedAt,
            identity: \UserOrder.number,
            called: "number",
            read: order
        )
        return LegacyAnswer(
            value: answer.value.sorted(by: UserOrder.newestFirst),
            generatedAt: answer.generatedAt,
            unreadable: answer.unreadable
        )
    }

    static func order(_ record: OrderRecord) throws(UnreadableField) -> UserOrder {
        if !record.isObject { throw UnreadableField([]) }
        guard let number = record.number, !number.isEmpty else { throw UnreadableField("number") }
        let placedAt = try record.created.flatMap { Date(iso8601: $0) }.readable(as: "placedAt")
        let status = try record.state.readable(as: "status")
        let currency = try record.currency.flatMap { Currency(code: $0) }.readable(as: "total")
        let total = try record.sum.flatMap { Money(text: $0, currency: currency) }.readable(as: "total")
        let items = try record.items.readable(as: "lines")
        var lines: [OrderLine] = []
        lines.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            do throws(UnreadableField) {
                lines.append(try line(item, currency))
            } catch {
                throw UnreadableField([.field("lines"), .index(index)] + error.path)
            }
        }
        return UserOrder(
            number: OrderNumber(number),
            placedAt: placedAt,
            status: self.status(status),
            lines: lines,
            total: total
        )
    }

    private static func line(_ item: OrderRecord.Item, _ currency: Currency) throws(UnreadableField) -> OrderLine {
        OrderLine(
            name: InternetName(try item.name.readable(as: "name")),
            service: service(try item.kind.readable(as: "service")),
            years: try item.years.readable(as: "years"),
            price: try item.price.flatMap { Money(text: $0, currency: currency) }.readable(as: "price")
        )
    }

    private static func status(_ state: String) -> OrderStatus {
        switch state {
        case "PLACED": .placed
        case "PAID": .paid
        case "COMPLETED": .completed
        case "CANCELLED": .cancelled
        case "REFUNDED": .refunded
        default: .unknown(state)
        }
    }

    private static func service(_ kind: String) -> NameService {
        switch kind {
        case "REGISTRATION": .registration
        case "RENEWAL": .renewal
        case "TRANSFER": .transfer
        default: .unknown(kind)
        }
    }
}
