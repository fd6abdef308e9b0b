import Dispatch
import Synchronization
import Testing

@testable import Strangler

/// What a candidate or a journal can do without harming any caller.
@Suite("Runs hurt nobody", .timeLimit(.minutes(15)))
struct HarmlessTests {
    @Test(
        "Candidates that block their threads make no caller wait",
        arguments: [Plan.compare(sample: .all), .rollout(.all)]
    )
    func blockingCandidates(plan: Plan) async {
        let release = DispatchSemaphore(value: 0)
        let blocked = 16
        let handover = Handover(
            "numbers",
            between: .test,
            plan: plan,
            subject: { (input: Int) in String(input) },
            control: { (_) async throws(Trouble) in 1 },
            candidate: { (input) async throws(Trouble) in
                if input < blocked { release.wait() }
                return 1
            },
            cancellation: .error(.cancelled),
            comparison: Comparison(maximumUnderWay: blocked),
            safeguards: Safeguards(patience: .milliseconds(1)),
            recorder: Recorder(to: MemoryJournal())
        )
        // Many more than Swift has threads.
        await withDiscardingTaskGroup { group in
            for input in 0..<blocked { group.addTask { _ = try? await handover(input) } }
        }
        for input in blocked..<200 { #expect(await (try? handover(input)) == 1) }
        for _ in 0..<blocked { release.signal() }
        await handover.settle()
    }

    @Test("No more candidates than allowed live on after their callers have left; then control answers")
    func leftBehind() async {
        let stage = Stage(
            .rollout(.all),
            control: FakeSide(.success(5)),
            candidate: FakeSide(.deaf),
            safeguards: Safeguards(patience: .seconds(1), maximumLeftBehind: 2, killSwitch: nil)
        )
        for input in 0..<2 {
            let call = stage.call(input)
            await stage.clock.sleepers(1)
            stage.clock.advance(by: .seconds(1))
            #expect(await call.value == .success(5))
        }

        #expect(await stage.answer() == .success(5))

        #expect(stage.candidate.calls == 2)
        #expect(await stage.facts().last == .answered(by: .control, latency: .zero))
        stage.candidate.end(.success(1))
    }

    @Test("A journal that hangs makes a healthy one lose nothing")
    func journalsAreIndependent() async {
        let hold = Promise<Void>()
        let (hanging, healthy) = (HangingJournal(hold), MemoryJournal())
        let recorder = Recorder(to: hanging, healthy, capacity: 100)
        for round in 1...40 {
            for _ in 0..<100 { recorder.record(.test("numbers"), .compared(.matched)) }
            while healthy.evidence.matched < round * 100 { await Task.yield() }
        }

        #expect(healthy.evidence.matched == 4_000)
        #expect(healthy.evidence.lost == 0)
        hold.keep(())
        await recorder.flush()
        // What the other one lost is counted in comparisons, and the sum is correct.
        #expect(hanging.evidence.matched + hanging.evidence.lost == 4_000)
        #expect(hanging.evidence.lost > 0)
    }

    @Test("A deadline that is taken back is let go at once, and one task sleeps for all of them")
    func timers() async {
        let clock = ManualClock()
        let alarm = Alarm(Timing(clock))
        for _ in 0..<10_000 { alarm.takeBack(alarm.set(after: .seconds(3_600)) {}) }
        #expect(alarm.pending == 0)
        await clock.sleepers(1)
        #expect(clock.count == 1)
    }

    @Test("Deadlines ring in their order, whichever was set first")
    func deadlines() async {
        let clock = ManualClock()
        let alarm = Alarm(Timing(clock))
        let (late, early) = (Promise<Void>(), Promise<Void>())
        let hasRung = Mutex(false)
        _ = alarm.set(after: .seconds(10)) {
            hasRung.withLock { $0 = true }
            late.keep(())
        }
        await clock.sleepers(1)
        _ = alarm.set(after: .seconds(1)) { early.keep(()) }
        await clock.sleepers(until: .seconds(1))
        clock.advance(by: .seconds(1))
        await early.value
        #expect(!hasRung.withLock { $0 })

        await clock.sleepers(until: .seconds(10))
        clock.advance(by: .seconds(9))
        await late.value
        #expect(alarm.pending == 0)
    }
}

/// A journal that waits before it accepts anything.
private final class HangingJournal: Journal {
    private let hold: Promise<Void>
    private let memory = MemoryJournal()

    init(_ hold: Promise<Void>) {
        self.hold = hold
    }

    var evidence: Evidence { memory.evidence }

    func record(_ entries: [Entry]) async throws {
        await hold.value
        await memory.record(entries)
    }
}
