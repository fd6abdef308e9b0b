import AccountSandbox
import Foundation
import Testing

/// All rows of the table in docs/workspace/legacy-dialect.md.
// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("The endpoints of the legacy dialect", .serialized)
struct EndpointTests {
    @Test("The demo user signs in and gets a session")
    func login() async throws {
        try await withSandbox { _, client async throws in
            let reply = try await client.post("/legacy/login", "login=ada&password=analytical-engine")

            #expect(reply.status == 200)
            #expect(reply.header("Content-Type") == "application/json")
            #expect(try reply.json()["status"] as? String == "OK")
            #expect(try reply.data()["user"] as? String == "ada")
            #expect(try #require(try reply.data()["session"] as? String).count == 64)
        }
    }

    @Test(
        "Wrong, missing and misspelt credentials are refused",
        arguments: [
            "login=ada&password=wrong", "login=grace&password=analytical-engine", "login=ada", "", "password=%ZZ&login",
        ]
    )
    func refusedLogin(form: String) async throws {
        try await withSandbox { _, client async throws in
            let reply = try await client.post("/legacy/login", form)

            #expect(reply.status == 200)
            #expect(try reply.code() == "BAD_CREDENTIALS")
        }
    }

    @Test("A form may escape whatever it likes")
    func escapedForm() async throws {
        try await withSandbox { _, client async throws in
            let reply = try await client.post("/legacy/login", "password=analytical%2Dengine&login=%61da")

            #expect(try reply.data()["user"] as? String == "ada")
        }
    }

    @Test("A session is exchanged for a token as often as needed")
    func token() async throws {
        try await withSandbox { _, client async throws in
            let session = try await client.signIn()
            let first = try await client.post("/legacy/token", "session=\(session)")
            let second = try await client.post("/legacy/token", "session=\(session)")

            #expect(try first.data()["expires_in"] as? Int == 300)
            #expect(try first.data()["token"] as? String != second.data()["token"] as? String)
        }
    }

    @Test("An unknown session gets no token", arguments: ["session=nobody", "session=", ""])
    func badSession(form: String) async throws {
        try await withSandbox { _, client async throws in
            let reply = try await client.post("/legacy/token", form)

            #expect(reply.status == 401)
            #expect(try reply.code() == "BAD_SESSION")
        }
    }

    @Test("Orders are records with every mandatory field")
    func orders() async throws {
        try await withSandbox { _, client async throws in
            let reply = try await client.get("/legacy/users/ada/orders", token: try await client.token())
            let orders = try reply.records("orders")

            #expect(orders.count == 12)
            for order in orders {
                #expect(Set(order.keys) == ["order_no", "created", "state", "currency", "sum", "items"])
            }
        }
    }

    @Test("Addresses are records with every mandatory field, as saved")
    func addresses() async throws {
        try await withSandbox { _, client async throws in
            let reply = try await client.get("/legacy/users/ada/addresses", token: try await client.token())
            let addresses = try reply.records("addresses")

            #expect(addresses.map { $0["id"] as? String } == ["A-1", "A-2", "A-3"])
            #expect(addresses.map { $0["is_default"] as? Bool } == [true, false, false])
            for address in addresses {
                #expect(
                    Set(address.keys) == [
                        "id", "label", "recipient", "street", "zip", "city", "region", "country", "is_default",
                    ]
                )
            }
        }
    }

    @Test("A token is needed and has to be known", arguments: [nil, "", "made-up"], ["orders", "addresses"])
    func badToken(token: String?, list: String) async throws {
        try await withSandbox { _, client async throws in
            let reply = try await client.get("/legacy/users/ada/\(list)", token: token)

            #expect(reply.status == 401)
            #expect(try reply.code() == "BAD_TOKEN")
            #expect(reply.header("WWW-Authenticate") == nil)
        }
    }

    @Test(
        "Who is signed in may read any user",
        arguments: zip(["ada", "grace", "yuki", "noor", "zoe", "edge"], [12, 0, 4, 3, 5, 9])
    )
    func anyUser(user: String, count: Int) async throws {
        try await withSandbox { _, client async throws in
            let token = try await client.token()

            #expect(try await client.get("/legacy/users/\(user)/orders", token: token).records("orders").count == count)
            #expect(try await client.get("/legacy/users/\(user)/addresses", token: token).status == 200)
        }
    }

    @Test("An unknown user is none", arguments: ["nobody", "ADA", "ad%2Fa", "%F0%9F%A7%B5", "", "ada%20"])
    func noSuchUser(user: String) async throws {
        try await withSandbox { _, client async throws in
            let reply = try await client.get("/legacy/users/\(user)/orders", token: try await client.token())

            #expect(reply.status == 200)
            #expect(try reply.code() == "NO_SUCH_USER")
        }
    }

    @Test("The user in a path is percent-encoded")
    func encodedUser() async throws {
        try await withSandbox { _, client async throws in
            let reply = try await client.get("/legacy/users/%61d%61/orders", token: try await client.token())

            #expect(try reply.records("orders").count == 12)
        }
    }

    @Test(
        "What isn't in the dialect is not found",
        arguments: [
            ("GET", "/"), ("GET", "/legacy/login"), ("DELETE", "/legacy/users/ada/orders"),
            ("GET", "/legacy/users/ada"),
        ]
    )
    func notFound(method: String, path: String) async throws {
        try await withSandbox { _, client async throws in
            #expect(try await client.send(method, path).status == 404)
        }
    }

    @Test("An endless form is refused")
    func hugeForm() async throws {
        try await withSandbox { _, client async throws in
            let form = "login=ada&password=" + String(repeating: "x", count: 100_000)

            #expect(try await client.post("/legacy/login", form).status == 413)
        }
    }

    @Test("generated_at is the server's time, in milliseconds")
    func generatedAt() async throws {
        let configuration = SandboxConfiguration(now: { Date(timeIntervalSince1970: 1_795_253_400.125) })
        try await withSandbox(configuration) { _, client async throws in
            let reply = try await client.get("/legacy/users/grace/orders", token: try await client.token())

            #expect(
                String(decoding: reply.body, as: UTF8.self)
                    == #"{"status":"OK","generated_at":"2026-11-21T09:30:00.125Z","data":{"orders":[]}}"#
            )
        }
    }
}
