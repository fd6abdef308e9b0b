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
