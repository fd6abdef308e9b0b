import AccountSandbox
import Foundation
import Testing

/// The requirements on `/settings` in docs/workspace/store-api.md.
// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("The endpoint of settings", .serialized)
struct SettingsEndpointTests {
    private func put(
        _ newDeals: Bool,
        _ client: Client,
        key: String = "k-1",
        match tag: String,
        of user: String = "ada",
        bearer given: String? = nil
    ) async throws -> Client.Reply {
        var bearer = given ?? ""
        if given == nil { bearer = try await client.bearer() }
        return try await client.send(
            "PUT",
            "/settings?user=\(user)",
            headers: ["Authorization": "Bearer \(bearer)", "Idempotency-Key": key, "If-Match": tag],
            json: #"{"new_deals":\#(newDeals)}"#
        )
    }

    private func get(_ client: Client) async throws -> (newDeals: Bool, tag: String) {
        let reply = try await client.get("/settings", bearer: try await client.bearer())
        return (try #require((try reply.json()["new_deals"]) as? Bool), try #require(reply.header("ETag")))
    }

    @Test("They are on at first, and have a strong tag")
    func initial() async throws {
        try await withSandbox { _, client async throws in
            let settings = try await get(client)
            #expect(settings.newDeals)
            #expect(settings.tag.hasPrefix("\""))
        }
    }

    @Test("A change is answered with what is so now, and has another tag")
    func change() async throws {
        try await withSandbox { server, client async throws in
            let before = try await get(client)
            let reply = try await put(false, client, match: before.tag)
            let after = try await get(client)
            #expect(reply.status == 200)
            #expect(try reply.json()["new_deals"] as? Bool == false)
            #expect(!after.newDeals)
            #expect(after.tag == reply.header("ETag"))
            #expect(after.tag != before.tag)
            #expect(await server.settings(of: "ada").applied == [false])
        }
    }

    @Test("A change that was sent twice is made once, and answered twice in the same way")
    func repeated() async throws {
        try await withSandbox { server, client async throws in
            let before = try await get(client)
            let first = try await put(false, client, match: before.tag)
            let second = try await put(false, client, match: before.tag)
            #expect(second.status == 200)
            #expect(second.header("ETag") == first.header("ETag"))
            #expect(await server.settings(of: "ada").applied == [false])
        }
    }

    @Test("A key of another change is refused")
    func reusedKey() async throws {
        try await withSandbox { server, client async throws in
            let tag = try #require(try await put(false, client, match: try await get(client).tag).header("ETag"))
            let reply = try await put(true, client, match: tag)
            #expect(reply.status == 409)
            #expect(try reply.code() == "reused_idempotency_key")
            #expect(await server.settings(of: "ada").applied == [false])
        }
    }

    @Test("A change of what is no longer so is not made", arguments: [true, false])
    func overtaken(elsewhere: Bool) async throws {
        try await withSandbox { server, client async throws in
            let seen = try await get(client)
            await server.changeSettingsElsewhere(of: "ada", newDeals: elsewhere)
            let reply = try await put(false, client, match: seen.tag)
            let stands = try await get(client)
            #expect(reply.status == 412)
            #expect(try reply.code() == "changed_elsewhere")
            #expect(reply.header("ETag") == stands.tag)
            #expect(stands.newDeals == elsewhere)
            #expect(await server.settings(of: "ada").applied == [])
        }
    }

    @Test("A version may be one of several, or any; a weak one, and what is no tag, is none")
    func conditions() async throws {
        try await withSandbox { server, client async throws in
            let tag = try await get(client).tag
            for match in [
                "W/\(tag)", "W/\(tag), \"x\"", "\"x, \(tag)", tag.replacingOccurrences(of: "\"", with: ""), "",
            ] {
                #expect(try await put(false, client, match: match).status == 412)
            }
            #expect(await server.settings(of: "ada").applied == [])
            let first = try await put(false, client, key: "k-1", match: "\"a,b\", W/\"x\" , \(tag)")
            #expect(first.status == 200)
            #expect(try await put(true, client, key: "k-2", match: "*").status == 200)
            #expect(await server.settings(of: "ada").applied == [false, true])
        }
    }

    @Test("A change without version, key or value is none, and one of others is forbidden")
    func bad() async throws {
        try await withSandbox { server, client async throws in
            let bearer = "Bearer \(try await client.bearer())"
            let json = #"{"new_deals":false}"#
            let tag = try await get(client).tag
            let rows: [(headers: [String: String], json: String, status: Int, code: String)] = [
                (["If-Match": tag], json, 400, "missing_idempotency_key"),
                (["Idempotency-Key": "k"], json, 428, "missing_if_match"),
                (["Idempotency-Key": "k", "If-Match": tag], "{}", 422, "invalid_settings"),
                (["Idempotency-Key": "k", "If-Match": tag], #"{"new_deals":"no"}"#, 422, "invalid_settings"),
                (["Idempotency-Key": "k", "If-Match": "W/\(tag)"], json, 412, "changed_elsewhere"),
            ]
            for row in rows {
                let headers = row.headers.merging(["Authorization": bearer]) { $1 }
                let reply = try await client.send("PUT", "/settings", headers: headers, json: row.json)
                #expect(reply.status == row.status)
                #expect(try reply.code() == row.code)
            }
            let others = try await put(false, client, match: tag, of: "grace")
            #expect(others.status == 403)
            #expect(await server.settings(of: "ada").applied == [])
            #expect(await server.settings(of: "grace").applied == [])
        }
    }

    @Test("drop-applied: the change is made, and not a byte is answered")
    func dropApplied() async throws {
        try await withSandbox { server, client async throws in
            let tag = try await get(client).tag
            let bearer = try await client.bearer()
            server.setFaults([SandboxFault(.dropApplied)])
            // URLSession on Linux waits long if a connection that was used before is closed while a body is sent.
            let other = Client(server.url)
            await #expect(throws: URLError.self) { try await put(false, other, match: tag, bearer: bearer) }
            #expect(await server.settings(of: "ada").applied == [false])

            server.setFaults([])
            #expect(try await put(false, client, match: tag).status == 200)
            #expect(await server.settings(of: "ada").applied == [false])
        }
    }

    @Test("What is chosen, and the keys it was chosen with, are kept in the state folder")
    func kept() async throws {
        try await withFolder { folder in
            let configuration = SandboxConfiguration(stateFolder: folder)
            let tag = try await withSandbox(configuration) { _, client async throws in
                let tag = try await get(client).tag
                _ = try await put(false, client, match: tag)
                return tag
            }
            try await withSandbox(configuration) { server, client async throws in
                #expect(try await get(client).newDeals == false)
                #expect(try await put(false, client, match: tag).status == 200)
                #expect(await server.settings(of: "ada").applied == [false])
            }
        }
    }
}
