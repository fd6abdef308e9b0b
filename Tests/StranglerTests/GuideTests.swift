import Foundation
import Strangler
import Testing

private enum OrdersError: Error, Equatable {
    case unavailable
    case cancelled
}

private struct LegacyOrders: Sendable {
    func orders(of user: String) async throws(OrdersError) -> [String] { ["\(user)-1"] }
}

private struct StoreOrders: Sendable {
    func orders(of user: String) async throws(OrdersError) -> [String] { ["\(user)-1"] }
}

@Suite("The guide, docs/strangler/guide.md")
struct GuideTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func guide() throws -> String {
        try String(contentsOf: Self.root.appending(path: "docs/strangler/guide.md"), encoding: .utf8)
    }

    @Test("Its example compiles and runs")
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

        #expect(orders == ["user-42-1"])
        #expect(fetchOrders.plan == .compare(sample: .percent(10)))
    }

    @Test("Its example is the one that is compiled here")
    func sameExample() throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let begin = try #require(lines.firstIndex { $0.hasSuffix("// Example begins") })
        let end = try #require(lines.firstIndex { $0.hasSuffix("// Example ends") })
        let example = lines[(begin + 1)..<end].map { $0.dropFirst(8) }.joined(separator: "\n")

        #expect(end - begin - 1 <= 16)
        #expect(try guide().contains(example))
    }

    @Test("Its buckets are those of the tests", arguments: BucketTests.vectors.filter { $0.subject.count < 100 })
    func buckets(salt: String, subject: String, bucket: Int) throws {
        let isASCII = subject.utf8.count == subject.unicodeScalars.count
        let escaped = isASCII ? subject : subject.unicodeScalars.map(\.escaped).joined(separator: " ")
        #expect(try guide().contains("| `\(salt)` | `\(escaped)` | \(bucket) |"))
    }
}

extension Unicode.Scalar {
    /// The character itself, or its code point if it is not ASCII.
    fileprivate var escaped: String {
        let digits = String(value, radix: 16, uppercase: true)
        return isASCII ? String(self) : "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
