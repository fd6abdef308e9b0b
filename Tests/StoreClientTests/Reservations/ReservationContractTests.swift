import AccountSandbox
import Domain
import DomainContracts
import Foundation
import StoreClient
import Testing

@Suite("Reservations over HTTP do what all reservations must do, by the rules of the sandbox")
struct ReservationContractTests {
    @Test("Changes", arguments: ReservationsContract.rows)
    func changes(_ row: ReservationsContract.Row) async throws {
        try await ReservationsContract { try await storeReservations(in: $0) }.check(row)
    }
}

/// Returns reservations with a sandbox in this process, in a situation. Ada has none at first.
@Sendable func storeReservations(in situation: ReadSituation<UserID, [Reservation]>) async throws -> StoreReservations {
    let base = try #require(URL(string: "http://store.example"))
    let sandbox = try await SignedInSandbox()
    let script: ScriptedTransport.Script =
        switch situation {
        case .stored(let stored) where stored.isEmpty:
            { _ throws(HTTPTransportError) in RecordedList.problem(404, "unknown_user") }
        case .stored:
            { request throws(HTTPTransportError) in await sandbox.answer(request) }
        case .heldUp(let gate, _):
            { request throws(HTTPTransportError) in
                do { try await gate.pass() } catch { throw .cancelled }
                return await sandbox.answer(request)
            }
        case .malformed:
            { request throws(HTTPTransportError) in
                let whole = await sandbox.answer(request)
                let status = request.method == "DELETE" ? 200 : whole.status
                return HTTPAnswer(status: status, headers: whole.headers, body: whole.body.dropLast(10))
            }
        case .unauthorised:
            { _ throws(HTTPTransportError) in throw .unauthorised }
        case .busy:
            { _ throws(HTTPTransportError) in HTTPAnswer(status: 429) }
        case .unreadable, .cached, .incomplete, .unavailable:
            { _ throws(HTTPTransportError) in throw .unreachable }
        }
    return StoreReservations(
        StoreAPI(baseURL: base, transport: ScriptedTransport(script), now: { Date(timeIntervalSince1970: 0) })
    )
}

/// A sandbox in this process, and a token of Ada's.
private struct SignedInSandbox {
    private let sandbox: Sandbox
    private let token: String

    init() async throws {
        sandbox = await Sandbox()
        let form = "grant_type=password&username=\(SandboxAccount.demo.login)&password=\(SandboxAccount.demo.password)"
        let grant = await sandbox.answer(method: "POST", path: "/auth/token", body: Data(form.utf8))
        let json = try JSONSerialization.jsonObject(with: grant.body) as? [String: Any]
        token = try #require(json?["access_token"] as? String)
    }

    func answer(_ request: HTTPRequest) async -> HTTPAnswer {
        let answer = await sandbox.answer(
            method: request.method,
            path: request.url.path(percentEncoded: true),
            query: request.url.query(percentEncoded: true) ?? "",
            headers: request.headers.merging(["Authorization": "Bearer \(token)"]) { $1 },
            body: request.body ?? Data()
        )
        return HTTPAnswer(
            status: answer.status,
            headers: answer.headers.merging(["Content-Type": answer.contentType ?? ""]) { $1 },
            body: answer.body
        )
    }
}
