import Foundation
import Strangler
import StranglerJournal

/// What a look at the verdict costs while calls are compared, by how much was observed before.
enum Looks {
    static func report() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var first: Duration?
        for runs in [100_000, 1_000_000] {
            let file = folder.appending(path: "\(runs).sqlite")
            let journal = try SQLiteJournal(at: file)
            for start in stride(from: 0, to: runs, by: 2_000) {
                try await journal.record((start..<start + 2_000).map { entry($0, of: runs) })
            }
            let look = try await medianLook(at: journal)
            let before = ProcessorTime.now
            _ = try await Self.look(at: journal)
            let work = ProcessorTime.now - before
            let bytes = ["", "-wal"].reduce(0) { $0 + size(file.path + $1) }
            let ratio = first.map { ", \(rounded(look / $0)) times that of 100,000" } ?? ""
            say(
                "\(runs) observations in seven days: a look takes \(rounded(look / .milliseconds(1))) ms\(ratio), "
                    + "\(rounded(work / .milliseconds(1))) ms of processor time; "
                    + "the files have \(rounded(Double(bytes) / 1_048_576)) MB"
            )
            first = first ?? look
            if runs == 1_000_000 { try await whileWriting(journal, runs) }
        }
    }

    /// Evidence and verdict, as a look at a journal takes them.
    private static func look(at journal: SQLiteJournal) async throws -> Verdict {
        Verdict(
            of: "orders",
            between: PlanLegacy.sides,
            in: try await journal.evidence(of: "orders"),
            by: Rule(),
            now: end
        )
    }

    private static func medianLook(at journal: SQLiteJournal) async throws -> Duration {
        var looks: [Duration] = []
        for _ in 0..<11 {
            looks.append(try await duration { _ = try await look(at: journal) })
        }
        return median(looks)
    }

    /// How long a batch waits for the journal, with and without somebody who looks all the time.
    private static func whileWriting(_ journal: SQLiteJournal, _ runs: Int) async throws {
        var waits: [[Duration]] = []
        for isLookedAt in [false, true] {
            let looking = Task {
                while isLookedAt, !Task.isCancelled { _ = try await look(at: journal) }
            }
            var batches: [Duration] = []
            for batch in 0..<200 {
                let entries = (0..<50).map { entry(runs - 1 - batch * 50 - $0, of: runs) }
                batches.append(try await duration { try await journal.record(entries) })
                // As a recorder does, which lets entries gather.
                try await Task.sleep(for: .milliseconds(5))
            }
            looking.cancel()
            _ = await looking.result
            waits.append(batches)
        }
        func text(_ batches: [Duration]) -> String {
            let sorted = batches.sorted()
            return "\(rounded(median(batches) / .milliseconds(1))) ms, at most "
                + "\(rounded((sorted.last ?? .zero) / .milliseconds(1))) ms"
        }
        say("a batch of 50 is stored in \(text(waits[0])); while somebody looks all the time in \(text(waits[1]))")
    }

    private static let end = Date(timeIntervalSince1970: 1_750_000_000)

    /// The run of one of 400,000 subjects, the earlier ones earlier in the week.
    private static func entry(_ number: Int, of runs: Int) -> Entry {
        Entry(
            operation: "orders",
            sides: PlanLegacy.sides,
            subject: SubjectClass(of: "user \(Int.random(in: 0..<400_000))"),
            date: end - 7 * 86_400 * (1 - Double(number) / Double(runs)),
            fact: .compared(
                .matched,
                control: .microseconds(Int.random(in: 2_000...40_000)),
                candidate: .microseconds(Int.random(in: 2_000...40_000))
            ),
            comparison: "== of Int"
        )
    }

    private static func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }
}
