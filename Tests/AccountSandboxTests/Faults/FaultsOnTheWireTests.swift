import AccountSandbox
import Foundation
import Testing

/// The bytes on the connection, read without an HTTP client.
// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("Faults on the wire", .serialized)
struct FaultsOnTheWireTests {
    private typealias Wire = RawConnection.Wire

    /// Returns the response for Ada's orders, with the fault and without.
    private func wires(
        _ kind: SandboxFault.Kind,
        list: String = "orders",
        until isEnough: @escaping @Sendable (RawConnection.Wire) -> Bool = { _ in false }
    ) async throws -> (broken: RawConnection.Wire, sound: RawConnection.Wire) {
        let clock = StoppedClock()
        let path = "/legacy/users/ada/\(list)"
        let sound = try await withSandbox(SandboxConfiguration(now: clock.now)) { server, client async throws in
            try await RawConnection.get(path, token: try await client.token(), from: server.url)
        }
        let configuration = SandboxConfiguration(faults: [SandboxFault(kind)], now: clock.now)
        let broken = try await withSandbox(configuration) { server, client async throws in
            try await RawConnection.get(path, token: try await client.token(), from: server.url, until: isEnough)
        }
        return (broken, sound)
    }

    @Test("A sound answer is complete and announces its length", arguments: ["orders", "addresses"])
    func sound(list: String) async throws {
        let wire = try await wires(.drop, list: list).sound

        #expect(wire.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(wire.head.contains("Content-Length: \(wire.body.count)\r\n"))
        #expect(wire.ending == .closed)
    }

    @Test("drop: not a byte, then closed", arguments: ["orders", "addresses"])
    func drop(list: String) async throws {
        let wire = try await wires(.drop, list: list).broken

        #expect(wire == Wire(ending: .closed))
    }

    @Test("cut: closed halfway through the announced body")
    func cut() async throws {
        let (wire, sound) = try await wires(.cut)

        #expect(wire.head == sound.head)
        #expect(wire.body == sound.body.prefix(sound.body.count / 2))
        #expect(wire.ending == .closed)
    }

    @Test("stall: headers and half of the body, and the connection stays open")
    func stall() async throws {
        let (wire, sound) = try await wires(.stall) { $0.body.count >= 1000 }

        #expect(wire.head == sound.head)
        #expect(sound.body.starts(with: wire.body))
        #expect(wire.body.count <= sound.body.count / 2)
        #expect(wire.ending == .open)
    }

    @Test("endless: chunks that go on far beyond the sound answer")
    func endless() async throws {
        let (wire, sound) = try await wires(.endless) { $0.body.count >= 300_000 }

        #expect(wire.head.contains("Transfer-Encoding: chunked\r\n"))
        #expect(!wire.head.contains("Content-Length"))
        #expect(wire.body.count > sound.body.count * 10)
        #expect(wire.ending == .open)
    }

    @Test("truncated: a complete answer whose JSON ends in the middle")
    func truncated() async throws {
        let (wire, sound) = try await wires(.truncated)

        #expect(wire.head.contains("Content-Length: \(wire.body.count)\r\n"))
        #expect(wire.body == sound.body.prefix(sound.body.count / 2))
        #expect(throws: (any Error).self) { try JSONSerialization.jsonObject(with: wire.body) }
    }

    @Test("html: a page with status 200")
    func html() async throws {
        let wire = try await wires(.html).broken

        #expect(wire.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(wire.head.contains("Content-Type: text/html"))
        #expect(wire.body.starts(with: Data("<!DOCTYPE html>".utf8)))
    }

    @Test("malformed: JSON, but not the dialect's")
    func malformed() async throws {
        let wire = try await wires(.malformed).broken
        let json = try #require(try JSONSerialization.jsonObject(with: wire.body) as? [String: Any])

        #expect(json["status"] as? String == "OK")
        #expect(!(json["data"] is [String: Any]))
    }

    @Test(
        "An unwell server says so by its status",
        arguments: [
            (SandboxFault.Kind.unauthorised, "401 Unauthorized"), (.tooManyRequests, "429 Too Many Requests"),
            (.unavailable, "503 Service Unavailable"), (.serverError, "500 Internal Server Error"),
        ]
    )
    func statuses(kind: SandboxFault.Kind, status: String) async throws {
        let wire = try await wires(kind).broken

        #expect(wire.head.hasPrefix("HTTP/1.1 \(status)\r\n"))
        #expect(wire.head.contains("Retry-After: 7\r\n") == (kind == .tooManyRequests))
        #expect(String(decoding: wire.body, as: UTF8.self).contains("BAD_TOKEN") == (kind == .unauthorised))
    }

    @Test("silent: not a byte, also after the server answered somebody else")
    func silent() async throws {
        let configuration = SandboxConfiguration(faults: [SandboxFault(.silent)])
        let server = try await SandboxServer.start(configuration)
        let client = Client(server.url)
        let token = try await client.token()
        async let waiting = RawConnection.get("/legacy/users/ada/orders", token: token, from: server.url)
        while !server.requests.contains(where: { $0.path.hasSuffix("orders") }) { await Task.yield() }
        _ = try await client.token()
        await server.stop()

        // Stopping the server ends it; until then nothing had arrived.
        #expect(!String(decoding: try await waiting.bytes, as: UTF8.self).contains("200 OK"))
    }

    @Test("sign-in-refused: the right password is refused, a session given before is good")
    func signInRefused() async throws {
        try await withFolder { folder in
            let session = try await withSandbox(SandboxConfiguration(stateFolder: folder)) { _, client async throws in
                try await client.signIn()
            }
            let refusing = SandboxConfiguration(faults: [SandboxFault(.signInRefused)], stateFolder: folder)
            try await withSandbox(refusing) { _, client async throws in
                let reply = try await client.post("/legacy/login", "login=ada&password=analytical-engine")
                let token = try await client.token(session: session)

                #expect(try reply.code() == "BAD_CREDENTIALS")
                #expect(try await client.get("/legacy/users/ada/orders", token: token).status == 200)
            }
        }
    }

    @Test(
        "No fault but sign-in-refused acts on sign-in and tokens",
        arguments: SandboxFault.Kind.allCases.filter { $0 != .signInRefused }
    )
    func dataOnly(kind: SandboxFault.Kind) async throws {
        try await withSandbox(SandboxConfiguration(faults: [SandboxFault(kind)])) { _, client async throws in
            #expect(try await client.token().count == 64)
        }
    }

    @Test("Of several faults that break the answer the first acts; those of content act beside it")
    func several() async throws {
        let configuration = SandboxConfiguration(
            faults: [SandboxFault(.duplicateID), SandboxFault(.unavailable), SandboxFault(.drop)]
        )
        try await withSandbox(configuration) { _, client async throws in
            let reply = try await client.get("/legacy/users/ada/orders", token: try await client.token())

            #expect(reply.status == 503)
        }
    }
}
