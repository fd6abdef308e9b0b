import Domain
import Foundation
import StoreClient
import Testing

@Suite("What reservations say and hear over HTTP")
struct StoreReservationsTests {
    private let user = UserID("a/da")

    private func reservations(_ transport: ScriptedTransport) throws -> StoreReservations {
        StoreReservations(
            StoreAPI(
                baseURL: try #require(URL(string: "http://store.example/api")),
                transport: transport,
                now: { Date(timeIntervalSince1970: 0) }
            )
        )
    }

    private func key() throws -> IdempotencyKey { try #require(IdempotencyKey("key-1")) }

    @Test("A request carries its key, and what names things is a step of its own in the path")
    func requests() async throws {
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in HTTPAnswer(status: 204) }
        let reservations = try reservations(transport)
        _ = try? await reservations.reserve(InternetName("exämple\".com"), for: user, key: key())
        try await reservations.cancel(ReservationID("../x?y"), of: user)
        let requests = transport.requests
        #expect(requests.map(\.method) == ["POST", "DELETE"])
        #expect(requests.first?.headers["Idempotency-Key"] == "key-1")
        #expect(requests.first?.body == Data(#"{"name":"exämple\".com"}"#.utf8))
        #expect(
            requests.map(\.url.absoluteString) == [
                "http://store.example/api/users/a%2Fda/reservations",
                "http://store.example/api/users/a%2Fda/reservations/..%2Fx%3Fy",
            ]
        )
    }

    @Test("What is a step in a path is nobody's name", arguments: ["", ".", ".."])
    func steps(text: String) async throws {
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in HTTPAnswer(status: 204) }
        let reservations = try reservations(transport)
        await #expect(throws: ReservationsError.unknownReservation) {
            try await reservations.cancel(ReservationID(text), of: user)
        }
        await #expect(throws: ReservationsError.unknownUser) {
            try await reservations.cancel(ReservationID("1"), of: UserID(text))
        }
        #expect(transport.requests == [])
    }

    @Test(
        "An answer is told as what it is",
        arguments: [
            (401, nil, ReservationsError.unauthorised), (404, "unknown_user", .unknownUser), (404, nil, .malformed),
            (409, "name_taken", .taken), (409, "reused_idempotency_key", .refused), (422, "invalid_name", .refused),
            (403, nil, .malformed), (403, "forbidden", .refused), (403, "blocked", .malformed), (429, nil, .busy),
            (409, "idempotency_in_progress", .malformed), (422, "not_processable", .malformed),
            (500, nil, .unavailable),
            (503, "unavailable", .unavailable),
            (302, nil, .malformed), (409, nil, .malformed), (200, nil, .malformed), (418, nil, .malformed),
        ] as [(Int, String?, ReservationsError)]
    )
    func statuses(status: Int, code: String?, error: ReservationsError) async throws {
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in
            HTTPAnswer(
                status: status,
                headers: code == nil ? [:] : ["Content-Type": "application/problem+json"],
                body: Data(code.map { #"{"code":"\#($0)"}"# } ?? "")
            )
        }
        let reservations = try reservations(transport)
        await #expect(throws: error) {
            try await reservations.reserve(InternetName("a.example"), for: user, key: key())
        }
    }

    @Test(
        "A reservation that lacks a field is no answer",
        arguments: [
            #"{}"#, #"{"reservation":{}}"#, #"{"reservation":{"id":"1","name":"a","confirmation":"c"}}"#,
            #"{"reservation":{"id":"","name":"a","confirmation":"c","made_at":"2026-11-21T09:30:00Z"}}"#,
            #"{"reservation":{"id":"1","name":"a","confirmation":"c","made_at":"yesterday"}}"#, #"[1,2,3]"#, "",
        ]
    )
    func lacking(body: String) async throws {
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in
            HTTPAnswer(status: 201, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
        }
        let reservations = try reservations(transport)
        await #expect(throws: ReservationsError.malformed) {
            try await reservations.reserve(InternetName("a.example"), for: user, key: key())
        }
    }
}

extension Data {
    fileprivate init(_ text: String) { self.init(text.utf8) }
}
