import Domain
import Foundation
import StoreClient
import Synchronization
import Testing

@Suite("Settings over HTTP")
struct StoreSettingsTests {
    private static let ada = UserID("ada")
    private static let json = ["Content-Type": "application/json", "ETag": "\"7\""]

    private static func settings(
        _ script: @escaping ScriptedTransport.Script,
        report: @escaping @Sendable (FieldPath) -> Void = { _ in }
    ) throws -> (StoreSettings, ScriptedTransport) {
        let transport = ScriptedTransport(script)
        let base = try #require(URL(string: "http://store.example/v1"))
        return (
            StoreSettings(StoreAPI(baseURL: base, transport: transport, now: { Date() }, report: report)), transport
        )
    }

    private static func answering(
        _ status: Int,
        _ body: String = "",
        _ headers: [String: String] = json
    ) throws -> StoreSettings {
        try settings { _ throws(HTTPTransportError) in
            HTTPAnswer(status: status, headers: headers, body: Data(body.utf8))
        }.0
    }

    @Test("They are asked for by user, and come with their version")
    func fetch() async throws {
        let (settings, transport) = try Self.settings { _ throws(HTTPTransportError) in
            HTTPAnswer(status: 200, headers: Self.json, body: Data(#"{"new_deals":true}"#.utf8))
        }
        let answer = try await settings.fetch(UserID("a&b"))
        #expect(answer == (true, "\"7\""))
        #expect(transport.requests.map(\.url.absoluteString) == ["http://store.example/v1/settings?user=a%26b"])
        #expect(transport.requests.map(\.method) == ["GET"])
    }

    @Test("A change is sent with its key and the version that was seen", arguments: [true, false])
    func change(_ newDeals: Bool) async throws {
        let (settings, transport) = try Self.settings { _ throws(HTTPTransportError) in
            HTTPAnswer(status: 200, headers: Self.json, body: Data(#"{"new_deals":\#(newDeals)}"#.utf8))
        }
        let answer = try await settings.change(Self.ada, newDeals, "key-1", "\"6\"")
        #expect(answer == (newDeals, "\"7\""))
        let request = try #require(transport.requests.first)
        #expect(request.method == "PUT")
        #expect(request.headers["Idempotency-Key"] == "key-1")
        #expect(request.headers["If-Match"] == "\"6\"")
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == #"{"new_deals":\#(newDeals)}"#)
    }

    /// Returns a store whose tags a proxy makes weak. It compares as RFC 9110, section 13.1.1, says.
    private static func behindProxy(_ marked: @escaping @Sendable (String) -> String) throws -> StoreSettings {
        let state = Shared((newDeals: true, tag: "\"v1\""))
        return try settings { request throws(HTTPTransportError) in
            state.value.withLock { state in
                if request.method == "PUT" {
                    guard request.headers["If-Match"] == state.tag else { return HTTPAnswer(status: 412) }
                    state = (request.body == Data(#"{"new_deals":true}"#.utf8), "\"v2\"")
                }
                let headers = ["Content-Type": "application/json", "ETag": marked(state.tag)]
                return HTTPAnswer(
                    status: 200,
                    headers: headers,
                    body: Data(#"{"new_deals":\#(state.newDeals)}"#.utf8)
                )
            }
        }.0
    }

    @Test("A tag that a proxy made weak is sent as the strong one it was, also if it was stored as weak")
    func weakTag() async throws {
        let settings = try Self.behindProxy { "W/\($0)" }
        let answer = try await settings.fetch(Self.ada)
        #expect(answer == (true, "\"v1\""))
        let changed = try await settings.change(Self.ada, false, "k-1", answer.version)
        #expect(changed == (false, "\"v2\""))
        let again = try await settings.change(Self.ada, true, "k-2", "W/\"v2\"")
        #expect(again.newDeals)
    }

    @Test("A tag that comes weak once and strong once is the same version")
    func sometimesWeak() async throws {
        let count = Shared(0)
        let settings = try Self.behindProxy { tag in
            count.value.withLock { count in
                count += 1
                return count.isMultiple(of: 2) ? tag : " W/\(tag) "
            }
        }
        let first = try await settings.fetch(Self.ada)
        let second = try await settings.fetch(Self.ada)
        #expect(first == second)
    }

    @Test("A store that can't compare its own tag refuses; nobody else has changed anything")
    func uselessTag() async throws {
        let (settings, _) = try Self.settings { request throws(HTTPTransportError) in
            request.method == "PUT"
                ? HTTPAnswer(status: 412)
                : HTTPAnswer(status: 200, headers: Self.json, body: Data(#"{"new_deals":true}"#.utf8))
        }
        await #expect(throws: SettingsError.refused) { try await settings.change(Self.ada, false, "k", "W/\"7\"") }
    }

    @Test(
        "What is no single tag is no version: sent back, it would match anything",
        arguments: ["*", #""1", "2""#, ""]
    )
    func noTag(_ text: String) async throws {
        let settings = try Self.answering(
            200,
            #"{"new_deals":true}"#,
            ["Content-Type": "application/json", "ETag": text]
        )
        await #expect(throws: ReadError.malformed) { try await settings.fetch(Self.ada) }
    }

    @Test("A change of what no longer stands tells what does", arguments: [true, false])
    func changedElsewhere(_ stands: Bool) async throws {
        let (settings, _) = try Self.settings { request throws(HTTPTransportError) in
            request.method == "PUT"
                ? HTTPAnswer(status: 412)
                : HTTPAnswer(status: 200, headers: Self.json, body: Data(#"{"new_deals":\#(stands)}"#.utf8))
        }
        await #expect(throws: SettingsError.changedElsewhere(NotificationSettings(confirmed: stands))) {
            try await settings.change(Self.ada, false, "k", "\"6\"")
        }
    }

    @Test("A change that overtook another is no answer, because the result is unknown")
    func changedElsewhereUnknown() async throws {
        let (settings, _) = try Self.settings { request throws(HTTPTransportError) in
            if request.method == "PUT" { return HTTPAnswer(status: 412) }
            throw .unreachable
        }
        await #expect(throws: SettingsError.unavailable) { try await settings.change(Self.ada, false, "k", "\"6\"") }
    }

    @Test(
        "What the store says is told as what it is",
        arguments: [
            (401, SettingsError.unauthorised), (403, .malformed), (422, .malformed), (400, .malformed),
            (404, .malformed),
            (409, .malformed), (428, .malformed), (204, .malformed), (302, .malformed), (429, .busy),
            (500, .unavailable), (503, .unavailable),
        ]
    )
    func statuses(_ status: Int, _ error: SettingsError) async throws {
        let settings = try Self.answering(status)
        await #expect(throws: error) { try await settings.change(Self.ada, false, "k", "\"6\"") }
        // Showing settings is never refused.
        let shown = ReadError.allCases.first { SettingsError($0) == error } ?? .malformed
        await #expect(throws: shown) { try await settings.fetch(Self.ada) }
    }

    @Test(
        "A refusal is one only by a code that says so: others say nothing of an earlier attempt",
        arguments: [
            (403, "forbidden", SettingsError.refused), (422, "invalid_settings", .refused),
            (403, "blocked", .malformed),
            (422, "not_processable", .malformed), (409, "idempotency_in_progress", .malformed),
        ]
    )
    func codes(_ status: Int, _ code: String, _ error: SettingsError) async throws {
        let settings = try Self.answering(
            status,
            #"{"code":"\#(code)"}"#,
            ["Content-Type": "application/problem+json"]
        )
        await #expect(throws: error) { try await settings.change(Self.ada, false, "k", "\"6\"") }
    }

    @Test("Nobody known is told as nobody known")
    func unknownUser() async throws {
        let problem = ["Content-Type": "application/problem+json"]
        let settings = try Self.answering(404, #"{"code":"unknown_user"}"#, problem)
        await #expect(throws: ReadError.unknownUser) { try await settings.fetch(Self.ada) }
        await #expect(throws: SettingsError.unknownUser) { try await settings.change(Self.ada, false, "k", "v") }
    }

    @Test(
        "What happens on the way is told as what it is",
        arguments: [
            (HTTPTransportError.unreachable, ReadError.unavailable), (.timedOut, .unavailable),
            (.cutOff, .unavailable), (.tooLarge, .malformed), (.unauthorised, .unauthorised), (.cancelled, .cancelled),
        ]
    )
    func transport(_ failure: HTTPTransportError, _ error: ReadError) async throws {
        let (settings, _) = try Self.settings { _ throws(HTTPTransportError) in throw failure }
        await #expect(throws: error) { try await settings.fetch(Self.ada) }
        await #expect(throws: SettingsError(error)) { try await settings.change(Self.ada, true, "k", "v") }
    }

    @Test(
        "An answer that lacks something is malformed, and its place is reported without what stands there",
        arguments: [
            ("", json, ""), ("[]", json, ""), ("{}", json, "newDeals"), (#"{"new_deals":"secret"}"#, json, "newDeals"),
            (#"{"new_deals":1}"#, json, "newDeals"),
            (#"{"new_deals":true}"#, ["Content-Type": "application/json"], "version"),
        ]
    )
    func malformed(_ body: String, _ headers: [String: String], _ place: String) async throws {
        let reported = Reports()
        let (settings, _) = try Self.settings(
            { _ throws(HTTPTransportError) in HTTPAnswer(status: 200, headers: headers, body: Data(body.utf8)) },
            report: reported.append
        )
        await #expect(throws: ReadError.malformed) { try await settings.fetch(Self.ada) }
        #expect(reported.places == [place])
    }

    @Test("Settings that are not JSON by their own account are malformed")
    func mediaType() async throws {
        let html = ["Content-Type": "text/html", "ETag": "\"7\""]
        let settings = try Self.answering(200, #"{"new_deals":true}"#, html)
        await #expect(throws: ReadError.malformed) { try await settings.fetch(Self.ada) }
    }
}

/// The reported paths.
final class Reports: Sendable {
    private let reported = Mutex<[FieldPath]>([])

    var places: [String] { reported.withLock { $0.map(\.description) } }

    func append(_ place: FieldPath) { reported.withLock { $0.append(place) } }
}
