import Testing

@testable import Strangler

@Suite(
    "A cancelled call gets what the side that answers it does, and is counted as one that nobody saw",
    .timeLimit(.minutes(15))
)
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
        #expect(await stage.facts() == (plan == .compare(sample: .all) ? [.compared(.skipped(.cancelled))] : []))
    }

    @Test("While control runs and heeds it: the candidate is cancelled too")
    func whileControlRuns() async {
        let stage = Stage(.compare(sample: .all), control: FakeSide(.held), candidate: FakeSide(.held))
        let call = stage.call()
        await stage.control.hasBegun()
        await stage.candidate.hasBegun()

        call.cancel()

        #expect(await call.value == .failure(.cancelled))
        #expect(await stage.facts() == [.compared(.skipped(.cancelled))])
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
        #expect(await stage.facts() == [.compared(.skipped(.cancelled))])
    }

    @Test("While control runs, after the candidate has ended")
    func afterCandidate() async {
        let stage = Stage(.compare(sample: .all), control: FakeSide(.held), candidate: FakeSide(.failure(.broken)))
        let call = stage.call()
        await stage.control.hasBegun()
        await stage.candidate.hasBegun()

        call.cancel()

        #expect(await call.value == .failure(.cancelled))
        #expect(await stage.facts() == [.compared(.skipped(.cancelled))])
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
        #expect(await stage.facts() == [.compared(.skipped(.cancelled))])
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

    @Test("Control that says so though nobody cancelled the call has failed")
    func controlSaysSo() async {
        let stage = Stage(.compare(sample: .all), control: FakeSide(.failure(.cancelled)))

        #expect(await stage.answer() == .failure(.cancelled))
        #expect(
            await stage.outcomes() == [
                .mismatched(Difference(kind: .controlFailed, path: "error", control: .text("cancelled")))
            ]
        )
    }

    @Test(
        "While a rolled-out candidate runs that does not heed it: the caller gets the error at once, and no fall-back"
    )
    func rollout() async {
        let stage = Stage(.rollout(.all), candidate: FakeSide(.deaf))
        let call = stage.call()
        await stage.candidate.hasBegun()

        call.cancel()

        #expect(await call.value == .failure(.cancelled))
        #expect(await stage.facts().isEmpty)
        #expect(stage.control.calls == 0)
        stage.candidate.end(.success(5))
    }

    @Test("Without an error for it, a cancelled caller gets what the candidate makes of it")
    func withoutError() async {
        let stage = Stage(.rollout(.all), candidate: FakeSide(.deaf), cancellation: .none)
        let call = stage.call()
        await stage.candidate.hasBegun()

        call.cancel()
        stage.candidate.end(.success(5))

        #expect(await call.value == .success(5))
        #expect(await stage.facts().isEmpty)
        #expect(stage.control.calls == 0)
    }

    @Test("While a caller waits with patience: the candidate is cancelled")
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

    @Test("While a caller waits with patience for a candidate that does not heed it: control is not called")
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

        #expect(await call.value == .failure(.cancelled))
        stage.candidate.end(.success(5))
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
            candidate: FakeSide(.held),
            safeguards: Safeguards(killSwitch: KillSwitch(minimumCalls: 1, faultRate: 0))
        )
        for input in 1...50 {
            let call = stage.call(input)
            call.cancel()
            #expect(await call.value == .failure(.cancelled))
        }

        #expect(stage.handover.killSwitch == .closed)
        #expect(await stage.facts().isEmpty)
    }
}
