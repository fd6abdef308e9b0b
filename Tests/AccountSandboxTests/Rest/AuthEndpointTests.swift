import AccountSandbox
import Foundation
import Testing

/// The requirements on `/auth` in docs/workspace/store-api.md.
// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("The endpoints of sign-in", .serialized)
struct AuthEndpointTests {
    private static let exchange =
        "grant_type=urn:ietf:params:oauth:grant-type:token-exchange"
        + "&subject_token_type=urn:ietf:params:oauth:token-type:access_token"

    private func refresh(_ client: Client, _ token: String) async throws -> Client.Reply {
        try await client.post("/auth/token", "grant_type=refresh_token&refresh_token=\(token)")
    }

    private func text(_ reply: Client.Reply, _ field: String) throws -> String {
        try #require(try reply.json()[field] as? String)
    }

    private func lists(_ client: Client, _ bearer: String) async throws -> Int {
        try await client.get("/users/ada/orders", bearer: bearer).status
    }

    @Test("A password gets tokens that nobody keeps on the way")
    func password() async throws {
        try await withSandbox { _, client async throws in
            let reply = try await client.grant()
            let json = try reply.json()

            #expect(reply.status == 200)
            #expect(reply.header("Cache-Control") == "no-store")
            #expect(json["token_type"] as? String == "Bearer")
            #expect(json["expires_in"] as? Int == 300)
            #expect(json["user"] as? String == "ada")
            #expect(json["generated_at"] is String)
            #expect(try await lists(client, try text(reply, "access_token")) == 200)
        }
    }

    @Test(
        "A request that gets no tokens is told why, as RFC 6749 says",
        arguments: [
            ("", "invalid_request", nil),
            ("grant_type=password&username=ada", "invalid_request", nil),
            ("grant_type=password&username=ada&password=wrong-password", "invalid_grant", "bad_credentials"),
            ("grant_type=password&username=eve&password=analytical-engine", "invalid_grant", "bad_credentials"),
            ("grant_type=password&username=ada&password=short", "invalid_grant", "password_rules"),
            ("grant_type=password&username=&password=analytical-engine", "invalid_grant", "password_rules"),
            ("grant_type=refresh_token", "invalid_request", nil),
            ("grant_type=refresh_token&refresh_token=nonsense", "invalid_grant", "bad_refresh_token"),
            ("grant_type=refresh_token&refresh_token=a.b", "invalid_grant", "bad_refresh_token"),
            ("\(exchange)&subject_token=nonsense", "invalid_request", "bad_subject_token"),
            ("\(exchange)", "invalid_request", nil),
            ("grant_type=client_credentials", "unsupported_grant_type", nil),
        ]
    )
    func refused(form: String, error: String, code: String?) async throws {
        try await withSandbox { _, client async throws in
            let reply = try await client.post("/auth/token", form)

            #expect(reply.status == 400)
            #expect(reply.header("Cache-Control") == "no-store")
            #expect(try text(reply, "error") == error)
            #expect(try reply.code() == code)
        }
    }

    @Test("A refresh gives a new pair; the access token from before stays good for its time")
    func rotation() async throws {
        try await withSandbox { _, client async throws in
            let first = try await client.grant()
            let second = try await refresh(client, try text(first, "refresh_token"))

            #expect(second.status == 200)
            #expect(try text(second, "refresh_token") != text(first, "refresh_token"))
            #expect(try await lists(client, try text(first, "access_token")) == 200)
            #expect(try await lists(client, try text(second, "access_token")) == 200)
        }
    }

    @Test("A refresh token that is used again ends everything that came of its sign-in, and nothing else")
    func reuse() async throws {
        try await withSandbox { _, client async throws in
            let other = try await client.bearer()
            let first = try await client.grant()
            let second = try await refresh(client, try text(first, "refresh_token"))
            let again = try await refresh(client, try text(first, "refresh_token"))

            #expect(try again.code() == "bad_refresh_token")
            #expect(try await lists(client, try text(second, "access_token")) == 401)
            #expect(try await refresh(client, try text(second, "refresh_token")).status == 400)
            #expect(try await lists(client, other) == 200)
        }
    }

    @Test("A legacy token is exchanged for a pair, and stays good")
    func exchanged() async throws {
        try await withSandbox { _, client async throws in
            let legacy = try await client.token()
            let reply = try await client.post("/auth/token", "\(Self.exchange)&subject_token=\(legacy)")

            #expect(try text(reply, "issued_token_type") == "urn:ietf:params:oauth:token-type:access_token")
            #expect(try text(reply, "user") == "ada")
            #expect(try await lists(client, try text(reply, "access_token")) == 200)
            #expect(try await client.get("/legacy/users/ada/orders", token: legacy).status == 200)
        }
    }

    @Test("A legacy token is no access token, and the other way round")
    func kinds() async throws {
        try await withSandbox { _, client async throws in
            let bearer = try await client.bearer()
            #expect(try await lists(client, try await client.token()) == 401)
            #expect(try await client.get("/legacy/users/ada/orders", token: bearer).status == 401)
        }
    }

    @Test("Revoking either token ends both", arguments: ["access_token", "refresh_token"])
    func revoked(field: String) async throws {
        try await withSandbox { _, client async throws in
            let grant = try await client.grant()
            let reply = try await client.post("/auth/revoke", "token=\(try text(grant, field))")

            #expect(reply.status == 200)
            #expect(try await lists(client, try text(grant, "access_token")) == 401)
            #expect(try await refresh(client, try text(grant, "refresh_token")).status == 400)
        }
    }

    @Test("A token that nobody knows is revoked already", arguments: ["nonsense", "a.b", "%20"])
    func revokedAlready(token: String) async throws {
        try await withSandbox { _, client async throws in
            #expect(try await client.post("/auth/revoke", "token=\(token)").status == 200)
            #expect(try await client.post("/auth/revoke", "").status == 400)
        }
    }

    @Test("An access token is good for its lifetime and not a moment longer", arguments: [(299.9, 200), (300, 401)])
    func expiry(seconds: TimeInterval, status: Int) async throws {
        let clock = StoppedClock()
        try await withSandbox(SandboxConfiguration(now: clock.now)) { _, client async throws in
            let bearer = try await client.bearer()
            clock.advance(by: seconds)
            #expect(try await lists(client, bearer) == status)
        }
    }

    @Test("What comes by another method is told which there is", arguments: ["/auth/token", "/auth/revoke"])
    func method(path: String) async throws {
        try await withSandbox { _, client async throws in
            let reply = try await client.get(path)
            #expect(reply.status == 405)
            #expect(reply.header("Allow") == "POST")
        }
    }

    @Test("sign-in-refused: the right password is refused, and no failure is counted")
    func signInRefused() async throws {
        try await withFolder { folder in
            let refusing = SandboxConfiguration(faults: [SandboxFault(.signInRefused)], stateFolder: folder)
            try await withSandbox(refusing) { _, client async throws in
                for _ in 0..<6 { #expect(try await client.grant().code() == "bad_credentials") }
            }
            try await withSandbox(SandboxConfiguration(stateFolder: folder)) { _, client async throws in
                #expect(try await client.grant().status == 200)
            }
        }
    }
}
