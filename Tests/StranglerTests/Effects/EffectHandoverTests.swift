import Synchronization
import Testing

@testable import Strangler

@Suite("Operations that write")
struct EffectHandoverTests {
    private func handover(
        _ plan: EffectPlan,
        control: FakeSide,
        candidate: FakeSide,
        safeguards: Safeguards<Trouble> = Safeguards(),
        recorder: Recorder = Recorder(to: MemoryJournal()),
        clock: ManualClock = ManualClock()
    ) -> EffectHandover<Int, Int, Trouble> {
        EffectHandover(
            "writes",
            between: .test,
            plan: plan,
            subject: { String($0) },
            control: { (input) async throws(Trouble) in try await control(input) },
            candidate: { (input) async throws(Trouble) in try await candidate(input) },
            cancellation: .error(.cancelled),
            provesNothingDone: { $0 == .refused },
            safeguards: safeguards,
            redactor: .unredacted,
            recorder: recorder,
            clock: clock
        )
    }

    @Test(
        "One side acts, as the plan says",
        arguments: [(EffectPlan.legacy, 1), (.rollout(.none), 1), (.rollout(.all), 2), (.replacement, 2)]
    )
    func plans(plan: EffectPlan, answer: Int) async throws {
        let (control, candidate) = (FakeSide(.success(1)), FakeSide(.success(2)))

        #expect(try await handover(plan, control: control, candidate: candidate)(7) == answer)
        #expect(control.calls + candidate.calls == 1)
    }

    @Test("Where the candidate may have acted, its error goes to the caller and control never acts")
    func neverTwice() async {
        let control = FakeSide(.success(1))
        let journal = MemoryJournal()
        let recorder = Recorder(to: journal)
        let writes = handover(
            .rollout(.all),
            control: control,
            candidate: FakeSide(.failure(.broken)),
            recorder: recorder
        )

        await #expect(throws: Trouble.broken) { try await writes(7) }

        #expect(control.calls == 0)
        await recorder.flush()
        #expect(Evidence(journal.entries, operation: "writes").failed == [.candidate: 1])
    }

    @Test("Where its error proves that it did nothing, control acts")
    func provenNotDone() async throws {
        let control = FakeSide(.success(1))
        let writes = handover(.rollout(.all), control: control, candidate: FakeSide(.failure(.refused)))

        #expect(try await writes(7) == 1)
        #expect(control.calls == 1)
    }

    @Test("A fault that is not hidden opens the kill switch all the same")
    func killSwitch() async {
        let writes = handover(
            .rollout(.all),
            control: FakeSide(.success(1)),
            candidate: FakeSide(.failure(.broken)),
            safeguards: Safeguards(killSwitch: KillSwitch(minimumCalls: 2))
        )
        for input in 0..<2 { await #expect(throws: Trouble.broken) { try await writes(input) } }

        #expect(writes.killSwitch == .open)
        #expect(await (try? writes(3)) == 1)
    }

    @Test("Without a key there is no patience: a slow candidate may still act")
    func noPatience() async {
        let clock = ManualClock()
        let control = FakeSide(.success(1))
        let candidate = FakeSide(.held)
        let writes = handover(
            .rollout(.all),
            control: control,
            candidate: candidate,
            safeguards: Safeguards(patience: .seconds(1)),
            clock: clock
        )
        let call = Task { try? await writes(7) }
        await candidate.hasBegun()
        clock.advance(by: .seconds(5))
        candidate.end(.success(2))

        #expect(await call.value == 2)
        #expect(control.calls == 0)
    }

    @Test("A cancelled call does not fall back, with a key or without")
    func cancelled() async {
        let (control, candidate) = (FakeSide(.success(1)), FakeSide(.deaf))
        let writes = keyed(control: control, candidate: candidate)
        let call = Task { await Result { () async throws(Trouble) in try await writes.handover(7) } }
        await candidate.hasBegun()

        call.cancel()
        candidate.end(.failure(.broken))

        #expect(await call.value == .failure(.broken))
        #expect(control.calls == 0)
    }

    private func keyed(
        control: FakeSide,
        candidate: FakeSide,
        plan: EffectPlan = .rollout(.all)
    ) -> (handover: EffectHandover<Int, Int, Trouble>, keys: @Sendable () -> [String]) {
        let seen = Seen()
        let handover = EffectHandover<Int, Int, Trouble>(
            "writes",
            between: .test,
            plan: plan,
            subject: { String($0) },
            keyInSharedStore: { input in IdempotencyKey("\(input)-\(seen.next())") },
            control: { (input, key) async throws(Trouble) in
                seen.keys.withLock { $0.append("control \(key.value)") }
                return try await control(input)
            },
            candidate: { (input, key) async throws(Trouble) in
                seen.keys.withLock { $0.append("candidate \(key.value)") }
                return try await candidate(input)
            },
            cancellation: .error(.cancelled),
            recorder: Recorder(to: MemoryJournal())
        )
        return (handover, { seen.keys.withLock { $0 } })
    }

    @Test("With a key that both sides honour it falls back, and both sides get the one key of the call")
    func sameKey() async throws {
        let writes = keyed(control: FakeSide(.success(1)), candidate: FakeSide(.failure(.broken)))

        #expect(try await writes.handover(7) == 1)
        #expect(writes.keys() == ["candidate 7-1", "control 7-1"])
    }

    @Test("Each side gets a key also where it acts alone", arguments: [EffectPlan.legacy, .replacement])
    func keyAlone(plan: EffectPlan) async throws {
        let writes = keyed(control: FakeSide(.success(1)), candidate: FakeSide(.success(2)), plan: plan)

        _ = try await writes.handover(7)

        #expect(writes.keys() == [plan == .legacy ? "control 7-1" : "candidate 7-1"])
    }

    @Test(
        "A write from inside a compared candidate is stopped and recorded",
        arguments: [EffectPlan.legacy, .replacement]
    )
    func insideComparison(plan: EffectPlan) async throws {
        let journal = MemoryJournal()
        let recorder = Recorder(to: journal)
        let (control, candidate) = (FakeSide(.success(1)), FakeSide(.success(1)))
        let writes = handover(plan, control: control, candidate: candidate, recorder: recorder)
        let reads = Handover(
            "reads",
            between: .test,
            plan: .compare(sample: .all),
            subject: { (input: Int) in String(input) },
            control: { (_) async throws(Trouble) in 1 },
            candidate: { (input) async throws(Trouble) in try await writes(input) },
            cancellation: .error(.cancelled),
            comparison: Comparison(),
            recorder: recorder
        )

        _ = try await reads(7)

        await reads.settle()
        await recorder.flush()
        #expect(journal.entries.contains { $0.operation == "writes" && $0.fact == .effectInComparison })
        // It is stopped, and the verdict on the candidate that called it says so.
        #expect(control.calls + candidate.calls == 0)
        #expect(journal.evidence.of("reads").effects == 1)
        #expect(reads.verdict(in: journal.evidence).shortfalls.contains(.effects(1)))
    }

    @Test("Two ledgers that are each idempotent are never charged twice: a fall-back takes one that both share")
    func twoLedgers() async {
        let (control, candidate, shared) = (FakeStore(), FakeStore(), FakeStore())
        let apart = EffectHandover<Change, Int, Trouble>(
            "charges",
            between: .test,
            plan: .rollout(.all),
            subject: \.subject,
            control: { (change) async throws(Trouble) in try await control.write(change, IdempotencyKey(change.key)) },
            candidate: { (change) async throws(Trouble) in
                try await candidate.write(change, IdempotencyKey(change.key))
            },
            cancellation: .error(.cancelled),
            safeguards: Safeguards(killSwitch: nil),
            recorder: Recorder(to: MemoryJournal())
        )
        let together = EffectHandover<Change, Int, Trouble>(
            "charges",
            between: .test,
            plan: .rollout(.all),
            subject: \.subject,
            keyInSharedStore: { IdempotencyKey($0.key) },
            control: { (change, key) async throws(Trouble) in try await shared.write(change, key) },
            candidate: { (change, key) async throws(Trouble) in
                _ = try await shared.write(change, key)
                // The charge is made, and its answer is lost.
                throw .broken
            },
            cancellation: .error(.cancelled),
            safeguards: Safeguards(killSwitch: nil),
            recorder: Recorder(to: MemoryJournal())
        )
        for number in 0..<400 {
            let charge = Change("\(number)", of: "card \(number)")
            candidate.fail(number % 2 == 0 ? .after(.broken) : nil)
            _ = try? await apart(charge)
            _ = try? await together(charge)
            #expect(control.list(of: charge.subject).count + candidate.list(of: charge.subject).count == 1)
            #expect(shared.list(of: charge.subject).count == 1)
        }
    }

    @Test("The plan goes forward without a verdict, which is recorded, and back without a question")
    func planChange() async throws {
        let journal = MemoryJournal()
        let recorder = Recorder(to: journal)
        let (control, candidate) = (FakeSide(.success(1)), FakeSide(.success(2)))
        let writes = handover(.legacy, control: control, candidate: candidate, recorder: recorder)
        #expect(!writes.stepBack(to: .rollout(.percent(1))))

        writes.releaseWithoutVerdict(.replacement)

        #expect(writes.plan == .replacement)
        #expect(try await writes(7) == 2)
        #expect(writes.stepBack() && writes.plan == .rollout(.all))
        await recorder.flush()
        #expect(journal.entries.map(\.fact).contains(.released("replacement", verdict: nil)))
        #expect(journal.evidence.releasedWithoutVerdict == 1)
    }
}

/// The observations of a keyed operation under test.
private final class Seen: Sendable {
    let keys = Mutex<[String]>([])
    private let asked = Mutex(0)

    func next() -> Int {
        asked.withLock { asked in
            asked += 1
            return asked
        }
    }
}
