import Foundation
import Metrics
import Strangler
import StranglerJournal
import StranglerMetrics

/// Many calls at once, all of them compared and recorded, against the bare operation.
enum ManyCalls {
    private typealias Decode = Handover<Int, [Order], Failed>

    struct Order: Codable, Hashable, Sendable {
        var id: Int
        var item: String
        var total: Double
    }

    enum Failed: Error, Equatable { case unreadable }

    private static let (calls, tasks) = (100_000, 200)

    static func report() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        MetricsSystem.bootstrap(ScrapedMetrics())
        let answers = try (0..<64).map { user in
            try JSONEncoder().encode(
                (0..<12).map { Order(id: user * 100 + $0, item: "name-\($0).example", total: Double($0) * 1.5) }
            )
        }
        // What a client does without its network: reads an answer of twelve records.
        let operation: @Sendable (Int) async throws(Failed) -> [Order] = { (user) async throws(Failed) in
            // As where an answer is waited for: without it the calls leave their threads to nothing else.
            await Task.yield()
            guard let orders = try? JSONDecoder().decode([Order].self, from: answers[user % answers.count]) else {
                throw .unreadable
            }
            return orders
        }
        for (name, underWay) in [
            ("all compared", tasks * 4), ("by default", Comparison<Int, [Order], Failed>.defaultMaximumUnderWay),
        ] {
            var ratios: [(clock: Double, processor: Double)] = []
            var last = Evidence()
            for round in 0..<4 {
                let journal = try SQLiteJournal(at: folder.appending(path: "\(underWay)-\(round).sqlite"))
                let recorder = Recorder(to: journal, MetricsJournal(), capacity: 65_536)
                let handover = Decode(
                    "orders",
                    between: PlanLegacy.sides,
                    plan: .compare(sample: .all),
                    subject: { String($0) },
                    control: operation,
                    candidate: operation,
                    cancellation: .none,
                    comparison: Comparison(maximumUnderWay: underWay),
                    recorder: recorder
                )
                let bare = try await cost { try await run(operation) }
                let compared = try await cost {
                    try await run { (user) async throws(Failed) in try await handover(user) }
                    await handover.settle()
                    await recorder.flush()
                }
                last = try await journal.evidence()
                guard round > 0 else { continue }
                ratios.append((compared.clock / bare.clock, compared.processor / bare.processor))
            }
            say(
                "\(calls) calls by \(tasks) tasks, \(name): "
                    + "\(rounded(median(ratios.map(\.clock)))) times the bare operation by the clock, "
                    + "\(rounded(median(ratios.map(\.processor)))) in processor time; "
                    + "\(last.runs) compared, \(last.skipped.values.reduce(0, +)) skipped, \(last.lost) lost"
            )
        }
    }

    private static func cost(
        _ work: () async throws -> Void
    ) async throws -> (clock: Duration, processor: Duration) {
        let before = ProcessorTime.now
        let clock = try await duration(work)
        return (clock, ProcessorTime.now - before)
    }

    private static func run(_ operation: @escaping @Sendable (Int) async throws(Failed) -> [Order]) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for task in 0..<tasks {
                group.addTask {
                    for call in 0..<calls / tasks { _ = try await operation(task * 1_000 + call) }
                }
            }
        }
    }
}

/// The memory of a program that compares without end.
enum Memory {
    static func report() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let journal = try SQLiteJournal(at: folder.appending(path: "journal.sqlite"))
        let recorder = Recorder(to: journal, MemoryJournal())
        let answer: @Sendable (Int) async throws(PlanLegacy.Trouble) -> Int = { $0 &+ 1 }
        let handover = Handover<Int, Int, PlanLegacy.Trouble>(
            "numbers",
            between: PlanLegacy.sides,
            plan: .compare(sample: .all),
            subject: { String($0 % 10_000) },
            control: answer,
            candidate: answer,
            cancellation: .none,
            comparison: Comparison(),
            recorder: recorder
        )
        for number in 1...1_000_000 {
            _ = try? await handover(number)
            await handover.settle()
            if number == 100_000 || number.isMultiple(of: 300_000) || number == 1_000_000 {
                await recorder.flush()
                say("after \(number) compared calls: \(rounded(residentMegabytes())) MB")
            }
        }
        let evidence = try await journal.evidence()
        say("\(evidence.runs) compared, \(evidence.lost) lost")
    }

    /// The memory of this process that is in use now (Linux).
    private static func residentMegabytes() -> Double {
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return (words.count > 1 ? Double(words[1]) ?? 0 : 0) * Double(getpagesize()) / 1_048_576
    }
}
