import AccountSandbox
import Foundation
import Testing

/// The requirements on `/user` and `/deals` in docs/workspace/store-api.md.
// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("The endpoints of profile and offers", .serialized)
struct StoreEndpointTests {
    private func get(_ path: String, _ faults: SandboxFault.Kind...) async throws -> Client.Reply {
        let clock = StoppedClock()
        let configuration = SandboxConfiguration(faults: faults.map { SandboxFault($0) }, now: clock.now)
        return try await withSandbox(configuration) { _, client async throws in
            try await client.get(path, bearer: try await client.bearer())
        }
    }

    private func deals(_ faults: SandboxFault.Kind...) async throws -> [[String: Any]] {
        let clock = StoppedClock()
        let configuration = SandboxConfiguration(faults: faults.map { SandboxFault($0) }, now: clock.now)
        return try await withSandbox(configuration) { _, client async throws in
            let json = try await client.get("/deals", bearer: try await client.bearer()).json()
            return try #require(json["deals"] as? [[String: Any]])
        }
    }

    @Test("Who asks gets their own profile, with every field")
    func profile() async throws {
        let json = try await get("/user").json()
        #expect(Set(json.keys) == ["generated_at", "user", "name", "phone", "bonus_points"])
        #expect(json["user"] as? String == "ada")
        #expect(json["bonus_points"] as? Int == 1250)
        #expect(json["generated_at"] as? String == "2026-11-21T09:30:00.000Z")
    }

    @Test("Others can be asked for", arguments: ["grace", "yuki", "noor", "zoe", "edge"])
    func others(user: String) async throws {
        let json = try await get("/user?user=\(user)").json()
        #expect(json["user"] as? String == user)
    }

    @Test("Nobody's profile is a problem")
    func nobody() async throws {
        let reply = try await get("/user?user=nobody")
        #expect(reply.status == 404)
        #expect(try reply.code() == "unknown_user")
    }

    @Test("Offers come with every field that they have, past ones among them, in no order")
    func offers() async throws {
        let deals = try await deals()
        #expect(deals.count == 8)
        for deal in deals {
            #expect(Set(deal.keys).union(["subtitle"]) == ["id", "title", "subtitle", "ends", "terms"])
        }
        let ids = deals.compactMap { $0["id"] as? String }
        #expect(ids != ids.sorted())
    }

    @Test("Offers end with a moment, with a day, or never, before and after today")
    func ends() async throws {
        let ends = Dictionary(
            uniqueKeysWithValues: try await deals().map { ($0["id"] as? String ?? "", $0["ends"] as? String) }
        )
        #expect(ends["D-1001"] == "2026-11-30")
        #expect(ends["D-1002"] == "2026-11-23T18:00:00Z")
        #expect(ends["D-1003"] == "2026-11-21")
        #expect(ends["D-1004"] == .some(nil))
        #expect(ends["D-1005"] == "2026-12-21T00:00:00.500Z")
        #expect(ends["D-1007"] == "2026-11-18")
        #expect(ends["D-1008"] == "2026-11-20T23:59:59Z")
    }

    @Test("The zone of days is told")
    func zone() async throws {
        #expect(try await get("/deals").json()["time_zone"] as? String == "Europe/Berlin")
    }

    @Test("A profile or list that the client has is not sent again", arguments: ["/user", "/deals"])
    func notModified(path: String) async throws {
        try await withSandbox { _, client async throws in
            let bearer = try await client.bearer()
            let tag = try #require(try await client.get(path, bearer: bearer).header("ETag"))
            let again = try await client.get(path, bearer: bearer, headers: ["If-None-Match": tag])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
        }
    }

    @Test("Nobody is told anything without a token, and there is one method", arguments: ["/user", "/deals"])
    func refused(path: String) async throws {
        try await withSandbox { _, client async throws in
            let open = try await client.get(path)
            #expect(open.status == 401)
            #expect(try open.code() == "missing_token")
            let posted = try await client.post(path, "")
            #expect(posted.status == 405)
            #expect(posted.header("Allow") == "GET")
        }
    }

    @Test("A record lacks what is mandatory, or has a format that nobody agreed to")
    func flaws() async throws {
        #expect(try await get("/user", .unreadableRecord).json()["name"] == nil)
        #expect(try await get("/user", .unknownFormat).json()["phone"] as? String == nil)
        #expect(try await deals(.unreadableRecord).count { $0["title"] == nil } == 1)
        #expect(try await deals(.unknownFormat).count { $0["ends"] as? String == "30/11/2026" } == 1)
        #expect(try await deals(.duplicateID).count == 9)
    }

    @Test("An old answer says how old it is", arguments: ["/user", "/deals"])
    func stale(path: String) async throws {
        let reply = try await get(path, .stale)
        #expect(reply.header("Age") == "172800")
        #expect(try reply.json()["generated_at"] as? String == "2026-11-19T09:30:00.000Z")
    }
}
