import Domain
import DomainContracts
import Foundation
import StoreClient
import Testing

@Suite("The store's lists do what every implementation must do")
struct UserListContractTests {
    @Test("Orders", arguments: FetchUserOrderContract.rows)
    func orders(_ row: FetchUserOrderContract.Row) async throws {
        let contract = FetchUserOrderContract { situation in
            StoreFetchUserOrder(try store(in: situation, list: "orders", record: record)).fetchOrders
        }
        try await contract.check(row)
    }

    @Test("Addresses", arguments: FetchUserAddressesContract.rows)
    func addresses(_ row: FetchUserAddressesContract.Row) async throws {
        let contract = FetchUserAddressesContract { situation in
            StoreFetchUserAddresses(try store(in: situation, list: "addresses", record: record)).fetchAddresses
        }
        try await contract.check(row)
    }

    @Test("Reservations", arguments: FetchReservationsContract.rows)
    func reservations(_ row: FetchReservationsContract.Row) async throws {
        let contract = FetchReservationsContract { situation in
            StoreReservations(try store(in: situation, list: "reservations", record: record)).reservations
        }
        try await contract.check(row)
    }
}

/// Returns the API of a store in a situation.
private func store<Record: Sendable>(
    in situation: ReadSituation<UserID, [Record]>,
    list: String,
    pageSize: Int = 2,
    record: @escaping @Sendable (Record) -> String
) throws -> StoreAPI {
    StoreAPI(
        baseURL: try #require(URL(string: "http://store.example")),
        transport: ScriptedTransport(script(for: situation, list: list, pageSize, record: record)),
        now: { RecordedList.generatedAt }
    )
}

/// Returns the script of a store in a situation. With two records on each page, all rows use several pages.
private func script<Record: Sendable>(
    for situation: ReadSituation<UserID, [Record]>,
    list: String,
    _ pageSize: Int,
    record: @escaping @Sendable (Record) -> String
) -> ScriptedTransport.Script {
    switch situation {
    case .stored(let stored):
        return { request throws(HTTPTransportError) in answer(stored, request) }
    case .heldUp(let gate, let stored):
        return { request throws(HTTPTransportError) in
            do { try await gate.pass() } catch { throw .cancelled }
            return answer(stored, request)
        }
    case .unreadable(let stored):
        return { request throws(HTTPTransportError) in answer(stored, request, adding: "{}") }
    case .cached(let stored, let asOf):
        // Nothing is stored on this device; a cache on the way may have a copy, and responds for a store that can't be reached.
        return { request throws(HTTPTransportError) in answer(stored, request, asOf: asOf) }
    case .incomplete:
        return { _ throws(HTTPTransportError) in RecordedList.answer(RecordedList.body("others", [])) }
    case .malformed(let stored):
        return { request throws(HTTPTransportError) in
            let whole = answer(stored, request)
            return HTTPAnswer(status: 200, headers: whole.headers, body: whole.body.dropLast(10))
        }
    case .unauthorised:
        return { _ throws(HTTPTransportError) in throw .unauthorised }
    case .unavailable:
        return { _ throws(HTTPTransportError) in throw .unreachable }
    case .busy:
        return { _ throws(HTTPTransportError) in HTTPAnswer(status: 429, headers: ["Retry-After": "7"]) }
    }

    @Sendable func answer(
        _ stored: [UserID: [Record]],
        _ request: HTTPRequest,
        adding more: String? = nil,
        asOf time: Date = RecordedList.generatedAt
    ) -> HTTPAnswer {
        let user = UserID(request.url.pathComponents[2])
        guard let records = stored[user] else { return RecordedList.problem(404, "unknown_user") }
        let all = records.map(record) + [more].compactMap { $0 }
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems
        let start = items?.first { $0.name == "page_token" }?.value.flatMap { Int($0) } ?? 0
        let body = RecordedList.body(
            list,
            Array(all.dropFirst(start).prefix(pageSize)),
            generatedAt: "\"\(time.formatted(RecordedList.milliseconds))\"",
            next: start + pageSize < all.count ? "\"\(start + pageSize)\"" : nil
        )
        return RecordedList.answer(body)
    }
}

@Sendable private func record(_ order: UserOrder) -> String {
    let lines = order.lines.map { line in
        RecordedList.line([
            "name": RecordedList.json(line.name.text), "service": RecordedList.json(word(line.service)),
            "years": "\(line.years)", "price": RecordedList.money(line.price.text, line.price.currency.code),
        ])
    }
    return RecordedList.order([
        "number": RecordedList.json(order.number.rawValue),
        "placed_at": RecordedList.json(order.placedAt.formatted(RecordedList.milliseconds)),
        "status": RecordedList.json(word(order.status)),
        "total": RecordedList.money(order.total.text, order.total.currency.code),
        "lines": "[\(lines.joined(separator: ","))]",
    ])
}

@Sendable private func record(_ address: UserAddress) -> String {
    RecordedList.address([
        "id": RecordedList.json(address.id.rawValue), "label": RecordedList.json(address.label),
        "recipient": RecordedList.json(address.recipient),
        "street": "[\(address.postal.street.map(RecordedList.json).joined(separator: ","))]",
        "postal_code": address.postal.postalCode.map(RecordedList.json),
        "locality": RecordedList.json(address.postal.locality),
        "region": address.postal.region.map(RecordedList.json),
        "country": RecordedList.json(address.postal.country.code), "is_default": "\(address.isDefault)",
    ])
}

@Sendable private func record(_ reservation: Reservation) -> String {
    RecordedList.record([
        "id": RecordedList.json(reservation.id.rawValue), "name": RecordedList.json(reservation.name.text),
        "confirmation": RecordedList.json(reservation.confirmation.rawValue),
        "made_at": RecordedList.json(reservation.madeAt.formatted(RecordedList.milliseconds)),
    ])
}

private func word(_ status: OrderStatus) -> String {
    switch status {
    case .placed: "placed"
    case .paid: "paid"
    case .completed: "completed"
    case .cancelled: "cancelled"
    case .refunded: "refunded"
    case .unknown(let word): word
    }
}

private func word(_ service: NameService) -> String {
    switch service {
    case .registration: "registration"
    case .renewal: "renewal"
    case .transfer: "transfer"
    case .unknown(let word): word
    }
}
