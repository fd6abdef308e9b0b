import Foundation
import Testing

@testable import Strangler

@Suite("Calibration", .timeLimit(.minutes(5)))
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
        #expect(stage.journal.entries.map(\.operation) == ["numbers (calibration)"])
        #expect(await stage.outcomes() == [.matched])
    }

    @Test("Leaves the plan of the operation alone")
    func ownPlan() {
        let stage = Stage(.rollout(.percent(5)))
        stage.handover.calibration().plan = .replacement

        #expect(stage.handover.plan == .rollout(.percent(5)))
    }

    /// From another implementation: the quantile of the beta distribution with m and N − m + 1.
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

    /// From another implementation, by the formula in docs/strangler.md.
    @Test(
        "The bound takes the noise off, at half of the risk for each side",
        arguments: [
            (0, 3_688, 0, 1_000, 0.95, 0.0009997383919489366), (0, 3_687, 0, 1_000, 0.95, 0.0010000094085888507),
            (12, 4_000, 10, 2_000, 0.95, 0.002841125856691481),
            (30, 10_000, 30, 10_000, 0.95, 0.0022595397823270214),
            // Less than its calibration: no less than 5,000 runs without a disagreement can show.
            (3, 5_000, 200, 2_000, 0.95, 0.000737503801108105),
            (60, 4_000, 10, 2_000, 0.99, 0.01886189116964489),
        ]
    )
    func bound(events: Int, runs: Int, noise: Int, calls: Int, confidence: Double, bound: Double) {
        let verdict = Verdict(
            on: evidence(matched: runs - events, mismatched: events),
            calibratedBy: evidence(matched: calls - noise, mismatched: noise),
            by: Rule(confidence: confidence)
        )
        #expect(abs(verdict.upperBound / bound - 1) < 1e-8)
    }

    /// Every result that so many runs can have, weighed by its probability: the chance that the bound lies below the
    /// truth, exactly.
    @Test(
        "Whatever the rates are, the bound is too low no more often than it may be",
        arguments: [0, 0.01, 0.1, 0.3, 0.6],
        [0.02, 0.1, 0.3, 0.7]
    )
    func coverage(noise: Double, own: Double) {
        let (calls, runs, confidence) = (15, 25, 0.9)
        let rule = Rule(confidence: confidence)
        let all = 1 - (1 - noise) * (1 - own)
        var chance = 0.0
        for noisy in 0...calls {
            for different in 0...runs {
                let verdict = Verdict(
                    on: evidence(matched: runs - different, mismatched: different),
                    calibratedBy: evidence(matched: calls - noisy, mismatched: noisy),
                    by: rule
                )
                guard verdict.upperBound < own else { continue }
                chance += probability(of: noisy, in: calls, at: noise) * probability(of: different, in: runs, at: all)
            }
        }
        #expect(chance <= 1 - confidence)
    }

    @Test("Without noise a calibration makes the verdict stricter, never laxer", arguments: [0, 1, 3, 40])
    func neverFree(mismatched: Int) {
        let evidence = evidence(matched: 3_000, mismatched: mismatched)
        let quiet = self.evidence(matched: 500, mismatched: 0)
        #expect(
            Verdict(on: evidence, calibratedBy: quiet, by: Rule()).upperBound
                > Verdict(on: evidence, by: Rule()).upperBound
        )
    }

    @Test("A calibration without runs is none")
    func noRuns() {
        let evidence = evidence(matched: 3_000, mismatched: 0)
        let verdict = Verdict(on: evidence, calibratedBy: self.evidence(matched: 0, mismatched: 0), by: Rule())
        #expect(verdict == Verdict(on: evidence, by: Rule()))
        #expect(verdict.calibration == nil)
    }

    @Test("What a calibration lost makes the noise smaller, not larger")
    func lost() {
        let evidence = evidence(matched: 3_000, mismatched: 10)
        let noisy = self.evidence(matched: 90, mismatched: 10)
        let holed = Evidence(entries(.matched, 90) + entries(.timedOut, 10) + [lost(50)], operation: "numbers")
        #expect(
            Verdict(on: evidence, calibratedBy: holed, by: Rule()).noise
                < Verdict(on: evidence, calibratedBy: noisy, by: Rule()).noise
        )
    }

    @Test("A verdict on entries finds the calibration among them, in the rule's period")
    func found() {
        let now = Date(timeIntervalSince1970: 1_750_000_000)
        let name = Calibration.operation(of: "numbers")
        let entries = [
            Entry(operation: "numbers", date: now, fact: .compared(.matched), count: 4_000),
            Entry(operation: name, date: now, fact: .compared(.matched), count: 100),
            Entry(operation: name, date: now - 8 * 86_400, fact: .compared(.timedOut), count: 100),
        ]
        let verdict = Verdict(of: "numbers", in: entries, by: Rule(), now: now)
        #expect(verdict.calibration?.runs == 100)
        #expect(verdict.evidence.runs == 4_000)
    }

    @Test("A rule that is no rule is never met by a calibrated verdict either", arguments: [0, 1, -1, .nan])
    func noRule(confidence: Double) {
        let verdict = Verdict(
            on: evidence(matched: 1_000_000, mismatched: 0),
            calibratedBy: evidence(matched: 100, mismatched: 50),
            by: Rule(confidence: confidence)
        )
        #expect(!verdict.isMet)
    }

    private func evidence(matched: Int, mismatched: Int) -> Evidence {
        Evidence(
            entries(.matched, matched) + entries(.mismatched(Difference(kind: .values)), mismatched),
            operation: "numbers"
        )
    }

    private func entries(_ outcome: Outcome, _ count: Int) -> [Entry] {
        [Entry(operation: "numbers", date: Stage.today, fact: .compared(outcome), count: count)]
    }

    private func lost(_ comparisons: Int) -> Entry {
        Entry(operation: "numbers", date: Stage.today, fact: .lost(comparisons: comparisons))
    }

    private func probability(of events: Int, in trials: Int, at rate: Double) -> Double {
        let ways = (0..<events).reduce(1.0) { $0 * Double(trials - $1) / Double($1 + 1) }
        return ways * pow(rate, Double(events)) * pow(1 - rate, Double(trials - events))
    }
}
