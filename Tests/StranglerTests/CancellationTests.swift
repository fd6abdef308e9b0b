import Testing

@testable import Strangler

@Suite("A cancelled call gets what the side that answers it does, and leaves no trace", .timeLimit(.minutes(5)))
struct CancellationTests {
    @Test("Before it began", arguments: [Plan.legacy, .compare(sample: .all), .rollout(.none)])
    func before(plan: Plan) async {
        let stage = Stage(plan, control: FakeSide(.held))
        let go = Promise<Void>()
        let call = Task {
            await go.value
            return await stage.answer()
        }
        call.cancel()
        go.keep(())

        #expect(await call.value == .failure(.cancelled))
        #expect(await stage.facts().isEmpty)
    }

    @Test("While control runs and heeds it: the candidate is cancelled too")
    func whileControlRuns() async {
        let stage = Stage(.compare(sample: .all), control: FakeSide(.held), candidate: FakeSide(.held))
        let call = stage.call()
        await stage.control.hasBegun()
        await stage.candidate.hasBegun()

        call.cancel()

        #expect(await call.value == .failure(.cancelled))
        #expect(await stage.facts().isEmpty)
        await stage.candidate.hasEnded()
        #expect(stage.candidate.cancelled == 1)
    }

    @Test("While control runs and answers all the same: the answer is the caller's, and nothing is compared")
    func controlAnswersAllTheSame() async {
        let stage = Stage(.compare(sample: .all), control: FakeSide(.deaf), candidate: FakeSide(.held))
        let call = stage.call()
        await stage.control.hasBegun()
        await stage.candidate.hasBegun()

        call.cancel()
        stage.control.end(.success(5))

        #expect(await call.value == .success(5))
        #expect(await stage.facts().isEmpty)
    }

    @Test("While control runs, after the candidate has ended")
    func afterCandidate() async {
        let stage = Stage(.compare(sample: .all), control: FakeSide(.held), candidate: FakeSide(.failure(.broken)))
        let call = stage.call()
        await stage.control.hasBegun()
        await stage.candidate.hasBegun()

        call.cancel()

        #expect(await call.value == .failure(.cancelled))
        #expect(await stage.facts().isEmpty)
    }

    @Test("While control runs, before a candidate that starts afterwards: it is never called")
    func beforeLateCandidate() async {
        let stage = Stage(
            .compare(sample: .all),
            control: FakeSide(.held),
            comparison: Comparison(start: .afterControl)
        )
        let call = stage.call()
        await stage.control.hasBegun()

        call.cancel()

        #expect(await call.value == .failure(.cancelled))
        #expect(await stage.facts().isEmpty)
        #expect(stage.candidate.calls == 0)
    }

    @Test("After control answered, the call is over: its comparison goes on")
    func afterTheAnswer() async {
        let stage = Stage(.compare(sample: .all), candidate: FakeSide(.held))
        let call = stage.call()
        #expect(await call.value == .success(1))
        await stage.candidate.hasBegun()

        call.cancel()
        stage.candidate.end(.success(1))

        #expect(await stage.outcomes() == [.matched])
    }

    @Test("Control says so though its task was not cancelled")
    func controlSaysSo() async {
        let stage = Stage(.compare(sample: .all), control: FakeSide(.failure(.cancelled)))

        #expect(await stage.answer() == .failure(.cancelled))
        #expect(await stage.facts().isEmpty)
    }

    @Test("A candidate that says so by itself did not fail: the run is skipped and counted")
    func candidateSaysSo() async {
        let stage = Stage(.compare(sample: .all), candidate: FakeSide(.failure(.cancelled)))

        #expect(await stage.answer() == .success(1))
        #expect(await stage.outcomes() == [.skipped(.candidateCancelled)])
    }

    @Test(
        "While a rolled-out candidate runs: no fall-back, whatever it makes of it",
        arguments: [Result<Int, Trouble>.failure(.cancelled), .failure(.broken), .success(5)]
    )
    func rollout(ending: Result<Int, Trouble>) async {
        let stage = Stage(.rollout(.all), candidate: FakeSide(.deaf))
        let call = stage.call()
        await stage.candidate.hasBegun()

        call.cancel()
        stage.candidate.end(ending)

        #expect(await call.value == ending)
        #expect(await stage.facts().isEmpty)
        #expect(stage.control.calls == 0)
    }

    @Test("A rolled-out candidate that says so by itself is no reason to fall back")
    func rolledOutCandidateSaysSo() async {
        let stage = Stage(.rollout(.all), candidate: FakeSide(.failure(.cancelled)))

        #expect(await stage.answer() == .failure(.cancelled))
        #expect(await stage.facts().isEmpty)
        #expect(stage.control.calls == 0)
    }

    @Test("While a caller waits with patience: the candidate is cancelled, and its end is the answer")
    func patience() async {
        let stage = Stage(
            .rollout(.all),
            candidate: FakeSide(.held),
            safeguards: Safeguards(patience: .seconds(1))
        )
        let call = stage.call()
        await stage.candidate.hasBegun()

        call.cancel()

        #expect(await call.value == .failure(.cancelled))
        #expect(await stage.facts().isEmpty)
        #expect(stage.control.calls == 0)
    }

    @Test("While a caller waits with patience for a candidate that does not heed it: patience is no way out")
    func patienceWithDeafCandidate() async {
        let stage = Stage(
            .rollout(.all),
            candidate: FakeSide(.deaf),
            safeguards: Safeguards(patience: .seconds(1))
        )
        let call = stage.call()
        await stage.candidate.hasBegun()
        await stage.clock.sleepers(1)

        call.cancel()
        stage.clock.advance(by: .seconds(1))
        stage.candidate.end(.success(5))

        #expect(await call.value == .success(5))
        #expect(await stage.facts().isEmpty)
        #expect(stage.control.calls == 0)
    }

    @Test("While control runs after a fall-back: the fault stays recorded, the answer is not")
    func duringFallBack() async {
        let stage = Stage(.rollout(.all), control: FakeSide(.held), candidate: FakeSide(.failure(.broken)))
        let call = stage.call()
        await stage.control.hasBegun()

        call.cancel()

        #expect(await call.value == .failure(.cancelled))
        #expect(await stage.facts() == [.fellBack(.failed(.text("broken")), latency: .zero)])
    }

    @Test("While the replacement runs")
    func replacement() async {
        let stage = Stage(.replacement, candidate: FakeSide(.held))
        let call = stage.call()
        await stage.candidate.hasBegun()

        call.cancel()

        #expect(await call.value == .failure(.cancelled))
        #expect(await stage.facts().isEmpty)
    }

    @Test("Cancelled calls never open the kill switch")
    func killSwitch() async {
        let stage = Stage(
            .rollout(.all),
            candidate: FakeSide(.failure(.cancelled)),
            safeguards: Safeguards(killSwitch: KillSwitch(minimumCalls: 1, faultRate: 0))
        )
        for input in 1...50 { _ = await stage.answer(input) }

        #expect(stage.handover.killSwitch == .closed)
        #expect(await stage.facts().isEmpty)
    }
}
