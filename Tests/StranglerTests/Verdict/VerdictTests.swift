import Foundation
import Testing

@testable import Strangler

@Suite("The verdict")
struct VerdictTests {
    /// Computed by another implementation: the quantile of the beta distribution with m + 1 and N − m.
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

    private static let now = Stage.today
    private static let once = Rule.test(looks: .planned(1))

    private func verdict(_ entries: [Entry], by rule: Rule = VerdictTests.once) -> Verdict {
        Verdict(of: "numbers", between: .test, in: Evidence(entries), by: rule, now: Self.now)
    }

    @Test("For one planned look the bound is that of Clopper and Pearson at four fifths of the risk")
    func planned() {
        let bound = Binomial.upperBound(events: 2, trials: 5_000, confidence: 0.96)
        let found = verdict(Entry.comparisons(.matched, 4_998) + Entry.comparisons(.timedOut, 2, from: 4_998))
        #expect(found.upperBound == bound)
        #expect(found.subjects == 5_000)
        #expect(found.disagreeing == 2)
    }

    @Test("With fewer runs than the rule asks for it is not met", arguments: [(3_300, true), (3_299, false)])
    func minimum(runs: Int, isMet: Bool) {
        let rule = Rule.test(minimumRuns: 3_300, looks: .planned(1))
        let found = verdict(Entry.comparisons(.matched, runs), by: rule)
        #expect(found.isMet == isMet)
        #expect(found.shortfalls == (isMet ? [] : [.tooFewRuns(3_299, needed: 3_300)]))
    }

    @Test(
        "A subject to whom the candidate disagrees in whatever way raises the bound over the limit",
        arguments: [
            Outcome.mismatched(Difference(kind: .values)), .mismatched(Difference(kind: .controlFailed)),
            .candidateFailed(.withheld), .timedOut,
        ]
    )
    func disagreement(outcome: Outcome) {
        let found = verdict(Entry.comparisons(.matched, 3_300) + Entry.comparisons(outcome, 1, from: 7))
        #expect(!found.isMet)
        #expect(found.disagreeing == 1)
        #expect(found.shortfalls == [.boundTooHigh(found.upperBound, limit: 0.001)])
    }

    @Test(
        "What nobody saw counts as a subject to whom the candidate disagreed, and not as a run",
        arguments: [
            Fact.lost(comparisons: 1), .unended,
        ]
    )
    func unseen(fact: Fact) {
        let unseen = Entry(operation: "numbers", sides: .test, date: Self.now, fact: fact)
        let found = verdict(Entry.comparisons(.matched, 3_299) + [unseen])
        let seen = verdict(Entry.comparisons(.matched, 3_299) + Entry.comparisons(.timedOut, 1, from: 3_299))
        #expect(found.upperBound == seen.upperBound)
        #expect(found.evidence.runs == 3_299)
        #expect(!found.isMet)
    }

    @Test("Ignored, skipped and incomparable calls, and failures of both, are no runs")
    func notRuns() {
        let entries =
            Entry.comparisons(.ignored(rule: "a"), 100) + Entry.comparisons(.skipped(.notSampled), 100)
            + Entry.comparisons(.notComparable(reason: "b"), 100) + Entry.comparisons(.matchedFailure, 100)
            + Entry.comparisons(.matched, 10)
        let found = verdict(entries)
        #expect(found.evidence.runs == 10)
        #expect(found.subjects == 10)
        #expect(found.evidence.ignored == ["a": 100])
        #expect(found.evidence.notComparable == ["b": 100])
        #expect(found.evidence.matchedFailures == 100)
        #expect(found.shortfalls.contains(.tooFewRuns(10, needed: 3_000)))
    }

    @Test("Ignore rules that cover a large part of the comparisons are a shortfall")
    func ignoredOften() {
        let entries = Entry.comparisons(.matched, 6_000) + Entry.comparisons(.ignored(rule: "a"), 2_000)
        #expect(verdict(entries).shortfalls == [.unseenTooOften(0.25, limit: 0.01)])
    }

    @Test("Evidence is of one operation, from a date on")
    func window() {
        func entry(_ operation: String, _ age: TimeInterval) -> Entry {
            Entry(operation: operation, date: Self.now - age, fact: .compared(.matched))
        }
        let hour: TimeInterval = 3_600
        let entries = [
            entry("orders", 0), entry("orders", hour), entry("orders", 3 * hour), entry("addresses", 0),
        ]
        #expect(Evidence(entries, operation: "orders").from(Self.now - 2 * hour).matched == 2)
    }

    @Test("Runs from before the rule's period do not count, and a later window has a smaller risk")
    func period() {
        let day: TimeInterval = 86_400
        let entries =
            Entry.comparisons(.timedOut, 50, date: Self.now - 9 * day) + Entry.comparisons(.matched, 9_000)
        let rule = Rule.test()
        let found = verdict(entries, by: rule)
        #expect(found.window == 3)
        #expect(found.evidence.runs == 9_000)
        #expect(found.evidence.timedOut == 0)
        let first = verdict(Entry.comparisons(.matched, 9_000), by: rule)
        #expect(first.window == 0)
        #expect(first.upperBound < found.upperBound)
    }

    @Test("Noise of other hours is not taken off, and noise that moved makes the verdict wait")
    func otherNoise() {
        let (day, hour): (TimeInterval, TimeInterval) = (86_400, 3_600)
        func calibrations(noisy: Int, _ count: Int = 2_000, at date: Date, from first: Int = 0) -> [Entry] {
            (0..<count).map { number in
                let outcome = number < noisy ? Outcome.mismatched(Difference(kind: .controlFailed)) : .matched
                return Entry(
                    operation: Calibration.operation(of: "numbers"),
                    sides: Sides.test.calibration,
                    subject: SubjectClass(number: first + number),
                    date: date,
                    fact: .compared(outcome)
                )
            }
        }
        let runs =
            Entry.comparisons(.matched, 20_000)
            + Entry.comparisons(.mismatched(Difference(kind: .values)), 120, from: 20_000)
        let rule = Rule.test()
        let beside = verdict(runs + calibrations(noisy: 40, at: Self.now), by: rule)
        #expect(beside.noise > 0)
        for date in [Self.now - hour, Self.now - 2 * day] {
            let before = verdict(runs + calibrations(noisy: 40, at: date), by: rule)
            #expect(before.noise == 0 && !before.isMet)
            #expect(
                before.calibration == nil || before.ground.contains("a calibration of other hours is not taken off")
            )
        }
        let days = (0..<2).flatMap { number in
            let date = Self.now - Double(number) * day
            return Entry.comparisons(.matched, 3_000, from: number * 3_000, date: date)
                + calibrations(noisy: number * 400, at: date, from: number * 3_000)
        }
        #expect(verdict(days, by: rule).shortfalls.contains(.noiseMoved(0.2, 0)))
    }

    @Test("It says in a line what it found and on what it stands")
    func text() {
        let met = verdict(Entry.comparisons(.matched, 6_000), by: Rule.test())
        #expect(
            met.description
                == "numbers (old 1 → new 1): met: at most 0.0805% of the subjects see a difference in a compared call "
                + "[6,000 runs, 6,000 subjects, no subject came back: is it the number of a request?, "
                + "crashes not seen in 6,000 runs, under 0.1% at 95%, 3,000 runs, 7 days, looks at any time, "
                + "unseen at most 1%, crashes not asked for] "
                + "[6,000 calls: 0 not chosen, 6,000 equal, 0 different, 0 unseen]"
        )
        #expect(verdict([]).words == "not met: 0 of 3,000 runs")
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
    func sides() throws {
        let facts: [Fact] = [
            .compared(.matched, control: .seconds(1), candidate: .seconds(2)),
            .compared(.timedOut, control: .seconds(1), candidate: .seconds(10)),
            .answered(by: .control, latency: .seconds(3)),
            .answered(by: .candidate, latency: .seconds(4), failure: .withheld),
            .fellBack(.timedOut, latency: .seconds(5)),
        ]
        let found = Evidence(
            facts.map { Entry(operation: "orders", date: Self.now, fact: $0) },
            operation: "orders"
        )
        let (control, candidate) = (try #require(found.control), try #require(found.candidate))
        #expect(control.count == 3)
        #expect(isAbout(control.p99, .seconds(3)))
        #expect(candidate.count == 4)
        #expect(isAbout(candidate.p99, .seconds(10)))
        #expect(found.answered == [.control: 1, .candidate: 1])
        #expect(found.failed == [.candidate: 1])
        #expect(found.fellBack == 1)
    }

    @Test("Latencies are counted in steps of 3%, whatever their length", arguments: [2, 999, 12_345, 1e9, 3.6e12])
    func steps(nanoseconds: Double) {
        let latency = Duration.nanoseconds(Int64(nanoseconds))
        #expect(isAbout(Histogram.latency(of: Histogram.step(of: latency)), latency))
    }

    private func isAbout(_ found: Duration, _ latency: Duration) -> Bool {
        found >= latency && found <= latency * 1.03 + .nanoseconds(1)
    }
}
