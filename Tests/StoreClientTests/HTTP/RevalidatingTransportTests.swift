import Domain
import Foundation
import StoreClient
import Synchronization
import Testing

@Suite("A transport that revalidates", .timeLimit(.minutes(15)))
struct RevalidatingTransportTests {
    private static func request(_ path: String = "orders") -> HTTPRequest {
        HTTPRequest(url: URL(string: "http://store.example/\(path)")!, headers: ["Accept": "application/json"])
    }

    /// Returns a server whose pages never change; each tag is that of the path.
    private static func server(
        body: String = "[1]",
        headers: [String: String] = ["Content-Type": "application/json"]
    ) -> ScriptedTransport {
        ScriptedTransport { request throws(HTTPTransportError) in
            let tag = "\"\(request.url.path)\""
            let all = headers.merging(["ETag": tag]) { $1 }
            if request.headers["If-None-Match"] == tag {
                return HTTPAnswer(status: 304, headers: ["ETag": tag, "Age": "7", "Content-Length": "0"])
            }
            return HTTPAnswer(status: 200, headers: all, body: Data(body.utf8))
        }
    }

    private func transport(
        _ server: ScriptedTransport,
        capacity: Int = 1000,
        account: @escaping @Sendable () async -> UserID? = { UserID("ada") }
    ) -> RevalidatingTransport {
        RevalidatingTransport(server, capacity: capacity, account: account)
    }

    /// Returns whether each of the server's requests had a condition.
    private func conditions(_ server: ScriptedTransport) -> [Bool] {
        server.requests.map { $0.headers["If-None-Match"] != nil }
    }

    @Test("What was seen is asked for by its tag, and comes as from before, with the headers of now")
    func revalidates() async throws {
        let server = Self.server()
        let transport = transport(server)
        let first = try await transport.send(Self.request())
        let second = try await transport.send(Self.request())

        #expect(!first.isRevalidated)
        #expect(second.isRevalidated)
        #expect(second.status == 200)
        #expect(second.body == first.body)
        #expect(second.mediaType == "application/json")
        #expect(second.headers["age"] == "7")
        #expect(second.headers["content-length"] == nil)
        #expect(conditions(server) == [false, true])
    }

    @Test("What has changed is sent, and asked for by its new tag")
    func changed() async throws {
        let version = Shared(1)
        let server = ScriptedTransport { request throws(HTTPTransportError) in
            let tag = "\"\(version.value.withLock { $0 })\""
            if request.headers["If-None-Match"] == tag { return HTTPAnswer(status: 304) }
            return HTTPAnswer(status: 200, headers: ["ETag": tag], body: Data(tag.utf8))
        }
        let transport = transport(server)
        _ = try await transport.send(Self.request())
        version.value.withLock { $0 = 2 }
        let changed = try await transport.send(Self.request())
        let again = try await transport.send(Self.request())

        #expect(changed.body == Data("\"2\"".utf8))
        #expect(!changed.isRevalidated)
        #expect(again.body == changed.body)
        #expect(again.isRevalidated)
    }

    @Test("Another account, address or wish is asked without a condition")
    func keys() async throws {
        let account = Shared(UserID("ada"))
        let server = Self.server()
        let transport = transport(server) { account.value.withLock { $0 } }
        _ = try await transport.send(Self.request())
        _ = try await transport.send(Self.request("addresses"))
        _ = try await transport.send(Self.request("orders?page_token=2"))
        var other = Self.request()
        other.headers["Accept"] = "text/csv"
        _ = try await transport.send(other)
        account.value.withLock { $0 = UserID("grace") }
        _ = try await transport.send(Self.request())

        #expect(conditions(server) == Array(repeating: false, count: 5))
    }

    @Test("What came while the account changed is nobody's")
    func accountChanged() async throws {
        let account = Shared(UserID("ada"))
        let server = ScriptedTransport { _ throws(HTTPTransportError) in
            account.value.withLock { $0 = UserID("grace") }
            return HTTPAnswer(status: 200, headers: ["ETag": "\"1\""])
        }
        let transport = transport(server) { account.value.withLock { $0 } }
        _ = try await transport.send(Self.request())
        account.value.withLock { $0 = UserID("ada") }
        _ = try await transport.send(Self.request())
        account.value.withLock { $0 = UserID("grace") }
        _ = try await transport.send(Self.request())

        #expect(conditions(server) == [false, false, false])
    }

    @Test(
        "What has no tag, must not be stored, is damaged or too large is not kept",
        arguments: [
            ("[1]", ["ETag": ""]), ("[1]", ["Cache-Control": "private, no-store"]), ("[1,", [:]), ("", [:]),
            ("[1]", ["Cache-Control": "private, No-Store"]), ("[1]", ["cache-control": "NO-STORE"]),
            ("[1]", ["Cache-Control": "no-store=\"x\""]),
            ("[1]", ["Cache-Control": "private", "CACHE-CONTROL": "no-store"]),
            ("[1]", ["ETag": "*"]), ("[1]", ["ETag": "\"1\", \"2\""]),
            ("[\(String(repeating: " ", count: 1000))]", [:]),
        ]
    )
    func notStored(body: String, headers: [String: String]) async throws {
        let server = ScriptedTransport { _ throws(HTTPTransportError) in
            var all = ["Content-Type": "application/json", "ETag": "\"1\""].merging(headers) { $1 }
            if all["ETag"] == "" { all["ETag"] = nil }
            return HTTPAnswer(status: 200, headers: all, body: Data(body.utf8))
        }
        let transport = transport(server)
        _ = try await transport.send(Self.request())
        _ = try await transport.send(Self.request())
        #expect(conditions(server) == [false, false])
    }

    @Test(
        "A directive that only contains the words, or is an argument of another, forbids nothing",
        arguments: ["private, no-cache", "x-no-store", "no-store-ever", "private=\"set-cookie, no-store\""]
    )
    func stored(_ directives: String) async throws {
        let server = Self.server(headers: ["Content-Type": "application/json", "Cache-Control": directives])
        let transport = transport(server)
        _ = try await transport.send(Self.request())
        _ = try await transport.send(Self.request())
        #expect(conditions(server) == [false, true])
    }

    /// Returns a server with these responses in turn. The last one repeats.
    private static func server(_ answers: [HTTPAnswer]) -> ScriptedTransport {
        let rest = Shared(answers)
        return ScriptedTransport { _ throws(HTTPTransportError) in
            rest.value.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        }
    }

    private static let fresh = HTTPAnswer(
        status: 200,
        headers: ["Content-Type": "application/json", "ETag": "W/\"1\"", "Age": "100", "X-Trace": "1"],
        body: Data("[1]".utf8)
    )

    @Test("A 304 changes only the fields that don't describe the body, and says how old the body is now")
    func confirmation() async throws {
        let confirmation = HTTPAnswer(
            status: 304,
            headers: [
                "Content-Type": "text/html", "Content-Encoding": "br", "Content-Range": "bytes 0-1/2",
                "content-language": "de", "Connection": "close, X-Hop", "X-Hop": "1", "Transfer-Encoding": "chunked",
                "ETag": "\"1\"", "X-Trace": "2",
            ]
        )
        let transport = transport(Self.server([Self.fresh, confirmation]))
        _ = try await transport.send(Self.request())
        for _ in 1...2 {
            let answer = try await transport.send(Self.request())
            #expect(answer.mediaType == "application/json")
            #expect(
                answer.headers
                    == ["content-type": "application/json", "etag": "\"1\"", "x-trace": "2"]
            )
            #expect(answer.body == Data("[1]".utf8))
        }
    }

    @Test("A 304 that forbids storing ends it")
    func forbidden() async throws {
        let server = Self.server([
            Self.fresh, HTTPAnswer(status: 304, headers: ["Cache-Control": "NO-store"]), Self.fresh,
        ])
        let transport = transport(server)
        for _ in 1...3 { #expect(try await transport.send(Self.request()).body == Data("[1]".utf8)) }
        #expect(conditions(server) == [false, true, false])
    }

    @Test("A 304 about another body than the one that is kept confirms nothing")
    func otherBody() async throws {
        let other = HTTPAnswer(status: 200, headers: ["ETag": "\"2\""], body: Data("[2]".utf8))
        let server = Self.server([Self.fresh, HTTPAnswer(status: 304, headers: ["ETag": "\"2\""]), other])
        let transport = transport(server)
        _ = try await transport.send(Self.request())
        let answer = try await transport.send(Self.request())
        #expect(answer.body == Data("[2]".utf8))
        #expect(!answer.isRevalidated)
        #expect(conditions(server) == [false, true, false])
    }

    @Test("Names of fields in a request have no case, either")
    func requestFields() async throws {
        let server = Self.server()
        let transport = transport(server)
        var request = HTTPRequest(url: Self.request().url, headers: ["accept": "application/json"])
        _ = try await transport.send(request)
        request.headers = ["ACCEPT": "application/json"]
        _ = try await transport.send(request)
        request.headers = ["accept": "text/csv"]
        _ = try await transport.send(request)
        request.headers["if-NONE-match"] = "\"own\""
        _ = try await transport.send(request)
        #expect(conditions(server) == [false, true, false, false])
    }

    @Test("Of more than it holds it keeps what was used last")
    func bounded() async throws {
        let server = Self.server(body: "[\(String(repeating: " ", count: 398))]")
        let transport = transport(server)
        for path in ["a", "b", "a", "c", "a", "b"] { _ = try await transport.send(Self.request(path)) }
        #expect(conditions(server) == [false, false, true, false, true, false])
    }

    @Test("Of very many small ones it keeps the latest thousand")
    func manySmall() async throws {
        let server = Self.server(body: "[]")
        let transport = transport(server, capacity: 1 << 20)
        for number in 0...1024 { _ = try await transport.send(Self.request("\(number)")) }
        _ = try await transport.send(Self.request("1024"))
        _ = try await transport.send(Self.request("0"))
        #expect(conditions(server).suffix(2) == [true, false])
    }

    @Test("What only looks at something else goes as it is", arguments: ["POST", "PUT", "HEAD"])
    func otherMethods(method: String) async throws {
        let server = Self.server()
        let transport = transport(server)
        var request = Self.request()
        _ = try await transport.send(request)
        request.method = method
        _ = try await transport.send(request)
        #expect(conditions(server) == [false, false])
    }

    @Test("A condition of the caller's own, and its answer, are left to the caller")
    func ownCondition() async throws {
        let server = Self.server()
        let transport = transport(server)
        var request = Self.request()
        request.headers["If-None-Match"] = "\"/orders\""
        let answer = try await transport.send(request)
        #expect(answer.status == 304)
        #expect(!answer.isRevalidated)
    }
}
