import Foundation
import Testing

@testable import Strangler

@Suite("The verdict")
struct VerdictTests {
    /// From another implementation: the quantile of the beta distribution with m + 1 and N − m.
    static let bounds: [(events: Int, trials: Int, confidence: Double, bound: Double)] = [
        (0, 1, 0.95, 0.95),
        (0, 100, 0.95, 0.029513049607039925),
        (0, 2_994, 0.95, 0.0010000781698466697),
        (0, 2_995, 0.95, 0.000999744420901142),
        (0, 3_000, 0.95, 0.0009980790119965865),
        (1, 3_000, 0.95, 0.001580301827458731),
        (1, 2, 0.95, 0.9746794344808963),
        (3, 3_000, 0.95, 0.0025825051382936544),
        (10, 100_000, 0.95, 0.00016961628762631397),
        (50, 100, 0.95, 0.5863782853690882),
        (99, 100, 0.95, 0.9994871985837377),
        (7, 20, 0.99, 0.6309391558251181),
        (500, 1_000_000, 0.95, 0.0005383661633179478),
        (250_000, 1_000_000, 0.95, 0.25071327670785687),
        (0, 3_000, 0.5, 0.00023102237040813087),
        (2, 5_000, 0.999, 0.0022437029344302304),
    ]

    @Test("The upper bound is that of Clopper and Pearson", arguments: bounds)
    func bound(events: Int, trials: Int, confidence: Double, bound: Double) {
        let found = Binomial.upperBound(events: events, trials: trials, confidence: confidence)
        #expect(abs(found / bound - 1) < 1e-9)
    }

    @Test("Without runs, or with nothing but disagreements, the bound is 1")
    func extremes() {
        #expect(Binomial.upperBound(events: 0, trials: 0, confidence: 0.95) == 1)
        #expect(Binomial.upperBound(events: 5, trials: 5, confidence: 0.95) == 1)
    }

    @Test("Without disagreements the bound is about 3/N at 95%")
    func ruleOfThree() {
        for trials in [100, 1_000, 10_000, 1_000_000] {
            let bound = Binomial.upperBound(events: 0, trials: trials, confidence: 0.95)
            #expect(abs(bound * Double(trials) / 3 - 1) < 0.02)
        }
    }

    private static let now = Date(timeIntervalSince1970: 1_750_000_000)

    private func evidence(_ facts: [(Fact, Int)]) -> Evidence {
        Evidence(
            facts.map { Entry(operation: "orders", date: Self.now, fact: $0, count: $1) },
            operation: "orders"
        )
    }

    @Test("3,000 runs that match meet the rule, 2,999 do not", arguments: [(3_000, true), (2_999, false)])
    func minimum(runs: Int, isMet: Bool) {
        let verdict = Verdict(on: evidence([(.compared(.matched), runs)]), by: Rule())
        #expect(verdict.isMet == isMet)
        #expect(verdict.shortfalls == (isMet ? [] : [.tooFewRuns(2_999, needed: 3_000)]))
    }

    @Test(
        "A run that disagrees in whatever way raises the bound over the limit",
        arguments: [
            Outcome.mismatched(Difference(kind: .values)), .candidateFailed(.withheld), .timedOut,
        ]
    )
    func disagreement(outcome: Outcome) {
        let verdict = Verdict(on: evidence([(.compared(.matched), 2_999), (.compared(outcome), 1)]), by: Rule())
        #expect(!verdict.isMet)
        #expect(abs(verdict.upperBound - 0.001580301827458731) < 1e-12)
        #expect(verdict.shortfalls == [.boundTooHigh(verdict.upperBound, limit: 0.001)])
    }

    @Test("A lost comparison counts as one that disagreed, and not as a run")
    func lost() {
        let verdict = Verdict(on: evidence([(.compared(.matched), 2_999), (.lost(comparisons: 1), 4)]), by: Rule())
        #expect(verdict.shortfalls.count == 2)
        #expect(abs(verdict.upperBound - 0.001580301827458731) < 1e-12)
    }

    @Test("Ignored and skipped calls are no runs")
    func notRuns() {
        let found = evidence([
            (.compared(.ignored(rule: "a")), 5_000), (.compared(.skipped(.notSampled)), 5_000),
            (.compared(.matched), 10),
        ])
        #expect(found.runs == 10)
        #expect(found.ignored == ["a": 5_000])
        #expect(Verdict(on: found, by: Rule()).shortfalls.contains(.tooFewRuns(10, needed: 3_000)))
    }

    @Test("Evidence is of one operation, from a date on")
    func window() {
        func entry(_ operation: String, _ age: TimeInterval) -> Entry {
            Entry(operation: operation, date: Self.now - age, fact: .compared(.matched))
        }
        let entries = [entry("orders", 0), entry("orders", 100), entry("orders", 101), entry("addresses", 0)]
        #expect(Evidence(entries, operation: "orders", from: Self.now - 100).matched == 2)
    }

    @Test("Entries from before the rule's period do not count")
    func period() {
        let week: TimeInterval = 7 * 24 * 60 * 60
        let entries = [(0.0, Outcome.matched), (week, .matched), (week + 1, .timedOut)].map { age, outcome in
            Entry(operation: "orders", date: Self.now - age, fact: .compared(outcome), count: 2_000)
        }
        let verdict = Verdict(of: "orders", in: entries, by: Rule(), now: Self.now)
        #expect(verdict.evidence.runs == 4_000)
        #expect(verdict.isMet)
    }

    @Test("A rule that is no rule is never met", arguments: [(Double.nan, 0.95), (0.001, .nan), (0.001, 0), (1, 1)])
    func noRule(rate: Double, confidence: Double) {
        let rule = Rule(maximumRate: rate, confidence: confidence)
        #expect(!Verdict(on: evidence([(.compared(.matched), 1_000_000)]), by: rule).isMet)
    }

    @Test("Percentiles are of nearest rank")
    func percentiles() throws {
        let latencies = try #require(Latencies(of: (1...200).reversed().map { .milliseconds($0) }))
        #expect(latencies.count == 200)
        #expect(latencies.p50 == .milliseconds(100))
        #expect(latencies.p95 == .milliseconds(190))
        #expect(latencies.p99 == .milliseconds(198))
        let one = try #require(Latencies(of: [.seconds(1)]))
        #expect([one.p50, one.p95, one.p99] == [.seconds(1), .seconds(1), .seconds(1)])
        #expect(Latencies(of: []) == nil)
    }

    @Test("Latencies are of both sides, the candidate's also where it timed out or its caller fell back")
    func sides() {
        let found = evidence([
            (.compared(.matched, control: .seconds(1), candidate: .seconds(2)), 1),
            (.compared(.timedOut, control: .seconds(1), candidate: .seconds(10)), 1),
            (.answered(by: .control, latency: .seconds(3)), 1),
            (.answered(by: .candidate, latency: .seconds(4), failure: .withheld), 1),
            (.fellBack(.timedOut, latency: .seconds(5)), 1),
        ])
        #expect(found.control?.count == 3)
        #expect(found.control?.p99 == .seconds(3))
        #expect(found.candidate?.count == 4)
        #expect(found.candidate?.p99 == .seconds(10))
        #expect(found.answered == [.control: 1, .candidate: 1])
        #expect(found.failed == [.candidate: 1])
        #expect(found.fellBack == 1)
    }
}
