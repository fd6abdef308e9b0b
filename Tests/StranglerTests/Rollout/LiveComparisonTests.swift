import Testing

@testable import Strangler

@Suite("A rollout that goes on comparing", .timeLimit(.minutes(15)))
struct LiveComparisonTests {
    private let plan = Plan.rollout(.all, comparing: .all)

    @Test("The candidate answers, and is compared with what control answers afterwards")
    func compares() async {
        let stage = Stage(plan, control: FakeSide(.success(1)), candidate: FakeSide(.success(2)))

        #expect(await stage.answer() == .success(2))

        let outcomes = await stage.outcomes()
        #expect(
            outcomes == [
                .mismatched(Difference(kind: .values, path: "self", control: .text("1"), candidate: .text("2")))
            ]
        )
        #expect(stage.journal.evidence.answered == [.candidate: 1])
        #expect(stage.journal.evidence.subjects.count == 1)
    }

    @Test("The caller does not wait for control")
    func callerDoesNotWait() async {
        let stage = Stage(plan, control: FakeSide(.held), candidate: FakeSide(.success(2)))
        #expect(await stage.answer() == .success(2))
        stage.control.end(.success(2))
        #expect(await stage.outcomes() == [.matched])
    }

    @Test("A candidate whose caller fell back has failed in the comparison too")
    func fellBack() async {
        let stage = Stage(plan, candidate: FakeSide(.failure(.broken)))
        #expect(await stage.answer() == .success(1))
        #expect(await stage.outcomes() == [.candidateFailed(.text("broken"))])
    }

    @Test("Control that does not answer in time is counted as skipped")
    func controlTimesOut() async {
        let stage = Stage(plan, control: FakeSide(.held), comparison: Comparison(deadline: .seconds(3)))
        #expect(await stage.answer() == .success(1))
        await stage.clock.sleepers(1)
        stage.clock.advance(by: .seconds(3))
        #expect(await stage.outcomes() == [.skipped(.controlTimedOut)])
    }

    @Test("A sample of the calls is compared", arguments: [(999, 1), (1_000, 0)])
    func sample(drawn: Int, compared: Int) async {
        let stage = Stage(.rollout(.all, comparing: .percent(10)), random: { _ in drawn })
        #expect(await stage.answer() == .success(1))
        #expect(await stage.outcomes().count(where: \.isOfChosenCall) == compared)
    }

    @Test("Too many differences open the kill switch for good, and a new plan closes it")
    func killByVerdict() async {
        let stage = Stage(
            plan,
            control: FakeSide(.success(1)),
            candidate: FakeSide(.success(2)),
            safeguards: Safeguards(killSwitch: KillSwitch(coolDown: .seconds(10), disagreementRate: 0.1))
        )
        for input in 0..<50 where stage.handover.killSwitch == .closed {
            #expect(await stage.answer(input) == .success(2))
            await stage.handover.settle()
        }
        #expect(stage.handover.killSwitch == .open)
        stage.clock.advance(by: .seconds(100))
        #expect(await stage.answer() == .success(1))
        let opened = await stage.facts().compactMap { fact -> KillSwitch.Reason? in
            guard case .killSwitch(.opened(let reason, _)) = fact else { return nil }
            return reason
        }
        #expect(opened == [.disagreements])

        stage.handover.stepBack(to: .legacy)
        #expect(stage.handover.killSwitch == .closed)
    }

    @Test("Few differences leave the kill switch closed")
    func fewDifferences() {
        var breaker = Breaker(KillSwitch(disagreementRate: 0.1))
        for number in 0..<5_000 { #expect(breaker.noteComparison(disagrees: number % 12 == 0) == nil) }
        #expect(breaker.state == .closed)
    }

    @Test(
        "A plan that goes on comparing has words, and they can be read",
        arguments: [
            ("rollout 25% comparing 10%", Plan.rollout(.percent(25), comparing: .percent(10)) as Plan?),
            ("rollout 25%", .rollout(.percent(25))), ("rollout 25% comparing 0%", nil), ("rollout 25% comparing", nil),
        ]
    )
    func words(words: String, plan: Plan?) {
        #expect(Plan(words) == plan)
        if let plan {
            #expect(plan.description == words)
            #expect(Plan(word: plan.word) == plan)
        }
        #expect((EffectPlan(words) == nil) == (words != "rollout 25%"))
    }
}
