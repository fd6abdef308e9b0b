import AccountSandbox
import Foundation
import StoreClient
import TestSupport
import Testing

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("The transports on a bad wire", .serialized, .timeLimit(.minutes(15)))
struct TransportTests {
    private func outcome(
        over wire: Wire,
        of bytes: String,
        then ending: BrokenServer.Ending = .close,
        largestBody: Int = 1 << 20,
        clock: any Clock<Duration> = StoppedClock()
    ) async throws -> Result<HTTPAnswer, HTTPTransportError> {
        try await outcome(over: wire, of: Data(bytes.utf8), then: ending, largestBody: largestBody, clock: clock)
    }

    private func outcome(
        over wire: Wire,
        of bytes: Data,
        then ending: BrokenServer.Ending = .close,
        largestBody: Int = 1 << 20,
        clock: any Clock<Duration> = StoppedClock()
    ) async throws -> Result<HTTPAnswer, HTTPTransportError> {
        let server = try await BrokenServer.start(answering: bytes, then: ending)
        let transport = wire.transport(largestBody: largestBody, clock: clock)
        let outcome = await result(transport, HTTPRequest(url: server.url))
        await server.stop()
        return outcome
    }

    private func result(
        _ transport: any HTTPTransport,
        _ request: HTTPRequest
    ) async -> Result<HTTPAnswer, HTTPTransportError> {
        do throws(HTTPTransportError) {
            return .success(try await transport.send(request))
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "Status, headers and body come through, whichever status",
        arguments: Wire.allCases,
        [200, 204, 304, 400, 404, 429, 500, 503, 999]
    )
    func answers(wire: Wire, status: Int) async throws {
        let body = [204, 304].contains(status) ? "" : "hello"
        let answer = try await outcome(
            over: wire,
            of: "HTTP/1.1 \(status) -\r\nContent-Length: \(body.utf8.count)\r\nRetry-After: 7\r\n\r\n\(body)"
        ).get()
        #expect(answer.status == status)
        #expect(answer.headers["retry-after"] == "7")
        #expect(answer.body == Data(body.utf8))
    }

    @Test("A redirection is an answer, and is not followed", arguments: Wire.allCases, [301, 302, 303, 307, 308])
    func redirection(wire: Wire, status: Int) async throws {
        let answer = try await outcome(
            over: wire,
            of: "HTTP/1.1 \(status) -\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
        ).get()
        #expect(answer.status == status)
    }

    @Test(
        "A 401 is answered at once, whatever it challenges for",
        arguments: Wire.allCases,
        ["Basic realm=\"a\"", "Bearer", "Digest"]
    )
    func challenge(wire: Wire, scheme: String) async throws {
        let answer = try await outcome(
            over: wire,
            of: "HTTP/1.1 401 -\r\nWWW-Authenticate: \(scheme)\r\nContent-Length: 0\r\n\r\n"
        ).get()
        #expect(answer.status == 401)
    }

    @Test(
        "No answer, or none of HTTP, means that the server is out of reach",
        arguments: Wire.allCases,
        [
            ("", BrokenServer.Ending.close), ("", .reset), ("nonsense\r\n\r\n", .close),
            ("HTTP/1.1 200 OK\r\nX-A: 1\r\n", .reset),
        ]
    )
    func unreachable(wire: Wire, answer: (bytes: String, ending: BrokenServer.Ending)) async throws {
        #expect(try await outcome(over: wire, of: answer.bytes, then: answer.ending) == .failure(.unreachable))
    }

    @Test(
        "A connection that is cut within the header is an error, and the process goes on",
        arguments: Wire.survivingCutHeaders,
        [
            "H", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nX-A",
            "HTTP/1.1 200 OK\r\nX-A: 1\r\n", "HTTP/1.1 200 OK\r\nX-A: 1\r\nX-B",
        ]
    )
    func cutHeader(wire: Wire, bytes: String) async throws {
        for ending in [BrokenServer.Ending.close, .reset] {
            #expect(try await outcome(over: wire, of: bytes, then: ending) == .failure(.unreachable))
        }
    }

    @Test("Where nobody listens nobody is reached", arguments: Wire.allCases)
    func refused(wire: Wire) async throws {
        let server = try await BrokenServer.start(answering: Data())
        await server.stop()
        let transport = wire.transport(largestBody: 100)
        #expect(await result(transport, HTTPRequest(url: server.url)) == .failure(.unreachable))
    }

    @Test(
        "A body that ends before its end is cut off",
        arguments: Wire.allCases,
        [
            "Content-Length: 100\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n",
            "Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
        ]
    )
    func cutOff(wire: Wire, rest: String) async throws {
        #expect(try await outcome(over: wire, of: "HTTP/1.1 200 OK\r\nX-A: 1\r\n\(rest)") == .failure(.cutOff))
    }

    @Test("Two lengths that differ are no response", arguments: Wire.allCases, ["100\r\nContent-Length: 5", "5, 6"])
    func lengths(wire: Wire, lengths: String) async throws {
        let outcome = try await outcome(over: wire, of: "HTTP/1.1 200 OK\r\nContent-Length: \(lengths)\r\n\r\nhello")
        // A parser that refuses the header gets no further.
        #expect(outcome == .failure(.malformed) || outcome == .failure(.unreachable))
    }

    @Test("A trailer is no part of the response", arguments: Wire.survivingCutHeaders)
    func trailer(wire: Wire) async throws {
        let answer = try await outcome(
            over: wire,
            of: "HTTP/1.1 200 OK\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-A: 2\r\n\r\n"
        ).get()
        #expect(answer.body == Data("hello".utf8))
        #expect(answer.headers["x-a"] == "1")
    }

    @Test("A body that is reset before its end is cut off", arguments: Wire.allCases)
    func reset(wire: Wire) async throws {
        let bytes = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"
        let failures: [Result<HTTPAnswer, HTTPTransportError>] = [.failure(.cutOff), .failure(.unreachable)]
        // A reset may arrive before what was sent earlier.
        #expect(failures.contains(try await outcome(over: wire, of: bytes, then: .reset)))
    }

    @Test("A packed body comes unpacked", arguments: Wire.allCases)
    func packed(wire: Wire) async throws {
        // "hello", compressed with gzip.
        let body = Data([
            31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 203, 72, 205, 201, 201, 7, 0, 134, 166, 16, 54, 5, 0, 0, 0,
        ])
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
        #expect(try await outcome(over: wire, of: Data(head.utf8) + body).get().body == Data("hello".utf8))
    }

    @Test("A body as large as allowed is taken", arguments: Wire.allCases)
    func largest(wire: Wire) async throws {
        let answer = try await outcome(
            over: wire,
            of: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
            largestBody: 5
        ).get()
        #expect(answer.body == Data("hello".utf8))
    }

    @Test("A body that announces more than allowed is refused before it comes", arguments: Wire.allCases)
    func announcedTooLarge(wire: Wire) async throws {
        let bytes = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"
        #expect(try await outcome(over: wire, of: bytes, then: .stay, largestBody: 5) == .failure(.tooLarge))
    }

    @Test("A body that announces nothing is refused when it gets too large", arguments: Wire.allCases)
    func unannouncedTooLarge(wire: Wire) async throws {
        let bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nhello!\r\n"
        #expect(try await outcome(over: wire, of: bytes, then: .stay, largestBody: 5) == .failure(.tooLarge))
    }

    @Test(
        "When the deadline passes the exchange is over, however far it is",
        arguments: Wire.allCases,
        ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"]
    )
    func deadline(wire: Wire, bytes: String) async throws {
        #expect(try await outcome(over: wire, of: bytes, then: .stay, clock: RushingClock()) == .failure(.timedOut))
    }

    /// The exchange is over before the transport has closed its connection, so that the server, which stops then, may be the
    /// one that cuts the header off.
    @Test("When the deadline passes within the header the exchange is over", arguments: Wire.survivingCutHeaders)
    func deadlineInHeader(wire: Wire) async throws {
        let bytes = "HTTP/1.1 200 OK\r\nX-A: 1\r\n"
        #expect(try await outcome(over: wire, of: bytes, then: .stay, clock: RushingClock()) == .failure(.timedOut))
    }

    @Test("A request that is cancelled ends as cancelled, at whichever moment", arguments: Wire.allCases)
    func cancelled(wire: Wire) async throws {
        let server = try await BrokenServer.start(answering: Data(), then: .stay)
        let transport = wire.transport(largestBody: 100)
        for yields in 0..<30 {
            let task = Task { await result(transport, HTTPRequest(url: server.url)) }
            for _ in 0..<yields { await Task.yield() }
            task.cancel()
            #expect(await task.value == .failure(.cancelled))
        }
        await server.stop()
    }

    @Test("A request that is cancelled beforehand is not sent", arguments: Wire.allCases)
    func cancelledBefore(wire: Wire) async throws {
        let server = try await SandboxServer.start()
        let transport = wire.transport(largestBody: 100)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await result(transport, HTTPRequest(url: server.url))
        }
        #expect(await task.value == .failure(.cancelled))
        #expect(server.requests.isEmpty)
        await server.stop()
    }

    @Test("A cancelled request leaves the others alone", arguments: Wire.allCases)
    func cancelledBesideOthers(wire: Wire) async throws {
        let server = try await SandboxServer.start()
        let transport = wire.transport()
        let url = server.url.appending(path: "nothing")
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for index in 0..<40 {
                group.addTask {
                    if index.isMultiple(of: 2) { withUnsafeCurrentTask { $0?.cancel() } }
                    return try? await result(transport, HTTPRequest(url: url)).get().status
                }
            }
            return await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == 404 }.count == 20)
        await server.stop()
    }

    @Test("A cancellation that meets the answer ends as the one or the other", arguments: Wire.allCases)
    func cancelledAtTheAnswer(wire: Wire) async throws {
        let server = try await SandboxServer.start()
        let transport = wire.transport()
        let url = server.url.appending(path: "nothing")
        for round in 0..<200 {
            let arrived = server.requests.count
            let task = Task { await result(transport, HTTPRequest(url: url)) }
            if round.isMultiple(of: 2) { while server.requests.count == arrived { await Task.yield() } }
            for _ in 0..<(round * 7 % 100) { await Task.yield() }
            task.cancel()
            switch await task.value {
            case .success(let answer): #expect(answer.status == 404)
            case .failure(let error): #expect(error == .cancelled)
            }
        }
        await server.stop()
    }

    @Test(
        "A fault of the sandbox is told as what it is on the wire",
        arguments: Wire.allCases,
        [
            (SandboxFault.Kind.drop, HTTPTransportError.unreachable), (.cut, .cutOff), (.endless, .tooLarge),
            (.silent, .timedOut), (.stall, .timedOut),
        ]
    )
    func faults(wire: Wire, row: (fault: SandboxFault.Kind, error: HTTPTransportError)) async throws {
        let clock: any Clock<Duration> = row.error == .timedOut ? RushingClock() : StoppedClock()
        let faults = [SandboxFault(row.fault)]
        let server = try await SandboxServer.start(SandboxConfiguration(nameCount: 100, faults: faults))
        let url = try #require(URL(string: "\(server.url.absoluteString)/search?query=med"))
        let transport = wire.transport(largestBody: 100_000, clock: clock)
        #expect(await result(transport, HTTPRequest(url: url)) == .failure(row.error))
        await server.stop()
    }

    @Test(
        "What the sandbox answers comes through, whatever is wrong in it",
        arguments: Wire.allCases,
        [
            (SandboxFault.Kind.truncated, 200), (.html, 200), (.malformed, 200), (.tooManyRequests, 429),
            (.unavailable, 503), (.serverError, 500),
        ]
    )
    func answeredFaults(wire: Wire, row: (fault: SandboxFault.Kind, status: Int)) async throws {
        let faults = [SandboxFault(row.fault)]
        let server = try await SandboxServer.start(SandboxConfiguration(nameCount: 100, faults: faults))
        let url = try #require(URL(string: "\(server.url.absoluteString)/search?query=med"))
        let answer = try await result(wire.transport(), HTTPRequest(url: url)).get()
        #expect(answer.status == row.status)
        #expect(answer.headers["retry-after"] == (row.status == 429 ? "7" : nil))
        #expect(!answer.body.isEmpty)
        await server.stop()
    }

    @Test("Method, headers and body are sent", arguments: Wire.allCases)
    func sends(wire: Wire) async throws {
        let server = try await SandboxServer.start()
        let transport = wire.transport()
        let answer = try await transport.send(
            HTTPRequest(
                method: "POST",
                url: server.url.appending(path: "legacy/login"),
                headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Data("login=ada&password=analytical-engine".utf8)
            )
        )
        #expect(answer.status == 200)
        #expect(answer.mediaType == "application/json")
        #expect(String(decoding: answer.body, as: UTF8.self).contains(#""user":"ada""#))
        await server.stop()
    }
}
