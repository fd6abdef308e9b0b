import Foundation
import StoreClient
import Synchronization
import Testing

@Suite("A transport that repeats", .timeLimit(.minutes(15)))
struct RetryingTransportTests {
    private static let url = URL(string: "http://store.example/users/ada/orders")!

    /// Returns a server with these outcomes in turn, and then 200.
    private static func server(_ outcomes: [Result<HTTPAnswer, HTTPTransportError>]) -> ScriptedTransport {
        let rest = Shared(outcomes)
        return ScriptedTransport { _ throws(HTTPTransportError) in
            let next = rest.value.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            return try (next ?? .success(HTTPAnswer(status: 200))).get()
        }
    }

    private static func busy(
        _ retryAfter: String,
        at date: String? = nil
    ) -> Result<HTTPAnswer, HTTPTransportError> {
        var headers = ["Retry-After": retryAfter]
        headers["Date"] = date
        return .success(HTTPAnswer(status: 429, headers: headers))
    }

    private static let down = Result<HTTPAnswer, HTTPTransportError>.success(HTTPAnswer(status: 503))

    private func send(
        over server: ScriptedTransport,
        _ request: HTTPRequest = HTTPRequest(url: url),
        deadline: Duration = .seconds(600),
        clock: JumpingClock = JumpingClock()
    ) async -> Result<Int, HTTPTransportError> {
        let transport = RetryingTransport(
            server,
            limits: RetryingTransport.Limits(attempts: 4, deadline: deadline, firstWait: .seconds(1)),
            clock: clock,
            fraction: { 0.5 },
            now: { TokenStage.now }
        )
        do throws(HTTPTransportError) {
            return .success(try await transport.send(request).status)
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "What fails in passing is sent again",
        arguments: [
            Result<HTTPAnswer, HTTPTransportError>.failure(.unreachable), .failure(.cutOff),
            .success(HTTPAnswer(status: 429)), .success(HTTPAnswer(status: 500)), .success(HTTPAnswer(status: 502)),
            .success(HTTPAnswer(status: 503)), .success(HTTPAnswer(status: 504)),
        ]
    )
    func repeats(failure: Result<HTTPAnswer, HTTPTransportError>) async {
        let server = Self.server([failure])
        #expect(await send(over: server) == .success(200))
        #expect(server.requests == [HTTPRequest(url: Self.url), HTTPRequest(url: Self.url)])
    }

    @Test(
        "What a repetition would not mend is an answer",
        arguments: [200, 204, 304, 400, 401, 403, 404, 409, 412, 501]
    )
    func answers(status: Int) async {
        let server = Self.server([.success(HTTPAnswer(status: status))])
        #expect(await send(over: server) == .success(status))
        #expect(server.requests.count == 1)
    }

    @Test(
        "What took its time already, or is nobody's fault, is not sent again",
        arguments: [HTTPTransportError.timedOut, .tooLarge, .unauthorised, .cancelled]
    )
    func failures(error: HTTPTransportError) async {
        let server = Self.server([.failure(error)])
        #expect(await send(over: server) == .failure(error))
        #expect(server.requests.count == 1)
    }

    @Test(
        "Only what may be sent twice is",
        arguments: [
            ("GET", [:], 2), ("HEAD", [:], 2), ("PUT", [:], 2), ("DELETE", [:], 2), ("POST", [:], 1), ("PATCH", [:], 1),
            ("POST", ["idempotency-key": "7"], 2), ("PATCH", ["Idempotency-Key": "7"], 2),
        ]
    )
    func idempotent(method: String, headers: [String: String], count: Int) async {
        let server = Self.server([Self.down])
        _ = await send(over: server, HTTPRequest(method: method, url: Self.url, headers: headers))
        #expect(server.requests.count == count)
    }

    @Test("While the store carries out an earlier attempt, it is asked again; another conflict is an answer")
    func inProgress() async {
        func conflict(_ code: String) -> Result<HTTPAnswer, HTTPTransportError> {
            let problem = ["Content-Type": "application/problem+json"]
            return .success(HTTPAnswer(status: 409, headers: problem, body: Data(#"{"code":"\#(code)"}"#.utf8)))
        }
        let request = HTTPRequest(method: "POST", url: Self.url, headers: ["Idempotency-Key": "7"])
        let server = Self.server([.failure(.cutOff), conflict("idempotency_in_progress")])
        #expect(await send(over: server, request) == .success(200))
        #expect(server.requests.count == 3)
        #expect(await send(over: Self.server([conflict("name_taken")]), request) == .success(409))
    }

    @Test("The last of the allowed attempts stands")
    func bounded() async {
        let server = Self.server(Array(repeating: Self.down, count: 10))
        #expect(await send(over: server) == .success(503))
        #expect(server.requests.count == 4)
    }

    @Test("Waits double, and a random part of each is waited")
    func backoff() async {
        let clock = JumpingClock()
        _ = await send(over: Self.server(Array(repeating: Self.down, count: 10)), clock: clock)
        #expect(clock.waits == [.milliseconds(500), .seconds(1), .seconds(2)])
    }

    @Test(
        "Retry-After is waited, in seconds or until a moment",
        arguments: [
            ("7", 7.0), (" 7 ", 7), ("Sat, 21 Nov 2026 09:30:09 GMT", 9), ("Saturday, 21-Nov-26 09:30:09 GMT", 9),
            ("Sat Nov 21 09:30:09 2026", 9), ("Thu Nov  5 09:30:09 2026", 0.5),
        ]
    )
    func retryAfter(header: String, seconds: Double) async {
        let clock = JumpingClock()
        #expect(await send(over: Self.server([Self.busy(header)]), clock: clock) == .success(200))
        #expect(clock.waits == [.seconds(seconds)])
    }

    @Test(
        "A time that has passed, none, and what can't be understood are waited for like a failure, and not tried at once",
        arguments: [
            "0", "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Sunday, 22-Nov-76 09:30:00 GMT",
            "soon", "-1", "+5", "5.5", "", "5, 7", "Sat, 21 Nov 2026 09:30:09 CET", "Sat, 31 Feb 2027 09:30:09 GMT",
            "Sat, 21 Now 2026 09:30:09 GMT", "Saturday, 21-Nov-2026 09:30:09 GMT",
        ]
    )
    func backedOff(header: String) async {
        let clock = JumpingClock()
        #expect(await send(over: Self.server([Self.busy(header)]), clock: clock) == .success(200))
        #expect(clock.waits == [.milliseconds(500)])
    }

    @Test(
        "A moment is one of the server's clock, whatever time it is here",
        arguments: [
            ("Sat, 21 Nov 2026 09:40:07 GMT", "Sat, 21 Nov 2026 09:40:00 GMT", 7.0),
            ("Sat, 21 Nov 2026 09:20:07 GMT", "Sat, 21 Nov 2026 09:20:00 GMT", 7),
            ("Sat Nov 21 09:40:07 2026", "Saturday, 21-Nov-26 09:40:00 GMT", 7),
            ("Sat, 21 Nov 2026 09:30:09 GMT", "nonsense", 9),
            ("Sat, 21 Nov 2026 09:30:60 GMT", "Sat, 21 Nov 2026 09:30:53 GMT", 7),
            ("Sat, 21 Nov 2026 09:30:09 GMT", "Sat, 21 Nov 2026 09:30:19 GMT", 0.5),
        ]
    )
    func otherClock(header: String, date: String, seconds: Double) async {
        let clock = JumpingClock()
        #expect(await send(over: Self.server([Self.busy(header, at: date)]), clock: clock) == .success(200))
        #expect(clock.waits == [.seconds(seconds)])
    }

    @Test(
        "A wait beyond the deadline is not begun",
        arguments: [
            "600", "601", "999999999", "9223372036854775807", "9223372036854775808", "99999999999999999999999999",
            "Fri, 31 Dec 9999 23:59:59 GMT", "Friday, 20-Nov-76 09:30:00 GMT",
        ]
    )
    func tooLong(header: String) async {
        let clock = JumpingClock()
        let server = Self.server([Self.busy(header)])
        #expect(await send(over: server, clock: clock) == .success(429))
        #expect(server.requests.count == 1)
        #expect(clock.waits == [])
    }

    @Test("The deadline is of all attempts together")
    func total() async {
        let clock = JumpingClock()
        let server = ScriptedTransport { _ throws(HTTPTransportError) in
            clock.advance(by: .seconds(250))
            throw .unreachable
        }
        #expect(await send(over: server, clock: clock) == .failure(.unreachable))
        #expect(server.requests.count == 3)
    }

    @Test("An attempt under way at the deadline is given up")
    func underWay() async {
        let barrier = Barrier()
        let server = ScriptedTransport { _ throws(HTTPTransportError) in
            try await barrier.passUnlessCancelled()
            return HTTPAnswer(status: 200)
        }
        #expect(await send(over: server, deadline: .seconds(1)) == .failure(.timedOut))
    }

    @Test("A call that is cancelled while it waits for its next attempt ends as cancelled")
    func cancelledWhileWaiting() async {
        let server = Self.server([Self.busy("90"), Self.busy("90")])
        let task = Task { await send(over: server) }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        #expect(server.requests.count == 1)
    }
}
