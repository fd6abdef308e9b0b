import Foundation
import Testing

@testable import Strangler

@Suite("What is known of calls")
struct ContextTests {
    private struct Untyped: Error {}

    private func handover(
        _ plan: Plan,
        redactor: Redactor = .unredacted,
        _ recorder: Recorder = Recorder(to: MemoryJournal())
    ) -> Handover<Int, Int, Trouble> {
        Handover(
            "numbers",
            between: .test,
            plan: plan,
            subject: { String($0) },
            target: { $0 == 7 ? .candidate : $0 == 8 ? .control : nil },
            labels: { ["region": $0 < 10 ? "eu" : "us", "secret": "s"] },
            control: { (_) async throws(Trouble) in 1 },
            candidate: { (input) async throws(Trouble) in input < 10 ? 2 : 1 },
            cancellation: .error(.cancelled),
            comparison: Comparison(),
            redactor: redactor,
            recorder: recorder
        )
    }

    @Test("Those on a list are sent to one side, whatever the share")
    func targets() async throws {
        #expect(try await handover(.rollout(.none))(7) == 2)
        #expect(try await handover(.rollout(.all))(8) == 1)
        #expect(try await handover(.rollout(.none))(9) == 1)
    }

    @Test("Labels go through the redactor, and each value has evidence and a verdict of its own")
    func labels() async throws {
        let journal = MemoryJournal()
        let recorder = Recorder(to: journal)
        let redactor = Redactor { path, value in path == "label.region" ? String(describing: value) : nil }
        let handover = handover(.compare(sample: .all), redactor: redactor, recorder)
        for input in [1, 2, 11] {
            _ = try await handover(input)
            await handover.settle()
        }
        recorder.record(.test("numbers"), .lost(comparisons: 1))
        await recorder.flush()

        #expect(Set(journal.entries.map(\.labels)) == [["region": "eu"], ["region": "us"], [:]])
        let (europe, america) = (
            journal.evidence.labelled("region", "eu"), journal.evidence.labelled("region", "us")
        )
        #expect(europe.mismatched == 2 && europe.matched == 0)
        #expect(america.matched == 1 && america.mismatched == 0)
        // It is unknown whose comparison was lost.
        #expect(europe.lost == 1 && america.lost == 1)
        let verdict = Verdict(of: "numbers", between: .test, in: europe, by: Rule.test(), now: Date())
        #expect(verdict.subjects == 2)
    }

    @Test("An operation that throws any error needs no closures of its own for that")
    func untypedThrows() async throws {
        let journal = MemoryJournal()
        let recorder = Recorder(to: journal)
        let handover = Handover<Int, Int, any Error>(
            "numbers",
            between: .test,
            plan: .compare(sample: .all),
            subject: { String($0) },
            control: { _ in throw Untyped() },
            candidate: { _ in throw Untyped() },
            recorder: recorder
        )
        await #expect(throws: Untyped.self) { try await handover(1) }
        await handover.settle()
        await recorder.flush()
        #expect(journal.evidence.matchedFailures == 1)
    }

    @Test("An operation that can't fail is called without try")
    func never() async {
        let handover = Handover<Int, Int, Never>(
            "numbers",
            between: .test,
            plan: .rollout(.all),
            subject: { String($0) },
            control: { _ in 1 },
            candidate: { _ in 2 },
            recorder: Recorder(to: MemoryJournal())
        )
        #expect(await handover(1) == 2)
    }

    @Test("A strict journal reports the first disagreement, and only that")
    func strict() async throws {
        try await confirmation(expectedCount: 1) { reported in
            let recorder = Recorder(to: StrictJournal { _ in reported() })
            let handover = handover(.compare(sample: .all), recorder)
            for input in [11, 1, 2] {
                _ = try await handover(input)
                await handover.settle()
            }
            await recorder.flush()
        }
    }
}
