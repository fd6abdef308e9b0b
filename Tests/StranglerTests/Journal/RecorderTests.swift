import Foundation
import Synchronization
import Testing

@testable import Strangler

/// A journal that a test can delay and make fail.
private final class FakeJournal: Journal {
    private let failures: Mutex<Int>
    private let hold: Promise<Void>?
    private let kept = Mutex<[Entry]>([])
    private let began = Promise<Void>()

    init(failures: Int = 0, hold: Promise<Void>? = nil) {
        self.failures = Mutex(failures)
        self.hold = hold
    }

    var entries: [Entry] { kept.withLock { $0 } }

    func hasBegun() async {
        await began.value
    }

    func record(_ entries: [Entry]) async throws {
        began.keep(())
        await hold?.value
        let fails = failures.withLock { failures in
            failures -= 1
            return failures >= 0
        }
        if fails { throw Thrown() }
        kept.withLock { $0 += entries }
    }
}

@Suite("Recording")
struct RecorderTests {
    @Test("Brings entries to every journal in order, with the date of the injected clock")
    func order() async {
        let (one, two) = (MemoryJournal(), MemoryJournal())
        let recorder = Recorder(to: one, two, now: { Stage.today })
        for number in 0..<100 {
            recorder.record(.test("a"), .planChanged(from: "\(number)", to: "\(number + 1)"))
        }
        await recorder.flush()

        let expected = (0..<100).map { Fact.planChanged(from: "\($0)", to: "\($0 + 1)") }
        #expect(one.entries.map(\.fact) == expected)
        #expect(one.entries.allSatisfy { $0.operation == "a" && $0.date == Stage.today && $0.sides == .test })
        #expect(two.entries == one.entries)
    }

    @Test("A full buffer drops the newest entries, and tells how many comparisons were among them")
    func drops() async {
        let hold = Promise<Void>()
        let journal = FakeJournal(hold: hold)
        let recorder = Recorder(to: journal, capacity: 2, now: { Stage.today })
        recorder.record(.test("a"), .compared(.matched))
        await journal.hasBegun()
        for _ in 0..<5 { recorder.record(.test("a"), .compared(.matched)) }
        recorder.record(.test("a"), .planChanged(from: "legacy", to: "replacement"))

        hold.keep(())
        await recorder.flush()

        let evidence = Evidence(journal.entries, operation: "a")
        #expect(evidence.matched == 3)
        #expect(evidence.lost == 3)
        #expect(journal.entries.first { $0.fact == .lost(comparisons: 3) }?.count == 4)
    }

    @Test("A journal that fails fails no call, and is told what it missed; another one misses nothing")
    func journalFails() async {
        let (bad, good) = (FakeJournal(failures: 1), MemoryJournal())
        let recorder = Recorder(to: bad, good)
        let handover = Handover(
            "numbers",
            between: .test,
            plan: .compare(sample: .all),
            subject: { (input: Int) in String(input) },
            control: { (_) async throws(Trouble) in 1 },
            candidate: { (_) async throws(Trouble) in 2 },
            cancellation: .error(.cancelled),
            comparison: Comparison(),
            recorder: recorder
        )
        for _ in 0..<2 {
            #expect(await (try? handover(1)) == 1)
            await handover.settle()
            await recorder.flush()
        }

        #expect(Evidence(good.entries, operation: "numbers").runs == 2)
        let evidence = Evidence(bad.entries, operation: "numbers")
        #expect(evidence.runs == 1)
        #expect(evidence.lost == 1)
    }

    @Test("A journal that does not answer holds up no call")
    func journalHangs() async {
        let hold = Promise<Void>()
        let journal = FakeJournal(hold: hold)
        let stageRecorder = Recorder(to: journal, capacity: 4)
        let handover = Handover(
            "numbers",
            between: .test,
            plan: .replacement,
            subject: { (input: Int) in String(input) },
            control: { (_) async throws(Trouble) in 1 },
            candidate: { (_) async throws(Trouble) in 2 },
            cancellation: .error(.cancelled),
            comparison: Comparison(),
            recorder: stageRecorder
        )
        for _ in 0..<100 { #expect(await (try? handover(1)) == 2) }

        #expect(journal.entries.isEmpty)
        hold.keep(())
    }

    @Test("A flush waits for what was recorded before it, and for nothing recorded later")
    func flush() async {
        let hold = Promise<Void>()
        let first = FakeJournal(hold: hold)
        let recorder = Recorder(to: first)
        await recorder.flush()
        recorder.record(.test("a"), .effectInComparison)
        await first.hasBegun()
        recorder.record(.test("b"), .effectInComparison)
        let flush = Task { await recorder.flush() }
        hold.keep(())
        await flush.value

        #expect(first.entries.map(\.operation) == ["a", "b"])
    }

    @Test("Skips cost no room: alike ones become one entry")
    func skips() async {
        let hold = Promise<Void>()
        let journal = FakeJournal(hold: hold)
        let recorder = Recorder(to: journal, capacity: 1)
        recorder.record(.test("a"), .compared(.matched))
        await journal.hasBegun()
        for _ in 0..<1_000 { recorder.skip(.test("a"), .notSampled) }
        for _ in 0..<5 { recorder.skip(.test("b"), .nested) }
        hold.keep(())
        await recorder.flush()

        #expect(journal.entries.count == 3)
        #expect(Evidence(journal.entries, operation: "a").skipped == [.notSampled: 1_000])
        #expect(Evidence(journal.entries, operation: "b").skipped == [.nested: 5])
    }

    @Test("The journal in memory holds the newest entries of each operation, and counts all")
    func ring() async {
        let journal = MemoryJournal(capacity: 2)
        let entries = (0..<6).map { number in
            Entry(operation: "a", date: Stage.today, fact: .compared(number < 3 ? .timedOut : .matched))
        }
        await journal.record(Array(entries.prefix(2)))
        await journal.record(Array(entries.dropFirst(2)))

        await journal.record([Entry(operation: "b", date: Stage.today, fact: .effectInComparison)])
        #expect(
            journal.entries.map(\.id) == [entries[1], entries[2], entries[4], entries[5]].map(\.id) + [
                journal.entries.last?.id
            ]
        )
        #expect(journal.evidence.of("a").timedOut == 3)
        #expect(journal.evidence.of("a").matched == 3)
        #expect(journal.evidence.of("a").truncated == 1)
    }
}
