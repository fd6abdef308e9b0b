import Domain
import Foundation
import StoreClient
import Testing

@Suite("The search over HTTP")
struct StoreSearchNamesTests {
    private static let json = ["Content-Type": "application/json"]

    private static func search(
        status: Int = 200,
        headers: [String: String] = json,
        body: Data = Data(Recorded.med.utf8)
    ) async throws(SearchNamesError) -> Snapshot<NameMatches> {
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in
            HTTPAnswer(status: status, headers: headers, body: body)
        }
        return try await search(over: transport, "med")
    }

    @discardableResult
    private static func search(
        over transport: ScriptedTransport,
        _ text: String,
        base: String = "http://names.example"
    ) async throws(SearchNamesError) -> Snapshot<NameMatches> {
        guard let url = URL(string: base), let query = NameQuery(text) else { throw .unavailable }
        return try await StoreSearchNames(StoreAPI(baseURL: url, transport: transport, now: { Date() })).names(
            matching: query
        )
    }

    @Test("A recorded answer gives its matches")
    func answer() async throws {
        let answer = try await Self.search()
        #expect(answer.value.matches.first?.name == InternetName("med-med-buy.com"))
        #expect(answer.value.total == 11_906)
    }

    @Test(
        "Any text goes as one field of the query, percent-encoded",
        arguments: [
            ("med", "med"), ("Med-1_2.~", "Med-1_2.~"), ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a&b=c", "a%26b%3Dc"),
            ("a;b", "a%3Bb"), ("a#b?c/d", "a%23b%3Fc%2Fd"), ("100%", "100%25"), ("%20", "%2520"),
            ("\"'\\", "%22%27%5C"),
            ("bücher", "b%C3%BCcher"), ("cafe\u{301}", "caf%C3%A9"), ("日本", "%E6%97%A5%E6%9C%AC"),
            ("👍🏽", "%F0%9F%91%8D%F0%9F%8F%BD"), ("دواء", "%D8%AF%D9%88%D8%A7%D8%A1"), ("[a]", "%5Ba%5D"),
        ]
    )
    func encodes(text: String, encoded: String) async throws {
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in throw .unreachable }
        _ = try? await Self.search(over: transport, text)
        #expect(transport.requests.map(\.url.absoluteString) == ["http://names.example/search?query=\(encoded)"])
    }

    @Test(
        "The base URL may have a path and a query of its own",
        arguments: [
            ("http://names.example/", "http://names.example/search?query=med"),
            ("https://names.example:8443/v1/domains", "https://names.example:8443/v1/domains/search?query=med"),
            ("http://names.example/a%20b/", "http://names.example/a%20b/search?query=med"),
            ("http://names.example/v1?zone=com#top", "http://names.example/v1/search?zone=com&query=med"),
        ]
    )
    func base(base: String, url: String) async throws {
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in throw .unreachable }
        _ = try? await Self.search(over: transport, "med", base: base)
        #expect(transport.requests.map(\.url.absoluteString) == [url])
    }

    @Test("It asks once, for JSON, and sends nothing else")
    func request() async throws {
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in throw .unreachable }
        _ = try? await Self.search(over: transport, "med")
        let request = try #require(transport.requests.first)
        #expect(transport.requests.count == 1)
        #expect(request.method == "GET")
        #expect(request.headers == ["Accept": "application/json"])
        #expect(request.body == nil)
    }

    @Test(
        "A status tells why there is no answer",
        arguments: [
            (429, SearchNamesError.busy), (500, .unavailable), (502, .unavailable), (503, .unavailable),
            (999, .unavailable), (204, .malformed), (301, .malformed), (400, .malformed), (401, .unauthorised),
            (404, .malformed), (0, .malformed),
        ]
    )
    func status(code: Int, error: SearchNamesError) async {
        await #expect(throws: error) { try await Self.search(status: code) }
    }

    @Test(
        "What doesn't call itself JSON is malformed",
        arguments: [[:], ["Content-Type": "text/html; charset=utf-8"], ["Content-Type": ""]]
    )
    func mediaType(headers: [String: String]) async {
        await #expect(throws: SearchNamesError.malformed) { try await Self.search(headers: headers) }
    }

    @Test(
        "The media type's case and parameters don't matter",
        arguments: [["content-type": "application/json; charset=utf-8"], ["CONTENT-TYPE": " Application/JSON ;q=1"]]
    )
    func mediaTypeSpelling(headers: [String: String]) async throws {
        #expect(try await Self.search(headers: headers).value.matches.count == 3)
    }

    @Test("A page of HTML is malformed, whatever it calls itself")
    func html() async {
        let page = Data("<!DOCTYPE html><html></html>".utf8)
        await #expect(throws: SearchNamesError.malformed) { try await Self.search(body: page) }
    }

    @Test(
        "A transport's failure becomes the search's",
        arguments: [
            (HTTPTransportError.unreachable, SearchNamesError.unavailable), (.timedOut, .unavailable),
            (.cutOff, .unavailable), (.tooLarge, .malformed), (.cancelled, .cancelled),
        ]
    )
    func transport(failure: HTTPTransportError, error: SearchNamesError) async {
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in throw failure }
        await #expect(throws: error) { try await Self.search(over: transport, "med") }
    }

    @Test("A search that was cancelled while its answer came is cancelled")
    func cancelledLate() async {
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in
            withUnsafeCurrentTask { $0?.cancel() }
            return HTTPAnswer(status: 200, headers: Self.json, body: Data(Recorded.med.utf8))
        }
        let task = Task { try await Self.search(over: transport, "med") }
        await #expect(throws: SearchNamesError.cancelled) { try await task.value }
    }
}
