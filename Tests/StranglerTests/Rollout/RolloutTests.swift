import Synchronization
import Testing

@testable import Strangler

@Suite("Who answers, plan by plan", .timeLimit(.minutes(15)))
struct RolloutTests {
    @Test("In plan legacy control answers, the candidate is never called, and nothing is recorded")
    func legacy() async {
        let stage = Stage(.legacy, control: FakeSide(.success(5)))

        #expect(await stage.answer() == .success(5))
        #expect(stage.candidate.calls == 0)
        #expect(await stage.facts().isEmpty)
    }

    @Test("In plan replacement the candidate answers, also with its errors, and control is never called")
    func replacement() async {
        let stage = Stage(.replacement, candidate: FakeSide(.failure(.broken)))

        #expect(await stage.answer() == .failure(.broken))
        #expect(stage.control.calls == 0)
        #expect(await stage.facts() == [.answered(by: .candidate, latency: .zero, failure: .text("broken"))])
    }

    @Test("In a rollout a subject's bucket decides who answers", arguments: 0..<40)
    func rollout(subject: Int) async {
        let stage = Stage(
            .rollout(.percent(30)),
            control: FakeSide(.success(1)),
            candidate: FakeSide(.success(2))
        )
        let isInside = Bucket.of(String(subject), salt: "numbers") < 3_000

        #expect(await stage.answer(subject) == .success(isInside ? 2 : 1))
        #expect(
            await stage.facts() == [.answered(by: isInside ? .candidate : .control, latency: .zero)]
        )
    }

    @Test("Where the rolled-out candidate fails, control answers, and the journal has the fault")
    func fallsBack() async {
        let stage = Stage(.rollout(.all), control: FakeSide(.success(5)), candidate: FakeSide(.failure(.broken)))

        #expect(await stage.answer() == .success(5))
        #expect(
            await stage.facts() == [
                .fellBack(.failed(.text("broken")), latency: .zero),
                .answered(by: .control, latency: .zero),
            ]
        )
    }

    @Test("Where both fail, the caller gets control's error")
    func bothFail() async {
        let stage = Stage(
            .rollout(.all),
            control: FakeSide(.failure(.refused)),
            candidate: FakeSide(.failure(.broken))
        )

        #expect(await stage.answer() == .failure(.refused))
    }

    @Test("An error that is an answer goes to the caller and is no fault")
    func answerThatIsAnError() async {
        let stage = Stage(
            .rollout(.all),
            candidate: FakeSide(.failure(.unknownUser)),
            safeguards: Safeguards(
                isFault: { $0 != .unknownUser },
                killSwitch: KillSwitch(minimumCalls: 1, faultRate: 0)
            )
        )

        #expect(await stage.answer() == .failure(.unknownUser))
        #expect(stage.control.calls == 0)
        #expect(stage.handover.killSwitch == .closed)
    }

    @Test("A candidate that a caller's patience runs out on is cancelled, and control answers")
    func patience() async {
        let stage = Stage(
            .rollout(.all),
            control: FakeSide(.success(5)),
            candidate: FakeSide(.held),
            safeguards: Safeguards(patience: .seconds(2))
        )
        let call = stage.call()
        await stage.candidate.hasBegun()
        await stage.clock.sleepers(1)

        stage.clock.advance(by: .seconds(2))

        #expect(await call.value == .success(5))
        #expect(
            await stage.facts() == [
                .fellBack(.timedOut, latency: .seconds(2)), .answered(by: .control, latency: .zero),
            ]
        )
        await stage.candidate.hasEnded()
        #expect(stage.candidate.cancelled == 1)
    }

    @Test("A call keeps the plan it began with: compared to the end though the plan is replacement by then")
    func planChangedWhileComparing() async {
        let stage = Stage(.compare(sample: .all), control: FakeSide(.held), candidate: FakeSide(.success(2)))
        let call = stage.call()
        await stage.control.hasBegun()

        stage.handover.releaseWithoutVerdict(.replacement)
        stage.control.end(.success(1))

        #expect(await call.value == .success(1))
        #expect(await stage.outcomes().count == 1)
        #expect(await stage.answer() == .success(2))
    }

    @Test("A call keeps the plan it began with: falls back though the plan is replacement by then")
    func planChangedWhileRolledOut() async {
        let stage = Stage(.rollout(.all), control: FakeSide(.success(5)), candidate: FakeSide(.held))
        let call = stage.call()
        await stage.candidate.hasBegun()

        stage.handover.releaseWithoutVerdict(.replacement)
        stage.candidate.end(.failure(.broken))

        #expect(await call.value == .success(5))
    }

    @Test("Changing the plan is recorded once, and for all copies")
    func planChanges() async {
        let stage = Stage(.legacy)
        let copy = stage.handover

        stage.handover.compare(.percent(10))
        copy.compare(.percent(10))

        #expect(copy.plan == .compare(sample: .percent(10)))
        #expect(await stage.facts() == [.planChanged(from: "legacy", to: "compare 10%")])
    }

    @Test("While plans change, 2,000 concurrent calls each get the answer of one side")
    func plansUnderLoad() async {
        let handover = Handover(
            "numbers",
            between: .test,
            subject: { (input: Int) in String(input) },
            control: { (input) async throws(Trouble) in input },
            candidate: { (input) async throws(Trouble) in -input },
            cancellation: .error(.cancelled),
            comparison: Comparison(deadline: .seconds(600)),
            recorder: Recorder(to: MemoryJournal())
        )
        let plans: [Plan] = [.legacy, .compare(sample: .all), .rollout(.percent(50)), .replacement]

        let isRight = await withTaskGroup(of: Bool.self) { group in
            for input in 0..<2_000 {
                group.addTask {
                    handover.releaseWithoutVerdict(plans[input % 4])
                    let answer = await Result { () async throws(Trouble) in try await handover(input) }
                    return answer == .success(input) || answer == .success(-input)
                }
            }
            return await group.allSatisfy { $0 }
        }

        #expect(isRight)
        await handover.settle()
    }
}
