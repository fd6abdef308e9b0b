import AccountSandbox
import Foundation
import Testing

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("A login is locked after failures", .serialized)
struct LockOutTests {
    private func fail(_ client: Client, times: Int, login: String = "ada") async throws -> [String?] {
        var codes: [String?] = []
        for _ in 0..<times {
            codes.append(try await client.grant(login: login, password: "wrong-password").code())
        }
        return codes
    }

    @Test("The fifth failure in a row locks the login, also for the right password")
    func fifth() async throws {
        let clock = StoppedClock()
        try await withSandbox(SandboxConfiguration(now: clock.now)) { _, client async throws in
            let codes = try await fail(client, times: 5)
            clock.advance(by: 60)
            let reply = try await client.grant()

            #expect(codes == Array(repeating: "bad_credentials", count: 4) + ["account_locked"])
            #expect(reply.status == 400)
            #expect(try reply.json()["error"] as? String == "invalid_grant")
            #expect(try reply.code() == "account_locked")
            #expect(reply.header("Retry-After") == "840")
        }
    }

    @Test("The lock lasts 15 minutes", arguments: [(899.0, 400), (900, 200)])
    func ends(seconds: TimeInterval, status: Int) async throws {
        let clock = StoppedClock()
        try await withSandbox(SandboxConfiguration(now: clock.now)) { _, client async throws in
            _ = try await fail(client, times: 5)
            clock.advance(by: seconds)
            #expect(try await client.grant().status == status)
        }
    }

    @Test("Attempts during a lock do not lengthen it")
    func attemptsDuringLock() async throws {
        let clock = StoppedClock()
        try await withSandbox(SandboxConfiguration(now: clock.now)) { _, client async throws in
            _ = try await fail(client, times: 5)
            clock.advance(by: 800)
            _ = try await fail(client, times: 5)
            clock.advance(by: 100)
            #expect(try await client.grant().status == 200)
        }
    }

    @Test("A success begins a new row")
    func success() async throws {
        try await withSandbox { _, client async throws in
            _ = try await fail(client, times: 4)
            _ = try await client.grant()
            _ = try await fail(client, times: 4)
            #expect(try await client.grant().status == 200)
        }
    }

    @Test("Another login is not locked, and one that nobody has locks like any other")
    func others() async throws {
        try await withSandbox { _, client async throws in
            #expect(try await fail(client, times: 5, login: "eve").last == "account_locked")
            #expect(try await client.grant().status == 200)
        }
    }

    @Test("What can be nobody's password is not counted")
    func rules() async throws {
        try await withSandbox { _, client async throws in
            for _ in 0..<6 { #expect(try await client.grant(password: "short").code() == "password_rules") }
            #expect(try await client.grant().status == 200)
        }
    }

    @Test("A new sandbox on the folder knows of the lock, and of the tokens")
    func kept() async throws {
        let clock = StoppedClock()
        try await withFolder { folder in
            let configuration = SandboxConfiguration(stateFolder: folder, now: clock.now)
            let bearer = try await withSandbox(configuration) { _, client async throws in
                let bearer = try await client.bearer()
                _ = try await fail(client, times: 5)
                return bearer
            }
            try await withSandbox(configuration) { _, client async throws in
                #expect(try await client.grant().code() == "account_locked")
                #expect(try await client.get("/users/ada/orders", bearer: bearer).status == 200)
            }
        }
    }

    @Test("What one sandbox revokes is over at another on the folder")
    func shared() async throws {
        try await withFolder { folder in
            let configuration = SandboxConfiguration(stateFolder: folder)
            try await withSandbox(configuration) { _, one async throws in
                try await withSandbox(configuration) { _, other async throws in
                    let bearer = try await one.bearer()
                    #expect(try await other.get("/users/ada/orders", bearer: bearer).status == 200)
                    _ = try await one.post("/auth/revoke", "token=\(bearer)")
                    #expect(try await other.get("/users/ada/orders", bearer: bearer).status == 401)
                }
            }
        }
    }

    @Test("State that an earlier version wrote is read")
    func earlierVersion() async throws {
        try await withFolder { folder in
            let state = #"{"sessions":{"s":{"begun":1,"user":"ada"}},"tokens":{}}"#
            try Data(state.utf8).write(to: folder.appendingPathComponent("sandbox.json"))
            try await withSandbox(SandboxConfiguration(stateFolder: folder)) { _, client async throws in
                #expect(try await client.post("/legacy/token", "session=s").status == 200)
                #expect(try await client.grant().status == 200)
            }
        }
    }
}
