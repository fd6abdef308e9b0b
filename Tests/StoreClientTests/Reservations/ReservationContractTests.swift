import Domain
import DomainContracts
import Foundation
import StoreClient
import Synchronization
import Testing

@Suite("Reservations over HTTP do what all reservations must do")
struct ReservationContractTests {
    @Test("Reservations", arguments: ReservationsContract.rows)
    func reservations(_ row: ReservationsContract.Row) async throws {
        let base = try #require(URL(string: "http://store.example"))
        let contract = ReservationsContract { situation in
            StoreReservations(
                baseURL: base,
                transport: ScriptedTransport(ScriptedStore.script(for: situation)),
                now: { Date(timeIntervalSince1970: 0) }
            )
        }
        try await contract.check(row)
    }
}

/// A store in memory that speaks docs/store-api.md.
final class ScriptedStore: Sendable {
    private struct State {
        var held: [Reservation]
        var cancelled: Set<ReservationID> = []
        var requests: [String: (name: String, reservation: Reservation)] = [:]
        var isUnreadable = false
    }

    private let state: Mutex<State>

    private init(_ held: [Reservation], isUnreadable: Bool = false) {
        state = Mutex(State(held: held, isUnreadable: isUnreadable))
    }

    static func script(for situation: ReservationsSituation) -> ScriptedTransport.Script {
        switch situation {
        case .stored(let held):
            let store = ScriptedStore(held)
            return { request throws(HTTPTransportError) in store.answer(request) }
        case .heldUp(let gate, let held):
            let store = ScriptedStore(held)
            return { request throws(HTTPTransportError) in
                do { try await gate.pass() } catch { throw .cancelled }
                return store.answer(request)
            }
        case .unreadable(let held):
            let store = ScriptedStore(held, isUnreadable: true)
            return { request throws(HTTPTransportError) in store.answer(request) }
        case .malformed(let held):
            let store = ScriptedStore(held)
            return { request throws(HTTPTransportError) in
                let whole = store.answer(request)
                let status = request.method == "DELETE" ? 200 : whole.status
                return HTTPAnswer(status: status, headers: whole.headers, body: whole.body.dropLast(10))
            }
        case .unknownUser:
            return { _ throws(HTTPTransportError) in problem(404, "unknown_user") }
        case .unauthorised:
            return { _ throws(HTTPTransportError) in throw .unauthorised }
        case .unavailable:
            return { _ throws(HTTPTransportError) in throw .unreachable }
        }
    }

    private func answer(_ request: HTTPRequest) -> HTTPAnswer {
        state.withLock { state in
            switch request.method {
            case "POST": Self.reserve(request, in: &state)
            case "DELETE": Self.cancel(ReservationID(request.url.lastPathComponent), in: &state)
            default: Self.list(state)
            }
        }
    }

    private static func reserve(_ request: HTTPRequest, in state: inout State) -> HTTPAnswer {
        let wish = (try? JSONDecoder().decode([String: String].self, from: request.body ?? Data())) ?? [:]
        guard let name = wish["name"], let key = request.headers["Idempotency-Key"] else {
            return problem(400, "missing_idempotency_key")
        }
        if let made = state.requests[key] {
            return made.name == name
                ? json(201, #""reservation":"# + record(made.reservation)) : problem(409, "reused_idempotency_key")
        }
        guard !state.held.contains(where: { $0.name.text == name }) else { return problem(409, "name_taken") }
        let made = Reservation(
            id: ReservationID("new-\(state.requests.count)"),
            name: InternetName(name),
            confirmation: ConfirmationNumber("c-\(state.requests.count)"),
            madeAt: Date(timeIntervalSince1970: 1_800_000_000)
        )
        state.requests[key] = (name, made)
        state.held.append(made)
        return json(201, #""reservation":"# + record(made))
    }

    private static func cancel(_ id: ReservationID, in state: inout State) -> HTTPAnswer {
        guard state.held.contains(where: { $0.id == id }) || state.cancelled.contains(id) else {
            return problem(404, "unknown_reservation")
        }
        state.held.removeAll { $0.id == id }
        state.cancelled.insert(id)
        return HTTPAnswer(status: 204)
    }

    private static func list(_ state: State) -> HTTPAnswer {
        let records = state.held.map(record) + (state.isUnreadable ? ["{}"] : [])
        return json(200, #""reservations":["# + records.joined(separator: ",") + "]")
    }
}

private func record(_ reservation: Reservation) -> String {
    let date = reservation.madeAt.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    return #"{"id":"\#(reservation.id)","name":"\#(reservation.name)","confirmation":"\#(reservation.confirmation)","#
        + #""made_at":"\#(date)"}"#
}

private func json(_ status: Int, _ fields: String) -> HTTPAnswer {
    HTTPAnswer(
        status: status,
        headers: ["Content-Type": "application/json"],
        body: Data(("{\"generated_at\":\"2026-11-21T09:30:00.125Z\"," + fields + "}").utf8)
    )
}

private func problem(_ status: Int, _ code: String) -> HTTPAnswer {
    HTTPAnswer(
        status: status,
        headers: ["Content-Type": "application/problem+json"],
        body: Data(#"{"type":"about:blank","status":\#(status),"code":"\#(code)","title":"x"}"#.utf8)
    )
}
