import Foundation
import Synchronization
import Testing

@testable import Strangler

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Plans for a fleet")
struct PlanFollowerTests {
    private func handover(_ name: String) -> Handover<Int, Int, Trouble> {
        Handover(
            name,
            between: .test,
            subject: { String($0) },
            control: { (_) async throws(Trouble) in 1 },
            candidate: { (_) async throws(Trouble) in 2 },
            cancellation: .error(.cancelled),
            comparison: Comparison(),
            recorder: Recorder(to: MemoryJournal())
        )
    }

    @Test("A hand-over follows a file; one that the file doesn't name stays, and one that comes later follows too")
    func file() async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "plans-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: url) }
        let (orders, addresses, late) = (handover("orders"), handover("addresses"), handover("orders"))
        let follower = PlanFollower(FilePlanSource(url))
        await follower.add(orders)
        await follower.add(addresses)

        try Data(#"{"orders": "rollout 25% comparing 10%"}"#.utf8).write(to: url)
        await follower.poll()
        await follower.add(late)

        #expect(orders.plan == .rollout(.percent(25), comparing: .percent(10)))
        #expect(late.plan == orders.plan)
        #expect(addresses.plan == .legacy)
    }

    @Test(
        "A source that can't be reached or read changes nothing, and is reported",
        arguments: [nil, "", "{", #"{"orders": "rollout 101%"}"#, #"{"orders": "legacy", "addresses": 5}"#]
    )
    func unreadable(contents: String?) async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "plans-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: url) }
        let orders = handover("orders")
        orders.releaseWithoutVerdict(.rollout(.percent(5)))
        try await confirmation { reported in
            let follower = PlanFollower(FilePlanSource(url)) { _ in reported() }
            await follower.add(orders)
            try contents.map { try Data($0.utf8).write(to: url) }
            await follower.poll()
        }
        #expect(orders.plan == .rollout(.percent(5)))
    }

    @Test("A server is asked by its ETag, and an answer that isn't 200 or 304 changes nothing")
    func server() async throws {
        let asked = Mutex<[String?]>([])
        let source = HTTPPlanSource(try #require(URL(string: "https://example.org/plans"))) { request in
            let count = asked.withLock { asked in
                asked.append(request.value(forHTTPHeaderField: "If-None-Match"))
                return asked.count
            }
            let status = [200, 304, 500, 200][count - 1]
            let plan = count == 4 ? "legacy" : "compare 10%"
            let response = HTTPURLResponse(
                url: try #require(request.url),
                statusCode: status,
                httpVersion: nil,
                headerFields: ["ETag": "\"\(count)\""]
            )
            return (Data("{\"orders\": \"\(plan)\"}".utf8), try #require(response))
        }
        let orders = handover("orders")
        let errors = Mutex(0)
        let follower = PlanFollower(source) { _ in errors.withLock { $0 += 1 } }
        await follower.add(orders)
        await follower.poll()
        #expect(orders.plan == .compare(sample: .percent(10)))
        // Set by hand in the meantime: an unchanged source doesn't change it.
        orders.releaseWithoutVerdict(.rollout(.percent(1)))
        await follower.poll()
        await follower.poll()
        #expect(orders.plan == .rollout(.percent(1)))
        #expect(errors.withLock { $0 } == 1)
        await follower.poll()
        #expect(orders.plan == .legacy)
        #expect(asked.withLock { $0 } == [nil, "\"1\"", "\"1\"", "\"1\""])
    }

    @Test("A hand-over that writes takes a plan that is one for it, and no comparison")
    func effects() async throws {
        let source = HTTPPlanSource(try #require(URL(string: "https://example.org"))) { request in
            let response = HTTPURLResponse(
                url: try #require(request.url),
                statusCode: 200,
                httpVersion: nil,
                headerFields: nil
            )
            return (Data(#"{"writes": "compare 10%", "others": "rollout 5%"}"#.utf8), try #require(response))
        }
        func effects(_ name: String) -> EffectHandover<Int, Int, Trouble> {
            EffectHandover(
                name,
                between: .test,
                subject: { String($0) },
                control: { (_) async throws(Trouble) in 1 },
                candidate: { (_) async throws(Trouble) in 2 },
                cancellation: .error(.cancelled),
                recorder: Recorder(to: MemoryJournal())
            )
        }
        let (writes, others) = (effects("writes"), effects("others"))
        let follower = PlanFollower(source)
        await follower.add(writes)
        await follower.add(others)
        await follower.poll()
        #expect(writes.plan == .legacy)
        #expect(others.plan == .rollout(.percent(5)))
    }
}
