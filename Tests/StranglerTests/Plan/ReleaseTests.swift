import Foundation
import Testing

@testable import Strangler

@Suite("A step forward rests on a verdict")
struct ReleaseTests {
    private func handover(
        _ sides: Sides = .test,
        comparison: Comparison<Int, Int, Trouble> = Comparison(),
        rule: Rule = .test(),
        plan: Plan = .compare(sample: .all),
        recorder: Recorder
    ) -> Handover<Int, Int, Trouble> {
        Handover(
            "numbers",
            between: sides,
            plan: plan,
            subject: { String($0) },
            control: { (_) async throws(Trouble) in 1 },
            candidate: { (_) async throws(Trouble) in 1 },
            cancellation: .error(.cancelled),
            comparison: comparison,
            rule: rule,
            recorder: recorder
        )
    }

    private let journal = MemoryJournal()

    private var recorder: Recorder { Recorder(to: journal, now: { Stage.today }) }

    /// Runs that are compared in the way of a hand-over.
    private func runs(_ comparison: String, _ count: Int = 6_000, sides: Sides = .test) -> [Entry] {
        (0..<count).map { number in
            Entry(
                operation: "numbers",
                sides: sides,
                subject: SubjectClass(number: number),
                date: Stage.today,
                fact: .compared(.matched),
                comparison: comparison
            )
        }
    }

    @Test("On a verdict that is met the plan goes forward, and what it rests on is recorded")
    func forward() async throws {
        let recorder = recorder
        let handover = handover(recorder: recorder)
        let evidence = Evidence(runs(handover.comparison))
        let verdict = handover.verdict(in: evidence)
        #expect(verdict.isMet)
        try handover.release(.rollout(.percent(5)), on: verdict)
        #expect(handover.plan == .rollout(.percent(5)))
        await recorder.flush()
        #expect(journal.entries.map(\.fact).contains(.released("rollout 5%", verdict: verdict.description)))
        #expect(journal.evidence.looks == [handover.rule.description: 1])
        #expect(journal.evidence.releasedWithoutVerdict == 0)
    }

    @Test("A new build is not released on the evidence of another")
    func newBuild() throws {
        let next = Sides.sides(control: Sides.test.control, candidate: Identity("new", version: "2"))
        let handover = handover(next, recorder: recorder)
        let verdict = handover.verdict(in: Evidence(runs(handover.comparison)))
        #expect(verdict.shortfalls.first == .tooFewRuns(0, needed: 3_000))
        #expect(throws: Refusal.notMet(verdict.words)) { try handover.release(.replacement, on: verdict) }
        #expect(handover.plan == .compare(sample: .all))
    }

    @Test("A verdict of other sides, another operation, comparison or rule, or of another day is refused")
    func others() throws {
        let own = handover(recorder: recorder)
        let evidence = Evidence(runs(own.comparison))
        func verdict(
            of operation: String = "numbers",
            _ sides: Sides = .test,
            by rule: Rule = .test(),
            days: Double = 0
        ) -> Verdict {
            Verdict(of: operation, between: sides, in: evidence, by: rule, now: Stage.today + days * 86_400)
        }
        let next = Sides.sides(control: Sides.test.control, candidate: Identity("new", version: "2"))
        #expect(throws: Refusal.otherOperation("others")) { try own.release(.replacement, on: verdict(of: "others")) }
        #expect(throws: Refusal.otherSides(next)) { try own.release(.replacement, on: verdict(next)) }
        let lax = Rule.test(maximumRate: 0.5)
        #expect(throws: Refusal.otherRule(lax)) { try own.release(.replacement, on: verdict(by: lax)) }
        #expect(throws: Refusal.old(Stage.today + 2 * 86_400)) { try own.release(.replacement, on: verdict(days: 2)) }
        let wide = handover(comparison: Comparison().named("lower case"), recorder: recorder)
        #expect(throws: Refusal.otherComparison(own.comparison)) { try wide.release(.replacement, on: verdict()) }
        #expect(own.plan == .compare(sample: .all) && wide.plan == .compare(sample: .all))
        #expect("\(Refusal.notMet("not met: 0 of 3,000 runs"))".hasPrefix("The plan stays as it is"))
    }

    @Test("A verdict that was met before the kill switch opened releases nothing")
    func killSwitch() async throws {
        let handover = Handover<Int, Int, Trouble>(
            "numbers",
            between: .test,
            plan: .rollout(.all),
            subject: { String($0) },
            control: { (_) async throws(Trouble) in 1 },
            candidate: { (_) async throws(Trouble) in throw .broken },
            cancellation: .error(.cancelled),
            comparison: Comparison(),
            rule: .test(),
            safeguards: Safeguards(killSwitch: KillSwitch(minimumCalls: 1, faultRate: 0)),
            recorder: recorder
        )
        let verdict = handover.verdict(in: Evidence(runs(handover.comparison)))
        #expect(verdict.isMet)
        #expect(try await handover(1) == 1)
        #expect(throws: Refusal.killSwitch(.open)) { try handover.release(.replacement, on: verdict) }
        #expect(handover.plan == .rollout(.all))
    }

    @Test("A comparison that was widened after its runs starts without any")
    func widened() {
        let narrow = handover(recorder: recorder)
        let known = IgnoreRule<Int, Int, Trouble>("known") { _, _, _ in true }
        let wider: [Comparison<Int, Int, Trouble>] = [
            Comparison(ignoring: [known]), Comparison().excluding(known),
            Comparison().named("== of Int; deadline 5.0 seconds"),
        ]
        for comparison in wider {
            let wide = handover(comparison: comparison, recorder: recorder)
            // Of the last one too: its name is not its deadline.
            #expect(wide.verdict(in: Evidence(runs(narrow.comparison))).shortfalls == [.otherComparison(6_000)])
        }
    }

    @Test("Runs with a shorter deadline count: whoever was in time for that is in time for a longer one")
    func shorterDeadline() {
        let short = handover(comparison: Comparison(deadline: .seconds(2)), recorder: recorder)
        let long = handover(recorder: recorder)
        #expect(long.verdict(in: Evidence(runs(short.comparison))).isMet)
        #expect(!short.verdict(in: Evidence(runs(long.comparison))).isMet)
    }

    @Test("The builds that were compared before are named")
    func builds() {
        let own = handover(recorder: recorder)
        let earlier = (1...3).flatMap { number in
            runs(
                own.comparison,
                10,
                sides: Sides.sides(control: Sides.test.control, candidate: Identity("new", version: "0.\(number)"))
            )
        }
        let found = own.verdict(in: Evidence(runs(own.comparison) + earlier))
        #expect(found.isMet && found.ground.contains("3 other builds were compared"))
    }

    @Test("A rule that was edited after a look is named, and planned looks are counted")
    func edited() async {
        let recorder = recorder
        let strict = handover(rule: .test(maximumRate: 0.0005), recorder: recorder)
        let evidence = Evidence(runs(strict.comparison))
        #expect(!strict.verdict(in: evidence).isMet)
        await recorder.flush()
        let looked = evidence + journal.evidence
        let lax = handover(rule: .test(), recorder: recorder).verdict(in: looked)
        #expect(lax.isMet && lax.ground.contains("1 looks by another rule: under 0.05%"))
        let planned = handover(rule: .test(looks: .planned(1)), recorder: recorder)
        #expect(planned.verdict(in: evidence).isMet)
        #expect(
            planned.verdict(in: looked).shortfalls == [.looksUsedUp(2, planned: 1)]
        )
    }

    @Test("A part of the evidence releases nothing")
    func part() throws {
        let handover = handover(recorder: recorder)
        let evidence = Evidence(runs(handover.comparison))
        #expect(
            handover.verdict(in: evidence.from(Stage.today - 86_400)).shortfalls.contains(
                .onlyPart("a part of the time")
            )
        )
        let part = evidence.labelled("region", "eu")
        // Also after it was sent elsewhere.
        let sent = try EvidenceLines.contents(of: EvidenceLines.data(part)).evidence
        for evidence in [part, sent, Evidence(part.tallies), part.of("numbers"), part + evidence] {
            #expect(handover.verdict(in: evidence).shortfalls.contains(.onlyPart("region eu")))
        }
    }

    @Test("Without a verdict the plan goes forward by a name that says so, and every later verdict says so too")
    func withoutVerdict() async {
        let recorder = recorder
        let handover = handover(recorder: recorder)
        handover.releaseWithoutVerdict(.rollout(.percent(5)))
        #expect(handover.plan == .rollout(.percent(5)))
        await recorder.flush()
        let found = handover.verdict(in: Evidence(runs(handover.comparison)) + journal.evidence)
        #expect(found.ground.contains("1 steps without a verdict"))
    }

    @Test("A build that serves callers by a plan that was not released for it is named")
    func unreleased() async {
        let recorder = recorder
        let handover = handover(plan: .rollout(.all), recorder: recorder)
        _ = try? await handover(1)
        await recorder.flush()
        let found = handover.verdict(in: journal.evidence)
        #expect(found.ground.contains("callers get the candidate without a release: rollout 100%"))
        handover.releaseWithoutVerdict(.replacement)
        await recorder.flush()
        #expect(handover.verdict(in: journal.evidence).unreleasedPlans.isEmpty)
    }

    @Test("A process that begins with more than was released is named")
    func begunWithMore() async throws {
        let recorder = recorder
        let first = handover(recorder: recorder)
        let evidence = Evidence(runs(first.comparison))
        try first.release(.rollout(.percent(5)), on: first.verdict(in: evidence))
        _ = try await handover(plan: .rollout(.percent(5)), recorder: recorder)(1)
        await recorder.flush()
        #expect(first.verdict(in: evidence + journal.evidence).unreleasedPlans.isEmpty)
        _ = try await handover(plan: .replacement, recorder: recorder)(1)
        await recorder.flush()
        #expect(first.verdict(in: evidence + journal.evidence).unreleasedPlans == ["replacement"])
    }

    @Test("A step back needs no verdict, and one that would go forward leaves the plan as it is")
    func back() {
        let handover = handover(plan: .rollout(.percent(25)), recorder: recorder)
        #expect(!handover.stepBack(to: .rollout(.percent(50))))
        #expect(!handover.stepBack(to: .replacement))
        let compared = self.handover(recorder: recorder)
        // Its targets would get the candidate.
        #expect(!compared.stepBack(to: .rollout(.none)) && compared.plan == .compare(sample: .all))
        #expect(handover.plan == .rollout(.percent(25)))
        #expect(handover.stepBack(to: .rollout(.percent(5))))
        #expect(handover.stepBack() && handover.plan == .compare(sample: .percent(5)))
        handover.compare(.all)
        #expect(handover.plan == .compare(sample: .all))
    }
}
