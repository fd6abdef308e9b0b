import AccountSandbox
import Foundation
import Testing

/// The requirements on `/users` in docs/workspace/store-api.md.
// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("The endpoints of a user's lists", .serialized)
struct UserListEndpointTests {
    private func pages(_ client: Client, _ list: String, of user: String = "ada", size: Int) async throws -> [[String]]
    {
        let bearer = try await client.bearer()
        let id = list == "orders" ? "number" : "id"
        var pages: [[String]] = []
        var token: String?
        repeat {
            let rest = token.map { "&page_token=\($0)" } ?? ""
            let json = try await client.get("/users/\(user)/\(list)?page_size=\(size)\(rest)", bearer: bearer).json()
            pages.append(try #require(json[list] as? [[String: Any]]).compactMap { $0[id] as? String })
            token = json["next_page_token"] as? String
        } while token != nil && pages.count < 100
        return pages
    }

    @Test("Orders come with every field, newest first")
    func orders() async throws {
        let clock = StoppedClock()
        try await withSandbox(SandboxConfiguration(now: clock.now)) { _, client async throws in
            let reply = try await client.get("/users/ada/orders", bearer: try await client.bearer())
            let json = try reply.json()
            let orders = try #require(json["orders"] as? [[String: Any]])
            let moments = orders.compactMap { $0["placed_at"] as? String }

            #expect(reply.header("Content-Type") == "application/json")
            #expect(json["generated_at"] as? String == "2026-11-21T09:30:00.000Z")
            #expect(json["next_page_token"] == nil)
            #expect(orders.count == 12)
            for order in orders {
                #expect(Set(order.keys) == ["number", "placed_at", "status", "total", "lines"])
                #expect(Set(try #require(order["total"] as? [String: Any]).keys) == ["amount", "currency"])
            }
            #expect(moments == moments.sorted(by: >))
        }
    }

    @Test("Both dialects tell of the same orders and addresses", arguments: ["ada", "yuki", "noor", "zoe", "edge"])
    func sameData(user: String) async throws {
        try await withSandbox { _, client async throws in
            let token = try await client.token()
            let legacy = try await client.get("/legacy/users/\(user)/orders", token: token).records("orders")
            let places = try await client.get("/legacy/users/\(user)/addresses", token: token).records("addresses")
            let orders = try await pages(client, "orders", of: user, size: 200)
            let addresses = try await pages(client, "addresses", of: user, size: 200)

            #expect(Set(orders.joined()) == Set(legacy.compactMap { $0["order_no"] as? String }))
            #expect(Array(addresses.joined()) == places.compactMap { $0["id"] as? String })
        }
    }

    @Test("Pages of any size make the same list", arguments: ["orders", "addresses"])
    func paged(list: String) async throws {
        try await withSandbox { _, client async throws in
            let whole = try await pages(client, list, size: 0).joined()
            for size in [1, 2, 3, 7, 200, 100_000] {
                let pages = try await pages(client, list, size: size)
                #expect(Array(pages.joined()) == Array(whole))
                #expect(pages.dropLast().allSatisfy { $0.count == min(size, 200) })
            }
        }
    }

    @Test(
        "A page has 50 records unless asked otherwise, and 200 at most",
        arguments: [("", 50), ("?page_size=999", 200)]
    )
    func sizes(query: String, count: Int) async throws {
        try await withSandbox(SandboxConfiguration(orderCount: 300)) { _, client async throws in
            let json = try await client.get("/users/ada/orders\(query)", bearer: try await client.bearer()).json()
            #expect((json["orders"] as? [Any])?.count == count)
        }
    }

    @Test(
        "What can't be read of a query is a problem with a code",
        arguments: [
            ("page_size=-1", "invalid_page_size"), ("page_size=many", "invalid_page_size"),
            ("page_token=nonsense", "invalid_page_token"),
            // "orders/grace@5", a token of another user's list.
            ("page_token=b3JkZXJzL2dyYWNlQDU", "invalid_page_token"),
        ]
    )
    func badQuery(query: String, code: String) async throws {
        try await withSandbox { _, client async throws in
            let reply = try await client.get("/users/ada/orders?\(query)", bearer: try await client.bearer())
            #expect(reply.status == 400)
            #expect(reply.header("Content-Type") == "application/problem+json")
            #expect(try reply.code() == code)
        }
    }

    @Test("Nobody's list is a problem, and so is another method")
    func problems() async throws {
        try await withSandbox { _, client async throws in
            let nobody = try await client.get("/users/nobody/orders", bearer: try await client.bearer())
            let posted = try await client.post("/users/ada/orders", "")

            #expect(nobody.status == 404)
            #expect(try nobody.code() == "unknown_user")
            #expect(try nobody.json()["status"] as? Int == 404)
            #expect(posted.status == 405)
            #expect(posted.header("Allow") == "GET")
        }
    }

    @Test("A token that is no good is challenged with its error, and none without one")
    func challenges() async throws {
        try await withSandbox { _, client async throws in
            let bad = try await client.get("/users/ada/orders", bearer: "nonsense")
            let none = try await client.get("/users/ada/orders")

            #expect(bad.status == 401)
            #expect(bad.header("WWW-Authenticate") == #"Bearer error="invalid_token""#)
            #expect(none.status == 401)
            #expect(none.header("WWW-Authenticate") == "Bearer")
        }
    }

    @Test("What has not changed is not sent again", arguments: ["orders", "addresses"])
    func notModified(list: String) async throws {
        let clock = StoppedClock()
        try await withSandbox(SandboxConfiguration(now: clock.now)) { _, client async throws in
            let bearer = try await client.bearer()
            let first = try await client.get("/users/ada/\(list)", bearer: bearer)
            let tag = try #require(first.header("ETag"))
            clock.advance(by: 10)
            func again(_ tags: String) async throws -> Client.Reply {
                try await client.get("/users/ada/\(list)", bearer: bearer, headers: ["If-None-Match": tags])
            }

            for tags in [tag, "\"other\", \(tag)", String(tag.dropFirst(2)), "*"] {
                let reply = try await again(tags)
                #expect(reply.status == 304)
                #expect(reply.body.isEmpty)
                #expect(reply.header("ETag") == tag)
            }
            #expect(try await again("\"other\"").status == 200)
        }
    }

    @Test("Other pages, lists and users have other tags")
    func tags() async throws {
        try await withSandbox { _, client async throws in
            let bearer = try await client.bearer()
            var tags: Set<String?> = []
            for path in ["ada/orders", "ada/orders?page_size=3", "grace/orders", "ada/addresses", "zoe/addresses"] {
                tags.insert(try await client.get("/users/\(path)", bearer: bearer).header("ETag"))
            }
            #expect(tags.count == 5)
        }
    }
}
