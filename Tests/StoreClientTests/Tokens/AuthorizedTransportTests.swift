import Domain
import Foundation
import StoreClient
import Synchronization
import Testing

@Suite("A transport that bears tokens", .timeLimit(.minutes(15)))
struct AuthorizedTransportTests {
    private static let request = HTTPRequest(url: URL(string: "http://store.example/users/ada/orders")!)

    private func send(
        _ stage: TokenStage,
        _ request: HTTPRequest = request,
        over transport: ScriptedTransport
    ) async -> Result<Int, HTTPTransportError> {
        do throws(HTTPTransportError) {
            let transport = AuthorizedTransport(session: stage.session, transport: transport)
            return .success(try await transport.send(request).status)
        } catch {
            return .failure(error)
        }
    }

    /// Returns a server that accepts one token.
    private static func server(accepting token: String) -> ScriptedTransport {
        ScriptedTransport { request throws(HTTPTransportError) in
            HTTPAnswer(status: request.headers["Authorization"] == "Bearer \(token)" ? 200 : 401)
        }
    }

    @Test("A request goes with the token, and otherwise as it is", arguments: ["GET", "POST"])
    func bears(method: String) async {
        let server = Self.server(accepting: "access-good")
        var request = Self.request
        request.method = method
        request.headers["Accept"] = "text/plain"
        request.body = Data("body".utf8)
        #expect(await send(TokenStage(.tokens(TokenStage.good)), request, over: server) == .success(200))
        request.headers["Authorization"] = "Bearer access-good"
        #expect(server.requests == [request])
    }

    @Test("After a 401 there is one renewal and one repetition", arguments: ["GET", "POST"])
    func renews(method: String) async {
        let server = Self.server(accepting: "access-new")
        let stage = TokenStage(.tokens(TokenStage.good))
        var request = Self.request
        request.method = method
        #expect(await send(stage, request, over: server) == .success(200))
        #expect(server.requests.count == 2)
        #expect(stage.asked == ["token refresh_token refresh-good"])
    }

    @Test("A second 401 asks to sign in, and nothing is sent a third time")
    func secondRefusal() async {
        let server = Self.server(accepting: "nothing")
        let stage = TokenStage(.tokens(TokenStage.good))
        #expect(await send(stage, over: server) == .failure(.unauthorised))
        #expect(server.requests.count == 2)
        #expect(stage.asked.count == 1)
    }

    @Test("Nobody signed in means that nothing is sent")
    func nobody() async {
        let server = Self.server(accepting: "nothing")
        #expect(await send(TokenStage(.none), over: server) == .failure(.unauthorised))
        #expect(server.requests.isEmpty)
    }

    @Test(
        "Why there is no token is why there is no answer",
        arguments: [
            (HTTPAnswer(status: 503), HTTPTransportError.unreachable), (HTTPAnswer(status: 401), .unauthorised),
            (HTTPAnswer(status: 404), .malformed),
        ]
    )
    func noToken(answer: HTTPAnswer, error: HTTPTransportError) async {
        let stage = TokenStage { _ throws(HTTPTransportError) in answer }
        #expect(await send(stage, over: Self.server(accepting: "")) == .failure(error))
    }

    @Test("What is no 401 is answered as it is", arguments: [200, 304, 403, 404, 429, 500])
    func other(status: Int) async {
        let stage = TokenStage(.tokens(TokenStage.good))
        let server = ScriptedTransport { _ throws(HTTPTransportError) in HTTPAnswer(status: status) }
        #expect(await send(stage, over: server) == .success(status))
        #expect(server.requests.count == 1)
    }

    @Test("500 requests that are refused at once make one renewal")
    func many() async {
        let server = Self.server(accepting: "access-new")
        let stage = TokenStage(.tokens(TokenStage.good))
        let outcomes = await withTaskGroup(of: Result<Int, HTTPTransportError>.self) { group in
            for _ in 0..<500 { group.addTask { await send(stage, over: server) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes == Array(repeating: .success(200), count: 500))
        #expect(stage.asked == ["token refresh_token refresh-good"])
    }

    @Test("A request that is cancelled while its token is renewed ends as cancelled, unsent")
    func cancelled() async {
        let barrier = Barrier()
        let server = Self.server(accepting: "access-new")
        let stage = TokenStage { _ throws(HTTPTransportError) in
            try await barrier.passUnlessCancelled()
            return TokenStage.grant("new")
        }
        let task = Task { await send(stage, over: server) }
        await barrier.arrival()
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        #expect(server.requests.isEmpty)
        barrier.open()
    }
}
