import Foundation
import StoreClient
import Testing

@Suite("The time for all requests together")
struct WaitingTimeTests {
    /// As long as a minute or more is left, the limit ends no request on this clock.
    private static let limit = Duration.seconds(400)

    private let request: HTTPRequest
    private let clock = JumpingClock()

    init() throws {
        request = HTTPRequest(url: try #require(URL(string: "http://store.example/deals")))
    }

    /// Returns a transport whose responses each take `time`.
    private func slow(_ time: Duration) -> ScriptedTransport {
        ScriptedTransport { [clock] _ throws(HTTPTransportError) in
            clock.advance(by: time)
            return HTTPAnswer(status: 200)
        }
    }

    @Test("Requests one after the other share it, and the one for which there is no time isn't sent")
    func shared() async throws {
        let waiting = WaitingTime(Self.limit, clock: clock)
        let (first, second) = (slow(.seconds(100)), slow(.seconds(100)))
        for _ in 0..<3 { _ = try await BoundedTransport(first, within: waiting).send(request) }
        _ = try await BoundedTransport(second, within: waiting).send(request)
        await #expect(throws: HTTPTransportError.timedOut) {
            try await BoundedTransport(second, within: waiting).send(request)
        }
        #expect(first.requests.count == 3)
        #expect(second.requests.count == 1)
    }

    @Test("A request that takes longer than what is left is abandoned")
    func abandoned() async throws {
        let waiting = WaitingTime(Self.limit, clock: clock)
        _ = try await BoundedTransport(slow(.seconds(350)), within: waiting).send(request)
        let silent = ScriptedTransport { _ throws(HTTPTransportError) in
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw .cancelled
        }
        // 50 seconds are left, which pass at once on this clock.
        await #expect(throws: HTTPTransportError.timedOut) {
            try await BoundedTransport(silent, within: waiting).send(request)
        }
    }

    @Test("The time between requests doesn't count")
    func pauses() async throws {
        let waiting = WaitingTime(Self.limit, clock: clock)
        let transport = BoundedTransport(slow(.seconds(1)), within: waiting)
        for _ in 0..<10 {
            _ = try await transport.send(request)
            clock.advance(by: Self.limit)
        }
    }

    @Test("Requests at the same time count once")
    func concurrent() async throws {
        let waiting = WaitingTime(Self.limit, clock: clock)
        let inner = BoundedTransport(slow(.seconds(100)), within: waiting)
        let outer = ScriptedTransport { [request] _ throws(HTTPTransportError) in try await inner.send(request) }
        for _ in 0..<3 { _ = try await BoundedTransport(outer, within: waiting).send(request) }
    }

    @Test("A pipeline counts requests for tokens, and the waits between attempts")
    func pipeline() async throws {
        let wire = ScriptedTransport { _ throws(HTTPTransportError) in
            HTTPAnswer(status: 503, headers: ["Retry-After": "50"])
        }
        let pipeline = StorePipeline(
            over: wire,
            limits: RetryingTransport.Limits(attempts: 3, deadline: .seconds(1_000), firstWait: .seconds(1)),
            waiting: WaitingTime(.seconds(200), clock: clock),
            capacity: 1 << 20,
            clock: clock,
            fraction: { 1 },
            now: { TokenStage.now },
            makeSession: { transport in
                StoreSession(
                    baseURL: request.url,
                    clientID: nil,
                    transport: transport,
                    store: InMemoryTokenStore(.tokens(TokenStage.good)),
                    legacyToken: { nil },
                    now: { TokenStage.now }
                )
            }
        )
        for _ in 0..<2 { _ = try await pipeline.transport.send(request) }
        #expect(wire.requests.count == 6)
        await #expect(throws: HTTPTransportError.timedOut) { try await pipeline.transport.send(request) }
        #expect(wire.requests.count == 6)
    }
}
