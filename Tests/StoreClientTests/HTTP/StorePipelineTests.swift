import Domain
import Foundation
import StoreClient
import Synchronization
import Testing

@Suite("The layers that every request passes")
struct StorePipelineTests {
    private static let credentials = Credentials(login: "ada", password: "analytical-engine")

    /// Returns a wire with these responses for resources in turn, and new tokens for requests for tokens.
    private static func wire(_ answers: [HTTPAnswer]) -> ScriptedTransport {
        let rest = Mutex(answers[...])
        let grants = Mutex(0)
        return ScriptedTransport { request throws(HTTPTransportError) in
            if request.url.path.hasSuffix("/auth/token") {
                return TokenStage.grant("\(grants.withLock { count in count += 1; return count })")
            }
            guard let answer = rest.withLock({ $0.popFirst() }) else { throw .unreachable }
            return answer
        }
    }

    private static func pipeline(over wire: ScriptedTransport, _ kept: StoredTokens) throws -> StorePipeline {
        let base = try #require(URL(string: "http://store.example"))
        return StorePipeline(
            over: wire,
            limits: RetryingTransport.Limits(attempts: 3, deadline: .seconds(120), firstWait: .seconds(1)),
            capacity: 1 << 20,
            clock: JumpingClock(),
            fraction: { 0.5 },
            now: { TokenStage.now },
            makeSession: { transport in
                StoreSession(
                    baseURL: base,
                    clientID: nil,
                    transport: transport,
                    store: InMemoryTokenStore(kept),
                    firstSignIn: credentials,
                    legacyToken: { nil },
                    now: { TokenStage.now }
                )
            }
        )
    }

    private static func resource() throws -> HTTPRequest {
        HTTPRequest(url: try #require(URL(string: "http://store.example/deals")))
    }

    private static func status(_ status: Int) -> HTTPAnswer { HTTPAnswer(status: status) }

    private static let tagged = HTTPAnswer(status: 200, headers: ["ETag": "\"1\""], body: Data("one".utf8))

    @Test("Retries are below authorisation: a renewed request has all its attempts again")
    func retriesBelowAuthorisation() async throws {
        let wire = Self.wire([503, 503, 401, 503, 503, 200].map(Self.status))
        let pipeline = try Self.pipeline(over: wire, .tokens(TokenStage.good))
        let answer = try await pipeline.transport.send(Self.resource())
        #expect(answer.status == 200)
        let bearers = wire.requests.filter { !$0.url.path.hasSuffix("/auth/token") }
            .map { $0.headers["Authorization"] ?? "" }
        #expect(
            bearers == Array(repeating: "Bearer access-good", count: 3) + Array(repeating: "Bearer access-1", count: 3)
        )
    }

    @Test("Revalidation is above authorisation: a renewed request has the same tag, and 304 gives the body from before")
    func revalidationAboveAuthorisation() async throws {
        let wire = Self.wire([Self.tagged, Self.status(401), Self.status(304)])
        let pipeline = try Self.pipeline(over: wire, .tokens(TokenStage.good))
        _ = try await pipeline.transport.send(Self.resource())
        let again = try await pipeline.transport.send(Self.resource())
        #expect(again.isRevalidated)
        #expect(again.body == Data("one".utf8))
        let tags = wire.requests.filter { !$0.url.path.hasSuffix("/auth/token") }.map { $0.headers["If-None-Match"] }
        #expect(tags == [nil, "\"1\"", "\"1\""])
    }

    @Test("An answer that came while nobody had signed in is nobody's, and not held")
    func firstSignIn() async throws {
        let wire = Self.wire([Self.tagged, Self.tagged, Self.status(304)])
        let pipeline = try Self.pipeline(over: wire, .none)
        for _ in 0..<3 { _ = try await pipeline.transport.send(Self.resource()) }
        let tags = wire.requests.filter { !$0.url.path.hasSuffix("/auth/token") }.map { $0.headers["If-None-Match"] }
        #expect(tags == [nil, nil, "\"1\""])
        #expect(wire.requests.count { $0.url.path.hasSuffix("/auth/token") } == 1)
    }

    @Test("A person who signed out is not signed in by the first sign-in")
    func signedOut() async throws {
        let wire = Self.wire([Self.tagged])
        let pipeline = try Self.pipeline(over: wire, .signedOut)
        await #expect(throws: HTTPTransportError.unauthorised) { try await pipeline.transport.send(Self.resource()) }
        #expect(wire.requests.isEmpty)
    }
}
