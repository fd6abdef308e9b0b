import AccountSandbox
import DataSupport
import Domain
import Foundation
import StoreClient
import Synchronization
import Testing

@testable import Diagnostics

/// A collector in memory, which may reject batches.
private final class Collected: Sendable {
    private let state = Mutex((batches: [[String]](), refusals: 0))

    init(refusing refusals: Int = 0) {
        state.withLock { $0.refusals = refusals }
    }

    var batches: [[String]] { state.withLock { $0.batches } }
    var ids: [String] { batches.flatMap { $0 } }

    func take(_ bytes: Data) -> Bool {
        let json = (try? JSONSerialization.jsonObject(with: bytes)) as? [String: Any]
        let records = json?["records"] as? [[String: Any]] ?? []
        return state.withLock { state in
            state.refusals -= 1
            guard state.refusals < 0 else { return false }
            state.batches.append(records.compactMap { $0["id"] as? String })
            return true
        }
    }
}

/// A clock on which every wait ends at once, and which records the waits.
private final class RushingClock: Clock {
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero
    private let all = Mutex<[Duration]>([])

    var waits: [Duration] { all.withLock { $0 } }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        all.withLock { $0.append(now.duration(to: deadline)) }
        try Task.checkCancellation()
    }
}

@Suite("Sending records to a collector", .timeLimit(.minutes(15)))
struct RemoteCollectorTests {
    private func collector(
        _ folder: URL,
        _ collected: Collected,
        batchSize: Int = 10,
        limit: Int = 1 << 20,
        clock: any Clock<Duration> = RushingClock()
    ) -> RemoteCollector {
        RemoteCollector(
            spool: spool(folder, limit: limit),
            batchSize: batchSize,
            send: { collected.take($0) },
            backoff: RemoteCollector.Backoff(first: .seconds(1), longest: .seconds(60)),
            clock: clock,
            random: { 1 }
        )
    }

    private func append(_ numbers: Range<Int>, _ folder: URL, limit: Int = 1 << 20) throws {
        for number in numbers {
            try spool(folder, limit: limit).append([PublishedDiagnostic(id: "a-\(number)", sample(number))])
        }
    }

    @Test("All is sent, in batches and in order, once")
    func batches() async throws {
        try await withFolder { folder async throws in
            let collected = Collected()
            #expect(await collector(folder, collected).sendPending() == .done)
            try append(0..<25, folder)
            #expect(await collector(folder, collected).sendPending() == .done)
            #expect(collected.batches.map(\.count) == [10, 10, 5])
            #expect(await collector(folder, collected).sendPending() == .done)
            try append(25..<26, folder)
            #expect(await collector(folder, collected).sendPending() == .done)
            #expect(collected.ids == (0..<26).map { "a-\($0)" })
        }
    }

    @Test("What was not accepted is sent again, also by another process")
    func again() async throws {
        try await withFolder { folder async throws in
            try append(0..<25, folder)
            let collected = Collected(refusing: 1)
            #expect(await collector(folder, collected).sendPending() == .failed)
            #expect(await collector(folder, collected).sendPending() == .done)
            #expect(collected.ids == (0..<25).map { "a-\($0)" })
        }
    }

    @Test("Where the place is lost all is sent again, and where the spool is lost the new one")
    func lost() async throws {
        try await withFolder { folder async throws in
            try append(0..<5, folder)
            let collected = Collected()
            #expect(await collector(folder, collected).sendPending() == .done)
            try FileManager.default.removeItem(at: folder.appending(path: "collector.json"))
            #expect(await collector(folder, collected).sendPending() == .done)
            #expect(collected.ids.count == 10)
            try FileManager.default.removeItem(at: spool(folder).file)
            try append(5..<7, folder)
            #expect(await collector(folder, collected).sendPending() == .done)
            #expect(collected.ids.suffix(2) == ["a-5", "a-6"])
        }
    }

    @Test("Records that go before they were sent are told by the one that says how many")
    func gone() async throws {
        try await withFolder { folder async throws in
            try append(0..<100, folder, limit: 2000)
            let collected = Collected()
            #expect(await collector(folder, collected, batchSize: 100, limit: 2000).sendPending() == .done)
            let contents = try spool(folder, limit: 2000).contents()
            let notice = try #require(contents.notice)
            #expect(collected.ids == [notice.id] + contents.records.map(\.id))
            try append(100..<101, folder, limit: 2000)
            #expect(await collector(folder, collected, limit: 2000).sendPending() == .done)
            #expect(collected.ids.last == "a-100")
        }
    }

    @Test("A line that is no record does not hold up the others")
    func damaged() async throws {
        try await withFolder { folder async throws in
            try append(0..<1, folder)
            let handle = try FileHandle(forWritingTo: spool(folder).file)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("{}\n{}\n".utf8))
            try handle.close()
            try append(1..<2, folder)
            let collected = Collected()
            #expect(await collector(folder, collected, batchSize: 1).sendPending() == .done)
            #expect(collected.ids == ["a-0", "a-1"])
        }
    }

    @Test("One process sends at a time")
    func busy() async throws {
        try await withFolder { folder async throws in
            try append(0..<1, folder)
            let collected = Collected()
            do {
                let lock = try FileLock(folder.appending(path: "collector.lock").path)
                #expect(try lock.tryToTake())
                #expect(await collector(folder, collected).sendPending() == .busy)
                withExtendedLifetime(lock) {}
            }
            #expect(await collector(folder, collected).sendPending() == .done)
        }
    }

    @Test("It waits twice as long after each failure, up to the longest, and from the first again after a success")
    func backoff() async throws {
        try await withFolder { folder async throws in
            let clock = RushingClock()
            let collected = Collected(refusing: 8)
            let centre = DiagnosticsCentre(spool: spool(folder), origin: 1)
            try await centre.publish(sample(1))
            let collector = collector(folder, collected, clock: clock)
            let running = Task { await collector.run(for: centre) }
            while collected.ids.isEmpty { await Task.yield() }
            #expect(clock.waits == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
            try await centre.publish(sample(2))
            while collected.ids.count < 2 { await Task.yield() }
            running.cancel()
            await running.value
            #expect(collected.ids.count == 2)
        }
    }

    @Test("The wait is between half and all of what is due", arguments: [(0.0, 2.0), (0.5, 3.0), (1.0, 4.0)])
    func jitter(random: Double, seconds: Double) {
        let backoff = RemoteCollector.Backoff(first: .seconds(1), longest: .seconds(60))
        #expect(backoff.wait(after: 3, random: random) == .seconds(seconds))
        #expect(backoff.wait(after: 1000, random: 1) == .seconds(60))
    }
}

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("A collector over HTTP, and processes that are killed", .serialized, .timeLimit(.minutes(15)))
struct CollectorProcessTests {
    @Test("The collector has every error once, with the app killed and the collector down in between")
    func everyErrorOnce() async throws {
        let server = try await SandboxServer.start(SandboxConfiguration())
        let collector = server.url.appending(path: "collector")
        try await withFolder { folder async throws in
            // Responses are lost after the collector has accepted a batch, and batches are lost; then the collector is down for
            // some time.
            let weather: [[SandboxFault]] = [
                [SandboxFault(.dropApplied)], [SandboxFault(.drop, rate: 0.5)], [SandboxFault(.unavailable)], [],
            ]
            for faults in weather {
                server.setFaults(faults)
                let writer = try Writer([folder.path, "sample", "100000", collector.absoluteString]) {
                    // At least one batch is accepted, and sent again by a later process.
                    $0 < 100 || (server.requests.isEmpty && $0 < 50_000)
                }
                await writer.end()
                #expect(writer.last >= 99)
            }
            // The last process isn't killed: it sends what is left.
            server.setFaults([])
            let kept = try spool(folder).contents().records
            let writer = try Writer([folder.path, "sample", "1", collector.absoluteString])
            var counts = try await counts(at: collector)
            while counts.distinct < kept.count + 1 {
                counts = try await self.counts(at: collector)
            }
            writer.kill()
            await writer.end()
            #expect(counts.distinct == kept.count + 1)
            // Some batches arrived twice; identifiers make that harmless.
            #expect(counts.received > counts.distinct)
            #expect(try spool(folder).contents().records.count == counts.distinct)
        }
        await server.stop()
    }

    private struct Counts: Decodable {
        let received: Int
        let distinct: Int
    }

    private func counts(at collector: URL) async throws -> Counts {
        let transport = URLSessionTransport(deadline: .seconds(120), largestBody: 1 << 20, clock: ContinuousClock())
        let answer = try await transport.send(HTTPRequest(url: collector))
        return try JSONDecoder().decode(Counts.self, from: answer.body)
    }
}
