import AccountSandbox
import Foundation
import Testing

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("Faults of content", .serialized)
struct FaultyContentTests {
    private static let lists = ["orders", "addresses"]

    private func json(_ faults: [SandboxFault.Kind], _ list: String) async throws -> Client.Reply {
        let clock = StoppedClock()
        let configuration = SandboxConfiguration(faults: faults.map { SandboxFault($0) }, now: clock.now)
        return try await withSandbox(configuration) { _, client async throws in
            try await client.get("/legacy/users/ada/\(list)", token: try await client.token())
        }
    }

    @Test("unknown-status: one order's state is none of the dialect's")
    func unknownStatus() async throws {
        let states = try await json([.unknownStatus], "orders").records("orders").compactMap { $0["state"] as? String }
        let known: Set = ["PLACED", "PAID", "COMPLETED", "CANCELLED", "REFUNDED"]

        #expect(states.count == 12)
        #expect(states.count { !known.contains($0) } == 1)
    }

    @Test("unknown-status leaves addresses as they are")
    func addressesHaveNoStatus() async throws {
        #expect(try await json([.unknownStatus], "addresses").body == json([], "addresses").body)
    }

    @Test("duplicate-id: one record comes twice", arguments: zip(lists, ["order_no", "id"]))
    func duplicate(list: String, key: String) async throws {
        let sound = try await json([], list).records(list).compactMap { $0[key] as? String }
        let ids = try await json([.duplicateID], list).records(list).compactMap { $0[key] as? String }

        #expect(ids.count == sound.count + 1)
        #expect(Set(ids) == Set(sound))
    }

    @Test(
        "unreadable-record: one record among good ones lacks a mandatory field",
        arguments: zip(lists, ["sum", "city"])
    )
    func unreadable(list: String, field: String) async throws {
        let sound = try await json([], list).records(list)
        let records = try await json([.unreadableRecord], list).records(list)

        #expect(records.count == sound.count)
        #expect(records.count { $0[field] == nil } == 1)
        #expect(records.first?[field] != nil && records.last?[field] != nil)
    }

    @Test("stale: generated_at is two days ago, and all else as ever", arguments: lists)
    func stale(list: String) async throws {
        let sound = String(decoding: try await json([], list).body, as: UTF8.self)
        let stale = String(decoding: try await json([.stale], list).body, as: UTF8.self)

        #expect(sound.contains("2026-11-21T09:30:00.000Z"))
        #expect(
            stale == sound.replacingOccurrences(of: "2026-11-21T09:30:00.000Z", with: "2026-11-19T09:30:00.000Z")
        )
    }

    @Test("Faults of content add up")
    func together() async throws {
        let reply = try await json([.stale, .duplicateID, .unreadableRecord], "orders")
        let records = try reply.records("orders")

        #expect(records.count == 13)
        #expect(records.count { $0["sum"] == nil } == 1)
        #expect(try reply.json()["generated_at"] as? String == "2026-11-19T09:30:00.000Z")
    }
}
