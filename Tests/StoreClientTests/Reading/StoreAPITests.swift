import Domain
import Foundation
import StoreClient
import Testing

@Suite("What responses mean, by the example of offers and profiles")
struct StoreAPITests {
    private static let json = ["Content-Type": "application/json"]
    private static let start = Date(timeIntervalSince1970: 1_795_253_400)

    private static func fetch(
        _ answer: HTTPAnswer,
        report: @escaping @Sendable (FieldPath) -> Void = { _ in }
    ) async throws -> Snapshot<[Deal]> {
        let base = try #require(URL(string: "http://store.example"))
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in answer }
        return try await StoreDeals(StoreAPI(baseURL: base, transport: transport, now: { start }, report: report))
            .fetch()
    }

    private static func body(_ generatedAt: String) -> Data {
        Data(#"{"generated_at":"\#(generatedAt)","time_zone":"GMT","deals":[]}"#.utf8)
    }

    @Test("They are asked for at their path")
    func path() async throws {
        let base = try #require(URL(string: "http://store.example/v1/"))
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in throw .unreachable }
        let deals = StoreDeals(StoreAPI(baseURL: base, transport: transport, now: { Self.start }))
        await #expect(throws: DealsError.unavailable) { try await deals.fetch() }
        #expect(transport.requests.map(\.url.absoluteString) == ["http://store.example/v1/deals"])
    }

    @Test("An answer made for the request is live, and an older one kept")
    func freshness() async throws {
        let live = HTTPAnswer(status: 200, headers: Self.json, body: Self.body("2026-11-21T09:30:00Z"))
        let old = HTTPAnswer(status: 200, headers: Self.json, body: Self.body("2026-11-21T09:29:59Z"))
        #expect(try await Self.fetch(live).freshness == .live)
        #expect(try await Self.fetch(old).freshness == .cached(asOf: Self.start - 1))
    }

    @Test("An answer that the store vouched for is live, however old it is")
    func revalidated() async throws {
        let body = Self.body("2026-01-01T00:00:00Z")
        let answer = HTTPAnswer(status: 200, headers: Self.json, body: body, isRevalidated: true)
        #expect(try await Self.fetch(answer).freshness == .live)
    }

    @Test(
        "What the store says is told as what it is",
        arguments: [
            (401, DealsError.unauthorised), (404, .malformed), (400, .malformed), (204, .malformed),
            (429, .busy), (500, .unavailable), (503, .unavailable),
        ]
    )
    func statuses(_ status: Int, _ error: DealsError) async throws {
        await #expect(throws: error) { try await Self.fetch(HTTPAnswer(status: status, headers: Self.json)) }
    }

    @Test("An answer without its list is malformed, and the place of what is missing reported")
    func malformed() async throws {
        let reported = Reports()
        let answer = HTTPAnswer(status: 200, headers: Self.json, body: Data(#"{"time_zone":"GMT"}"#.utf8))
        await #expect(throws: DealsError.malformed) { try await Self.fetch(answer, report: reported.append) }
        #expect(reported.places == ["deals"])
    }

    @Test("A profile without its name is malformed, and its place reported without what stands there")
    func profile() async throws {
        let base = try #require(URL(string: "http://store.example"))
        let reported = Reports()
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in
            HTTPAnswer(status: 200, headers: Self.json, body: Data(#"{"name":7,"bonus_points":1}"#.utf8))
        }
        let profiles = StoreFetchProfile(
            StoreAPI(baseURL: base, transport: transport, now: { Self.start }, report: reported.append)
        )
        await #expect(throws: ProfileError.malformed) { try await profiles.profile(of: UserID("ada")) }
        #expect(reported.places == ["name"])
    }
}
