import AccountSandbox
import Foundation
import StoreClient
import Testing

// One server at a time: each has a thread of its own, and a process has only so many.
@Suite("The transport over URLSession", .serialized, .timeLimit(.minutes(1)))
struct URLSessionTransportTests {
    private func outcome(
        of bytes: String,
        then ending: BrokenServer.Ending = .close,
        largestBody: Int = 1 << 20,
        clock: any Clock<Duration> = StoppedClock()
    ) async throws -> Result<HTTPAnswer, HTTPTransportError> {
        let server = try await BrokenServer.start(answering: Data(bytes.utf8), then: ending)
        let transport = URLSessionTransport(deadline: .seconds(10), largestBody: largestBody, clock: clock)
        let outcome = await result(transport, HTTPRequest(url: server.url))
        await server.stop()
        return outcome
    }

    private func result(
        _ transport: URLSessionTransport,
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
        arguments: [200, 204, 400, 404, 429, 500, 503, 999]
    )
    func answers(status: Int) async throws {
        let body = status == 204 ? "" : "hello"
        let answer = try await outcome(
            of: "HTTP/1.1 \(status) -\r\nContent-Length: \(body.utf8.count)\r\nRetry-After: 7\r\n\r\n\(body)"
        ).get()
        #expect(answer.status == status)
        #expect(answer.headers["retry-after"] == "7")
        #expect(answer.body == Data(body.utf8))
    }

    @Test("A redirection is an answer, and is not followed", arguments: [301, 302, 303, 307, 308])
    func redirection(status: Int) async throws {
        let answer = try await outcome(
            of: "HTTP/1.1 \(status) -\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
        ).get()
        #expect(answer.status == status)
    }

    @Test(
        "A 401 is answered at once, whatever it challenges for",
        arguments: ["Basic realm=\"a\"", "Bearer", "Digest"]
    )
    func challenge(scheme: String) async throws {
        let answer = try await outcome(
            of: "HTTP/1.1 401 -\r\nWWW-Authenticate: \(scheme)\r\nContent-Length: 0\r\n\r\n"
        ).get()
        #expect(answer.status == 401)
    }

    @Test(
        "No answer, or none of HTTP, means that the server is out of reach",
        arguments: [("", BrokenServer.Ending.close), ("", .reset), ("nonsense\r\n\r\n", .close)]
    )
    func unreachable(bytes: String, ending: BrokenServer.Ending) async throws {
        #expect(try await outcome(of: bytes, then: ending) == .failure(.unreachable))
    }

    @Test("Where nobody listens nobody is reached")
    func refused() async throws {
        let server = try await BrokenServer.start(answering: Data())
        await server.stop()
        let transport = URLSessionTransport(deadline: .seconds(10), largestBody: 100, clock: StoppedClock())
        #expect(await result(transport, HTTPRequest(url: server.url)) == .failure(.unreachable))
    }

    @Test(
        "A body that ends before its end is cut off",
        arguments: [
            "Content-Length: 100\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n",
        ]
    )
    func cutOff(rest: String) async throws {
        #expect(try await outcome(of: "HTTP/1.1 200 OK\r\nX-A: 1\r\n\(rest)") == .failure(.cutOff))
    }

    @Test("A body as large as allowed is taken")
    func largest() async throws {
        let answer = try await outcome(of: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", largestBody: 5).get()
        #expect(answer.body == Data("hello".utf8))
    }

    @Test("A body that announces more than allowed is refused before it comes")
    func announcedTooLarge() async throws {
        let bytes = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"
        #expect(try await outcome(of: bytes, then: .stay, largestBody: 5) == .failure(.tooLarge))
    }

    @Test("A body that announces nothing is refused when it gets too large")
    func unannouncedTooLarge() async throws {
        let bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nhello!\r\n"
        #expect(try await outcome(of: bytes, then: .stay, largestBody: 5) == .failure(.tooLarge))
    }

    @Test(
        "When the deadline passes the exchange is over, however far it is",
        arguments: ["", "HTTP/1.1 200 OK\r\nX-A: 1\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"]
    )
    func deadline(bytes: String) async throws {
        #expect(try await outcome(of: bytes, then: .stay, clock: RushingClock()) == .failure(.timedOut))
    }

    @Test("A request that is cancelled ends as cancelled, at whichever moment")
    func cancelled() async throws {
        let server = try await BrokenServer.start(answering: Data(), then: .stay)
        let transport = URLSessionTransport(deadline: .seconds(10), largestBody: 100, clock: StoppedClock())
        for yields in 0..<30 {
            let task = Task { await result(transport, HTTPRequest(url: server.url)) }
            for _ in 0..<yields { await Task.yield() }
            task.cancel()
            #expect(await task.value == .failure(.cancelled))
        }
        await server.stop()
    }

    @Test("A request that is cancelled beforehand is not sent")
    func cancelledBefore() async throws {
        let server = try await SandboxServer.start()
        let transport = URLSessionTransport(deadline: .seconds(10), largestBody: 100, clock: StoppedClock())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await result(transport, HTTPRequest(url: server.url))
        }
        #expect(await task.value == .failure(.cancelled))
        #expect(server.requests.isEmpty)
        await server.stop()
    }

    @Test("A cancelled request leaves the others alone")
    func cancelledBesideOthers() async throws {
        let server = try await SandboxServer.start()
        let transport = URLSessionTransport(deadline: .seconds(10), largestBody: 1 << 20, clock: StoppedClock())
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

    @Test("A cancellation that meets the answer ends as the one or the other")
    func cancelledAtTheAnswer() async throws {
        let server = try await SandboxServer.start()
        let transport = URLSessionTransport(deadline: .seconds(10), largestBody: 1 << 20, clock: StoppedClock())
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

    @Test("Method, headers and body are sent")
    func sends() async throws {
        let server = try await SandboxServer.start()
        let transport = URLSessionTransport(deadline: .seconds(10), largestBody: 1 << 20, clock: StoppedClock())
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
