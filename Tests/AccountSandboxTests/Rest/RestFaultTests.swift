import AccountSandbox
import Foundation
import Testing

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("Faults of the REST lists", .serialized)
struct RestFaultTests {
    private static let lists = ["orders", "addresses"]

    private func wire(
        _ kinds: [SandboxFault.Kind],
        _ list: String,
        headers: String = "",
        until isEnough: @escaping @Sendable (RawConnection.Wire) -> Bool = { _ in false }
    ) async throws -> RawConnection.Wire {
        let clock = StoppedClock()
        let configuration = SandboxConfiguration(faults: kinds.map { SandboxFault($0) }, now: clock.now)
        return try await withSandbox(configuration) { server, client async throws in
            let request = "GET /users/ada/\(list) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            let bearer = "Authorization: Bearer \(try await client.bearer())\r\n"
            return try await RawConnection.send(
                request + bearer + headers + "\r\n",
                to: server.url,
                until: isEnough
            )
        }
    }

    private func records(_ wire: RawConnection.Wire, _ list: String) throws -> [[String: Any]] {
        let json = try #require(try JSONSerialization.jsonObject(with: wire.body) as? [String: Any])
        return try #require(json[list] as? [[String: Any]])
    }

    @Test("drop: not a byte, then closed", arguments: lists)
    func drop(list: String) async throws {
        let broken = try await wire([.drop], list)
        #expect(broken == RawConnection.Wire(ending: .closed))
    }

    @Test("cut and truncated: half of the answer, announced as a whole or as a half", arguments: lists)
    func halves(list: String) async throws {
        let sound = try await wire([], list)
        let cut = try await wire([.cut], list)
        let truncated = try await wire([.truncated], list)

        #expect(cut.head == sound.head)
        #expect(cut.body == sound.body.prefix(sound.body.count / 2))
        #expect(truncated.body == cut.body)
        #expect(truncated.head.contains("Content-Length: \(truncated.body.count)\r\n"))
    }

    @Test("truncated: one response to each request on a connection", arguments: ["keep-alive", "close"])
    func halvesOnOneConnection(connection: String) async throws {
        let all = try await withSandbox(SandboxConfiguration(faults: [SandboxFault(.truncated)])) { server, _ in
            let request = "GET /users/ada/orders HTTP/1.1\r\nHost: localhost\r\nConnection: "
            let requests = request + "\(connection)\r\n\r\n" + request + "close\r\n\r\n"
            return try await RawConnection.send(requests, to: server.url)
        }
        let responses = "\(all.head)\(String(decoding: all.body, as: UTF8.self))".components(separatedBy: "HTTP/1.1 ")
        #expect(responses.count - 1 == (connection == "close" ? 1 : 2))
    }

    @Test("endless: goes on far beyond the sound answer", arguments: lists)
    func endless(list: String) async throws {
        let wire = try await wire([.endless], list) { $0.body.count >= 300_000 }
        #expect(wire.ending == .open)
    }

    @Test("stall: half, and the connection stays open", arguments: lists)
    func stall(list: String) async throws {
        let wire = try await wire([.stall], list) { $0.body.count >= 100 }
        #expect(wire.ending == .open)
    }

    @Test("malformed: JSON without the list", arguments: lists)
    func malformed(list: String) async throws {
        let wire = try await wire([.malformed], list)
        #expect(wire.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(try JSONSerialization.jsonObject(with: wire.body) is [Int])
    }

    @Test(
        "An unwell server says so by its status and a code",
        arguments: [
            (SandboxFault.Kind.unauthorised, "401 ", "invalid_token"),
            (.tooManyRequests, "429 ", "too_many_requests"), (.unavailable, "503 ", "unavailable"),
            (.serverError, "500 ", "internal"), (.html, "200 ", "Wi-Fi"),
        ]
    )
    func statuses(kind: SandboxFault.Kind, status: String, code: String) async throws {
        let wire = try await wire([kind], "orders")

        #expect(wire.head.hasPrefix("HTTP/1.1 \(status)"))
        #expect(wire.head.contains("Retry-After: 7\r\n") == (kind == .tooManyRequests))
        #expect(String(decoding: wire.body, as: UTF8.self).contains(code))
    }

    @Test("unknown-status: the newest order's status is none of the API's")
    func unknownStatus() async throws {
        let statuses = try records(try await wire([.unknownStatus], "orders"), "orders").map { $0["status"] as? String }
        #expect(statuses.first == "on_hold")
        #expect(statuses.count { $0 == "on_hold" } == 1)
    }

    @Test("duplicate-id: the first record comes again at the end", arguments: zip(lists, ["number", "id"]))
    func duplicate(list: String, key: String) async throws {
        let ids = try records(try await wire([.duplicateID], list), list).map { $0[key] as? String }
        #expect(ids.first == ids.last)
        #expect(Set(ids).count == ids.count - 1)
    }

    @Test("unreadable-record: one record lacks a mandatory field", arguments: zip(lists, ["total", "locality"]))
    func unreadable(list: String, field: String) async throws {
        let records = try records(try await wire([.unreadableRecord], list), list)
        #expect(records.count { $0[field] == nil } == 1)
    }

    @Test("stale: made two days ago, as generated_at and Age say", arguments: lists)
    func stale(list: String) async throws {
        let stale = try await wire([.stale], list)
        #expect(stale.head.contains("Age: 172800\r\n"))
        #expect(String(decoding: stale.body, as: UTF8.self).contains("2026-11-19T09:30:00.000Z"))
    }

    @Test("stale: a server that vouches for a copy of two days ago says its age")
    func staleNotModified() async throws {
        let stale = try await wire([.stale], "orders", headers: "If-None-Match: *\r\n")
        #expect(stale.head.hasPrefix("HTTP/1.1 304 "))
        #expect(stale.head.contains("Age: 172800\r\n"))
    }

    @Test("A fault with a target acts on that request alone, also on one for tokens")
    func target() async throws {
        let settings = SandboxFault(.unavailable, on: .init("PUT", "/settings"))
        let refused = SandboxFault(.serverError, on: .init("POST", "/auth/revoke"))
        let below = SandboxFault(.unauthorised, on: .init("GET", "/users/ada/"))
        let configuration = SandboxConfiguration(faults: [settings, refused, below])
        try await withSandbox(configuration) { _, client async throws in
            let bearer = try await client.bearer()
            let headers = ["Authorization": "Bearer \(bearer)"]
            let change = try await client.send("PUT", "/settings", headers: headers, json: "{}")
            let shown = try await client.get("/settings", bearer: bearer)
            let revoked = try await client.post("/auth/revoke", "token=x")
            let orders = try await client.get("/users/ada/orders", bearer: bearer)
            let profile = try await client.get("/user", bearer: bearer)
            #expect([change, shown, revoked, orders, profile].map(\.status) == [503, 200, 500, 401, 200])
        }
    }
}
