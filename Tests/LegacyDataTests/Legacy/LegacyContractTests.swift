import Domain
import DomainContracts
import Foundation
@preconcurrency import LegacyAccount
import LegacyData
import TestSupport
import Testing

@Suite("The legacy adapters do what every implementation must do")
struct LegacyContractTests {
    @Test("Orders", arguments: FetchUserOrderContract.rows)
    func orders(_ row: FetchUserOrderContract.Row) async throws {
        let contract = FetchUserOrderContract { situation in
            LegacyFetchUserOrder(gateway: gateway(in: situation, list: "orders", record: Wire.order)).fetchOrders
        }
        try await contract.check(row)
    }

    @Test("Addresses", arguments: FetchUserAddressesContract.rows)
    func addresses(_ row: FetchUserAddressesContract.Row) async throws {
        let contract = FetchUserAddressesContract { situation in
            LegacyFetchUserAddresses(gateway: gateway(in: situation, list: "addresses", record: Wire.address))
                .fetchAddresses
        }
        try await contract.check(row)
    }
}

/// Returns the legacy code in a situation: it responds as `AccountService` does in it.
private func gateway<Record: Sendable>(
    in situation: ReadSituation<UserID, [Record]>,
    list: String,
    record: @escaping @Sendable (Record) -> String
) -> LegacyGateway {
    let fetch: LegacyFetch
    switch situation {
    case .stored(let stored):
        fetch = { answer(stored, $0) }
    case .heldUp(let gate, let stored):
        fetch = { param in
            await gate.passIgnoringCancellation()
            return answer(stored, param)
        }
    case .unreadable(let stored):
        fetch = { answer(stored, $0, adding: "{}") }
    case .cached(let stored, let asOf):
        fetch = { (answer(stored, $0, asOf: asOf).0, .network) }
    case .incomplete:
        fetch = { _ in (Wire.answer("others", []), nil) }
    case .malformed(let stored):
        fetch = { (answer(stored, $0).0?.dropLast(10), nil) }
    case .unauthorised:
        fetch = { _ in (nil, .unauthorized) }
    case .unavailable:
        fetch = { _ in (nil, .network) }
    case .busy:
        fetch = { _ in (nil, .server(429)) }
    }
    return LegacyGateway(fetch: fetch, deadline: .seconds(10), clock: StoppedClock(), now: { Wire.generatedAt })

    @Sendable func answer(
        _ stored: [UserID: [Record]],
        _ param: UserRequestParam,
        adding more: String? = nil,
        asOf time: Date = Wire.generatedAt
    ) -> (Data?, AccountServiceError?) {
        guard let records = stored[UserID(param.user)] else { return (nil, .noSuchUser) }
        let json = records.map(record) + [more].compactMap { $0 }
        return (Wire.answer(list, json, generatedAt: "\"\(time.formatted(Wire.milliseconds))\""), nil)
    }
}

extension Wire {
    static let milliseconds = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    fileprivate static func order(_ order: UserOrder) -> String {
        let items = order.lines.map { line in
            item([
                "name": json(line.name.text), "kind": json(kind(line.service)), "years": "\(line.years)",
                "price": json(line.price.text),
            ])
        }
        return Wire.order([
            "order_no": json(order.number.rawValue), "created": json(order.placedAt.formatted(milliseconds)),
            "state": json(state(order.status)), "currency": json(order.total.currency.code),
            "sum": json(order.total.text), "items": "[\(items.joined(separator: ","))]",
        ])
    }

    fileprivate static func address(_ address: UserAddress) -> String {
        Wire.address([
            "id": json(address.id.rawValue), "label": json(address.label), "recipient": json(address.recipient),
            "street": "[\(address.postal.street.map(json).joined(separator: ","))]",
            "zip": address.postal.postalCode.map(json), "city": json(address.postal.locality),
            "region": address.postal.region.map(json), "country": json(address.postal.country.code),
            "is_default": "\(address.isDefault)",
        ])
    }

    private static func state(_ status: OrderStatus) -> String {
        switch status {
        case .placed: "PLACED"
        case .paid: "PAID"
        case .completed: "COMPLETED"
        case .cancelled: "CANCELLED"
        case .refunded: "REFUNDED"
        case .unknown(let state): state
        }
    }

    private static func kind(_ service: NameService) -> String {
        switch service {
        case .registration: "REGISTRATION"
        case .renewal: "RENEWAL"
        case .transfer: "TRANSFER"
        case .unknown(let kind): kind
        }
    }

    private static func json(_ text: String) -> String {
        String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    }
}
