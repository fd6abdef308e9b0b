public import Domain
public import Foundation
import WireFormat

/// A user's orders, from the store's API (docs/store-api.md).
public struct StoreFetchUserOrder: FetchUserOrder {
    private let pages: UserListPages

    /// Makes the use case over a transport that signs its requests; `now` is the time of day a request starts.
    public init(baseURL: URL, transport: any HTTPTransport, now: @escaping @Sendable () -> Date) {
        pages = UserListPages(baseURL: baseURL, transport: transport, now: now)
    }

    /// As the protocol says.
    public func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> {
        do throws(StoreFailure) {
            return try await pages.records(
                "orders",
                of: user,
                identity: \UserOrder.number,
                called: "number",
                read: Self.order
            ).map { $0.sorted(by: UserOrder.newestFirst) }
        } catch {
            throw UserOrdersError(error)
        }
    }

    private static func order(_ record: OrderRecord) throws(UnreadableField) -> UserOrder {
        guard let number = record.number, !number.isEmpty else { throw UnreadableField("number") }
        let placedAt = try record.placedAt.flatMap { Date(iso8601: $0) }.readable(as: "placedAt")
        let status = try record.status.readable(as: "status")
        let total = try (record.total?.money).readable(as: "total")
        let records = try record.lines.readable(as: "lines")
        var lines: [OrderLine] = []
        lines.reserveCapacity(records.count)
        for (index, record) in records.enumerated() {
            do throws(UnreadableField) {
                lines.append(try line(record))
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

    private static func line(_ record: OrderRecord.Line) throws(UnreadableField) -> OrderLine {
        OrderLine(
            name: InternetName(try record.name.readable(as: "name")),
            service: service(try record.service.readable(as: "service")),
            years: try record.years.readable(as: "years"),
            price: try (record.price?.money).readable(as: "price")
        )
    }

    private static func status(_ word: String) -> OrderStatus {
        switch word {
        case "placed": .placed
        case "paid": .paid
        case "completed": .completed
        case "cancelled": .cancelled
        case "refunded": .refunded
        default: .unknown(word)
        }
    }

    private static func service(_ word: String) -> NameService {
        switch word {
        case "registration": .registration
        case "renewal": .renewal
        case "transfer": .transfer
        default: .unknown(word)
        }
    }
}
