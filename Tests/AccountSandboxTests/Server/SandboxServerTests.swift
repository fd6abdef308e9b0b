import AccountSandbox
import Foundation
import Testing

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("The server", .serialized)
struct SandboxServerTests {
    @Test("It listens on loopback, and only there")
    func loopbackOnly() async throws {
        try await withSandbox { server, _ async throws in
            let port = try #require(server.url.port)

            #expect(server.url.absoluteString == "http://127.0.0.1:\(port)")
            #expect(RawConnection.isListening("127.0.0.1", port: port))
            // Another loopback address of this machine: a server that listens on all addresses would respond here.
            #expect(!RawConnection.isListening("127.0.0.2", port: port))
        }
    }

    @Test("A taken port is told")
    func portTaken() async throws {
        try await withSandbox { server, _ async throws in
            let port = UInt16(try #require(server.url.port))
            let error = await #expect(throws: SandboxError.portTaken(port)) {
                try await SandboxServer.start(SandboxConfiguration(port: port)).stop()
            }

            #expect(error.map { "\($0)" } == "port \(port) on 127.0.0.1 is taken")
        }
    }

    @Test("A stopped server's port is free again")
    func restart() async throws {
        let first = try await SandboxServer.start()
        await first.stop()
        let second = try await SandboxServer.start(SandboxConfiguration(port: UInt16(first.url.port ?? 0)))
        await second.stop()

        #expect(second.url == first.url)
    }

    @Test("Requests are told in the order of arrival, without what was secret")
    func requests() async throws {
        try await withSandbox { server, client async throws in
            let session = try await client.signIn()
            let token = try await client.token(session: session)
            _ = try await client.get("/legacy/users/a%64a/orders?token=\(token)", token: token)

            #expect(
                server.requests.map(\.description) == [
                    "POST /legacy/login", "POST /legacy/token", "GET /legacy/users/a%64a/orders",
                ]
            )
        }
    }

    @Test(
        "A stop ends connections that hang",
        arguments: [SandboxFault.Kind.silent, .stall, .endless]
    )
    func stopWithHangingClients(kind: SandboxFault.Kind) async throws {
        let server = try await SandboxServer.start(SandboxConfiguration(faults: [SandboxFault(kind)]))
        let token = try await Client(server.url).token()
        let url = server.url
        async let hanging = RawConnection.get("/legacy/users/ada/orders", token: token, from: url)
        while !server.requests.contains(where: { $0.path.hasSuffix("orders") }) { await Task.yield() }
        await server.stop()

        #expect(try await hanging.ending != .open)
    }

    @Test("A cancelled start leaves no server behind")
    func cancelledStart() async throws {
        let start = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await SandboxServer.start()
        }

        await #expect(throws: SandboxError.cancelled) { try await start.value }
    }

    @Test("A stopped server gets no more requests")
    func nothingAfterStop() async throws {
        let server = try await SandboxServer.start()
        _ = try await RawConnection.get("/before", token: nil, from: server.url)
        await server.stop()
        // Another process that has the port now may respond; this server must not.
        _ = try? await RawConnection.get("/after", token: nil, from: server.url)

        #expect(server.requests.map(\.path) == ["/before"])
    }

    @Test("Stopping twice is stopping once")
    func stopTwice() async throws {
        let server = try await SandboxServer.start()
        await server.stop()
        await server.stop()
    }

    @Test("Latency is kept by every endpoint, and a stop doesn't wait for it")
    func latency() async throws {
        let server = try await SandboxServer.start(SandboxConfiguration(latency: .seconds(3600)))
        let url = server.url
        async let waiting = RawConnection.send(
            "POST /legacy/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
            to: url
        )
        while server.requests.isEmpty { await Task.yield() }
        await server.stop()

        #expect(!String(decoding: try await waiting.bytes, as: UTF8.self).contains("BAD_CREDENTIALS"))
    }

    @Test("50,000 orders arrive whole, and the second time from the same bytes")
    func manyOrders() async throws {
        let clock = StoppedClock()
        try await withSandbox(SandboxConfiguration(orderCount: 50_000, now: clock.now)) { _, client async throws in
            let token = try await client.token()
            let first = try await client.get("/legacy/users/ada/orders", token: token)
            let second = try await client.get("/legacy/users/ada/orders", token: token)
            let numbers = try first.records("orders").compactMap { $0["order_no"] as? String }

            #expect(Set(numbers).count == 50_000)
            #expect(first.body == second.body)
        }
    }
}
