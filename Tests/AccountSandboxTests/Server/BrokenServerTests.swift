import AccountSandbox
import Foundation
import Testing

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("The broken server", .serialized)
struct BrokenServerTests {
    @Test(
        "Every connection gets the given bytes and the given end",
        arguments: [
            ("SSH-2.0-OpenSSH_9.6\r\n", BrokenServer.Ending.close, RawConnection.Ending.closed),
            ("HTTP/1.1 200 OK\r\n", .close, .closed),
            ("", .close, .closed),
            ("", .reset, .reset),
        ]
    )
    func bytes(text: String, ending: BrokenServer.Ending, seen: RawConnection.Ending) async throws {
        let server = try await BrokenServer.start(answering: Data(text.utf8), then: ending)
        for _ in 0..<3 {
            let wire = try await RawConnection.get("/", token: nil, from: server.url)

            #expect(wire == RawConnection.Wire(bytes: Data(text.utf8), ending: seen))
        }
        await server.stop()
    }

    @Test("A connection that stays ends with the server")
    func stay() async throws {
        let server = try await BrokenServer.start(answering: Data("HTTP/1.1 200 OK\r\nA: b".utf8), then: .stay)
        let wire = try await RawConnection.get("/", token: nil, from: server.url) { $0.bytes.count >= 21 }
        async let hanging = RawConnection.get("/", token: nil, from: server.url)
        await server.stop()

        #expect(wire.ending == .open)
        _ = try? await hanging
    }

    @Test("It listens on loopback only")
    func loopbackOnly() async throws {
        let server = try await BrokenServer.start(answering: Data())
        let port = try #require(server.url.port)

        #expect(!RawConnection.isListening("127.0.0.2", port: port))
        await server.stop()
    }
}
