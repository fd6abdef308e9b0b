import Foundation
import Testing

@testable import Strangler

@Suite("Calibration", .timeLimit(.minutes(15)))
struct CalibrationTests {
    @Test("Runs control twice under a name of its own, and never the candidate")
    func controlTwice() async {
        let stage = Stage(.legacy, control: FakeSide(.success(5)), candidate: FakeSide(.failure(.broken)))
        let calibration = stage.handover.calibration()

        let answer = await Result { () async throws(Trouble) in try await calibration(7) }
        await calibration.settle()
        await stage.recorder.flush()

        #expect(answer == .success(5))
        #expect(stage.control.calls == 2)
        #expect(stage.candidate.calls == 0)
        #expect(stage.journal.entries.map(\.operation) == ["numbers (calibration apart)"])
        #expect(await stage.outcomes() == [.matched])
    }

    @Test("Beside a comparison control runs twice for a sample of the same calls, which are then not compared")
    func beside() async {
        let stage = Stage(
            .compare(sample: .all, calibrating: .percent(10)),
            control: FakeSide(.success(1)),
            random: { range in range.lowerBound + Int.random(in: 0..<2) * 9_000 }
        )
        for number in 0..<100 {
            #expect(await stage.answer(number) == .success(1))
            await stage.handover.settle()
        }
        await stage.recorder.flush()
        let compared = stage.journal.evidence.of("numbers").account
        let calibrated = stage.journal.evidence.of(Calibration.operation(of: "numbers"))
        #expect(compared.equal > 0 && calibrated.matched > 0)
        #expect(compared.calls == 100 && compared.notChosen == calibrated.matched)
        #expect(compared.equal == stage.candidate.calls)
        #expect(stage.control.calls == 100 + calibrated.matched)
    }

    @Test("Leaves the plan of the operation alone")
    func ownPlan() {
        let stage = Stage(.rollout(.percent(5)))
        stage.handover.calibration().releaseWithoutVerdict(.replacement)

        #expect(stage.handover.plan == .rollout(.percent(5)))
    }

    /// Computed by another implementation: the quantile of the beta distribution with m and N − m + 1.
    @Test(
        "The lower bound is that of Clopper and Pearson",
        arguments: [
            (1, 1_000, 0.975, 2.5317487491294065e-05), (10, 1_000, 0.975, 0.004805510691049309),
            (3, 3_000, 0.95, 0.0002726175458740735), (50, 100, 0.95, 0.4136217146309118),
            (100, 100, 0.95, 0.9704869503929601), (0, 1_000, 0.975, 0),
        ]
    )
    func lowerBound(events: Int, trials: Int, confidence: Double, bound: Double) {
        let found = Binomial.lowerBound(events: events, trials: trials, confidence: confidence)
        #expect(abs(found - bound) < 1e-11)
    }

    @Test("The noise is taken off, and what is left is never less than so many subjects could show without it")
    func takenOff() {
        let rule = Rule.test(looks: .planned(1))
        let noise = NoiseFigures(subjects: 10_000, noisy: 300)
        let bound = Bound(Figures(subjects: 10_000, disagreeing: 330), noise: noise, by: rule)
        let all = Binomial.upperBound(events: 330, trials: 10_000, confidence: 0.96)
        let low = Binomial.lowerBound(events: 300, trials: 10_000, confidence: 0.99)
        #expect(bound.noise == low)
        #expect(bound.own > (all - low) / (1 - low) && bound.own < 1.1 * (all - low) / (1 - low))
        let few = Bound(Figures(subjects: 5_000, disagreeing: 3), noise: noise, by: rule)
        #expect(few.own == Binomial.upperBound(events: 0, trials: 5_000, confidence: 0.96))
    }

    @Test("Of control's differences from itself half are taken off, unless a team says that both answers are right")
    func half() {
        let calibration =
            Entry.calibrations(.matched, 900)
            + Entry.calibrations(.mismatched(Difference(kind: .values)), 100, from: 900)
        let evidence = Evidence(calibration)
        #expect(NoiseFigures(evidence, .ofOneSide).noisy == 50)
        #expect(NoiseFigures(evidence, .betweenCalls).noisy == 100)
    }

    @Test("Only failures of control's own place are taken off, and only of subjects with no run that matched")
    func whatIsNoise() {
        let controlFailed = Outcome.mismatched(Difference(kind: .controlFailed))
        let evidence = Evidence(
            Entry.calibrations(controlFailed, 30) + Entry.calibrations(.candidateFailed(.withheld), 20, from: 30)
                + Entry.calibrations(.matched, 10)
        )
        #expect(NoiseFigures(evidence, .ofOneSide) == NoiseFigures(subjects: 50, noisy: 20))
    }

    /// Every possible result of this number of runs, weighted by its probability, gives the exact chance that the bound is
    /// below the truth.
    @Test(
        "Whatever the rates are, the bound is too low no more often than it may be",
        arguments: [0, 0.01, 0.1, 0.3, 0.6],
        [0.02, 0.1, 0.3, 0.7]
    )
    func coverage(noise: Double, own: Double) {
        let (calls, runs, confidence) = (15, 25, 0.9)
        let all = 1 - (1 - noise) * (1 - own)
        for looks in [Rule.Looks.anytime, .planned(1)] {
            let rule = Rule.test(confidence: confidence, looks: looks)
            var chance = 0.0
            for noisy in 0...calls {
                for different in 0...runs {
                    let bound = Bound(
                        Figures(subjects: runs, disagreeing: different),
                        noise: NoiseFigures(subjects: calls, noisy: Double(noisy)),
                        by: rule
                    )
                    guard bound.own < own else { continue }
                    chance +=
                        probability(of: noisy, in: calls, at: noise) * probability(of: different, in: runs, at: all)
                }
            }
            #expect(chance <= 1 - confidence)
        }
    }

    @Test("A calibration without runs is none")
    func noRuns() {
        let verdict = verdict(Entry.comparisons(.matched, 3_000) + Entry.calibrations(.matchedFailure, 10))
        #expect(verdict.calibration == nil)
        #expect(verdict.noise == 0)
    }

    @Test("What nobody saw of a calibration makes the noise smaller, not larger")
    func lost() {
        let controlFailed = Outcome.mismatched(Difference(kind: .controlFailed))
        let noisy = Entry.calibrations(.matched, 90) + Entry.calibrations(controlFailed, 10, from: 90)
        let loss = Entry(
            operation: Calibration.operation(of: "numbers"),
            sides: Sides.test.calibration,
            date: Stage.today,
            fact: .lost(comparisons: 50)
        )
        let runs = Entry.comparisons(.matched, 3_000)
        #expect(verdict(runs + noisy + [loss]).noise < verdict(runs + noisy).noise)
    }

    @Test("A verdict on evidence finds the calibration of the same control, and no other's")
    func found() {
        let others = Entry.comparisons(
            .matched,
            70,
            of: Calibration.operation(of: "numbers"),
            sides: Sides.sides(control: Identity("other"), candidate: Identity("x")).calibration
        )
        let verdict = verdict(Entry.comparisons(.matched, 4_000) + Entry.calibrations(.matched, 100) + others)
        #expect(verdict.calibration?.runs == 100)
        #expect(verdict.evidence.runs == 4_000)
    }

    private func verdict(_ entries: [Entry]) -> Verdict {
        Verdict(of: "numbers", between: .test, in: Evidence(entries), by: Rule.test(), now: Stage.today)
    }

    private func probability(of events: Int, in trials: Int, at rate: Double) -> Double {
        let ways = (0..<events).reduce(1.0) { $0 * Double(trials - $1) / Double($1 + 1) }
        return ways * pow(rate, Double(events)) * pow(1 - rate, Double(trials - events))
    }
}
