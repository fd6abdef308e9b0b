import Foundation
import Strangler
import Testing

private enum OrdersError: Error, Equatable {
    case unavailable
    case cancelled
}

private protocol FetchOrders {
    func orders(of user: String) async throws(OrdersError) -> [String]
}

private struct LegacyOrders: Sendable {
    func orders(of user: String) async throws(OrdersError) -> [String] { ["\(user)-1"] }
}

private struct StoreOrders: Sendable {
    func orders(of user: String) async throws(OrdersError) -> [String] { ["\(user)-1"] }
}

extension Handover: FetchOrders where Input == String, Output == [String], Failure == OrdersError {
    func orders(of user: String) async throws(OrdersError) -> [String] { try await self(user) }
}

@Suite("The pages about Strangler, docs/strangler")
struct GuideTests {
    private static let root = (1...3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test("The example of the guide compiles and runs, in 16 lines")
    func example() async throws {
        let (legacy, store) = (LegacyOrders(), StoreOrders())
        // Example begins
        let journal = MemoryJournal()
        let recorder = Recorder(to: journal)
        let fetchOrders = Handover(
            "orders",
            between: try Sides(control: Identity("legacy"), candidate: Identity("store", version: "2.1")),
            plan: .compare(sample: .percent(10)),
            subject: { (user: String) in user },
            control: legacy.orders(of:),
            candidate: store.orders(of:),
            cancellation: .error(.cancelled),
            comparison: Comparison(),
            recorder: recorder
        )
        let orders = try await fetchOrders("user-42")  // what legacy returns
        let verdict = fetchOrders.verdict(in: journal.evidence)
        if verdict.isMet { try fetchOrders.release(.rollout(.percent(5)), on: verdict) }
        // Example ends
        let calibration = fetchOrders.calibration()  // control twice, the same comparison, a plan of its own
        _ = try await calibration("user-42")

        #expect(orders == ["user-42-1"])
        #expect(fetchOrders.plan == .compare(sample: .percent(10)))
        let lines = try Self.text("Tests/StranglerTests/GuideTests.swift").split(separator: "\n")
        let begin = try #require(lines.firstIndex { $0.hasSuffix("// Example begins") })
        let end = try #require(lines.firstIndex { $0.hasSuffix("// Example ends") })
        #expect(end - begin - 1 <= 16)
    }

    @Test("A whole program, with its imports and its two sides, takes at most 25 lines")
    func program() async throws {
        // Program begins
        @Sendable func legacy(_ user: String) async throws -> [String] { ["\(user)-1"] }
        @Sendable func store(_ user: String) async throws -> [String] { ["\(user)-1"] }
        let folder = FileManager.default.temporaryDirectory
        let journal = MemoryJournal(crashLog: folder.appending(path: "orders-\(UUID().uuidString)"))
        let recorder = Recorder(to: journal)
        let fetchOrders = Handover(
            "orders",
            between: try Sides(control: Identity("legacy"), candidate: Identity("store", version: "2.1")),
            plan: .compare(sample: .all),
            subject: { (user: String) in user },
            control: legacy,
            candidate: store,
            recorder: recorder
        )
        for user in 1...10 { _ = try await fetchOrders("user-\(user)") }
        await fetchOrders.settle()
        await recorder.flush()
        print(fetchOrders.verdict(in: journal.evidence))
        // Program ends
        let lines = try Self.text("Tests/StranglerTests/GuideTests.swift").split(separator: "\n")
        let begin = try #require(lines.firstIndex { $0.hasSuffix("// Program begins") })
        let end = try #require(lines.firstIndex { $0.hasSuffix("// Program ends") })
        // With two imports.
        #expect(end - begin - 1 + 2 <= 25)
        #expect(journal.evidence.account.calls == 10)
    }

    @Test("Mismatches become tests")
    func export() throws {
        let tests = FileManager.default.temporaryDirectory.appending(path: "tests-\(UUID().uuidString)")
        let entries: [Entry] = []
        let comparison = Comparison<String, [String], OrdersError>().keepingSpecimens(
            input: { $0 },
            answer: { result in try result.get() }  // lines, one fact each
        )
        for fixture in entries.compactMap(Fixture.init) {
            try fixture.json().write(to: tests.appending(path: "\(fixture.name).json"))
            let source = fixture.testSource(calling: "candidateAnswer")
            try Data(source.utf8).write(to: tests.appending(path: fixture.testFileName))
        }
        #expect(comparison.identity == "== of Array<String>; deadline 10.0 seconds")
    }

    @Test("Every sample of Swift is compiled with the tests", arguments: ["guide", "writes", "records"])
    func samples(page: String) throws {
        let sources = try ["Tests/StranglerTests/GuideTests.swift", "Tests/StranglerJournalTests/GuideSamples.swift"]
            .map(Self.text).joined()
        func trimmed(_ text: some StringProtocol) -> [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let blocks = try Self.text("docs/strangler/\(page).md").components(separatedBy: "```swift\n").dropFirst()
        #expect(!blocks.isEmpty)
        for block in blocks {
            let sample = trimmed(block.prefix(upTo: try #require(block.range(of: "```")).lowerBound))
            #expect(trimmed(sources).contains(sample), "\(sample.first ?? "")")
        }
    }

    @Test("Its buckets are those of the tests", arguments: BucketTests.vectors.filter { $0.subject.count < 100 })
    func buckets(salt: String, subject: String, bucket: Int) throws {
        let isASCII = subject.utf8.count == subject.unicodeScalars.count
        let escaped = isASCII ? subject : subject.unicodeScalars.map(\.escaped).joined(separator: " ")
        #expect(try Self.text("docs/strangler/records.md").contains("| `\(salt)` | `\(escaped)` | \(bucket) |"))
    }
}

extension Unicode.Scalar {
    /// The character itself, or its code point if it is not ASCII.
    fileprivate var escaped: String {
        let digits = String(value, radix: 16, uppercase: true)
        return isASCII ? String(self) : "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
