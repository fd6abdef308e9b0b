import Foundation
import TestSupport
import Testing

@testable import Strangler

/// Nine ways in which an earlier verdict was met although it must not be. Each of these tests failed with that verdict.
@Suite("The verdict is never met when it must not be", .ownThread, .timeLimit(.minutes(15)))
struct NeverMetTests {
    private let differ = Outcome.mismatched(Difference(kind: .values))
    private let controlFailed = Outcome.mismatched(Difference(kind: .controlFailed))

    private func verdict(_ entries: [Entry], by rule: Rule = Rule.test()) -> Verdict {
        Verdict(of: "numbers", between: .test, in: Evidence(entries), by: rule, now: Stage.today)
    }

    @Test(
        "1: Control that fails alone hides no candidate that is wrong five times too often",
        arguments: [Rule.Looks.anytime, .planned(1)]
    )
    func controlFailsAlone(looks: Rule.Looks) {
        // 20,000 subjects of each: control fails in 1%, the candidate is wrong in 0.5%.
        let entries =
            Entry.comparisons(.matched, 19_700) + Entry.comparisons(controlFailed, 200, from: 19_700)
            + Entry.comparisons(differ, 100, from: 19_900) + Entry.calibrations(.matched, 19_604)
            + Entry.calibrations(controlFailed, 198, from: 19_604)
            + Entry.calibrations(.candidateFailed(.withheld), 198, from: 19_802)
        let found = verdict(entries, by: Rule.test(looks: looks))
        #expect(!found.isMet)
        #expect(found.upperBound > 0.005)
        // What control does alone is still subtracted.
        #expect(found.noise > 0.007 && found.noise < 0.01)
    }

    @Test("1: Nor does control that answers wrongly alone")
    func controlDiffersAlone() {
        let entries =
            Entry.comparisons(.matched, 19_700) + Entry.comparisons(differ, 300, from: 19_700)
            + Entry.calibrations(.matched, 19_602) + Entry.calibrations(differ, 398, from: 19_602)
        #expect(verdict(entries).upperBound > 0.005)
        #expect(!verdict(entries).isMet)
    }

    @Test("2: Runs that ended their process count as subjects to whom the candidate disagreed")
    func traps() {
        let unended = (0..<40).map { number in
            Entry(
                operation: "numbers",
                sides: .test,
                subject: SubjectClass(number: number),
                date: Stage.today,
                fact: .unended
            )
        }
        let found = verdict(Entry.comparisons(.matched, 7_960) + unended)
        #expect(found.evidence.unended == 40)
        #expect(found.shortfalls == [.boundTooHigh(found.upperBound, limit: 0.001)])
    }

    @Test("3: A compared candidate that says it was cancelled, though nobody cancelled it, has failed")
    func cancelledWhileCompared() async {
        let stage = Stage(.compare(sample: .all), candidate: FakeSide(.failure(.cancelled)))
        #expect(await stage.answer() == .success(1))
        #expect(await stage.outcomes() == [.candidateFailed(.text("cancelled"))])
    }

    @Test("3: A rolled-out candidate that says so is at fault, also if its error is no fault otherwise")
    func cancelledWhileRolledOut() async {
        let stage = Stage(
            .rollout(.all),
            candidate: FakeSide(.failure(.cancelled)),
            safeguards: Safeguards(isFault: { _ in false }, killSwitch: KillSwitch(minimumCalls: 20, faultRate: 0.5))
        )
        for input in 0..<20 { #expect(await stage.answer(input) == .success(1)) }
        #expect(stage.handover.killSwitch == .open)
        #expect(await stage.facts().contains(.fellBack(.failed(.text("cancelled")), latency: .zero)))
    }

    @Test("4: 5,000 mismatches are not forgotten over 53,000 good runs, nor over calls of another operation")
    func forgets() async {
        let journal = MemoryJournal(capacity: 1_000)
        await journal.record(Entry.comparisons(differ, 5_000))
        await journal.record(Entry.comparisons(.matched, 53_000, from: 5_000))
        await journal.record(Entry.comparisons(.matched, 50_000, of: "others"))
        let found = Verdict(of: "numbers", between: .test, in: journal.evidence, by: Rule.test(), now: Stage.today)
        #expect(found.evidence.mismatched == 5_000)
        #expect(found.disagreeing == 5_000)
        #expect(found.shortfalls.contains(.truncated(4_000)))
        #expect(!found.isMet)
    }

    @Test("5: Runs in which both sides are down are no runs")
    func bothDown() async {
        let down = Result<Int, Trouble>.failure(.refused)
        let found = await afterCalls(Stage(.compare(sample: .all), control: FakeSide(down), candidate: FakeSide(down)))
        #expect(found.evidence.matchedFailures == 3_100)
        #expect(found.evidence.runs == 0)
        #expect(!found.isMet)
    }

    @Test("5: Nor are runs that a rule excludes before it is asked whether the answers are the same")
    func notComparable() async {
        let fromCache = IgnoreRule<Int, Int, Trouble>("control answered from its cache") { _, _, _ in true }
        let found = await afterCalls(Stage(.compare(sample: .all), comparison: Comparison().excluding(fromCache)))
        #expect(found.evidence.notComparable == ["control answered from its cache": 3_100])
        #expect(found.evidence.runs == 0)
        #expect(!found.isMet)
    }

    @Test("5: An ignore rule that covers every difference is not the same as no difference")
    func ignoresEverything() async {
        let entries = Entry.comparisons(.matched, 9_000) + Entry.comparisons(.ignored(rule: "all"), 3_000)
        #expect(verdict(entries).shortfalls == [.unseenTooOften(0.25, limit: 0.01)])
    }

    @Test("5: An ignored run is no match, and what a rule hid stands in the verdict, few as they may be")
    func ignoredIsNoRun() async {
        let hidden = Entry.comparisons(.ignored(rule: "rounding"), 100)
        let found = verdict(Entry.comparisons(.matched, 2_950) + hidden)
        #expect(found.evidence.runs == 2_950)
        #expect(found.subjects == 2_950)
        #expect(found.shortfalls.contains(.tooFewRuns(2_950, needed: 3_000)))
        #expect(found.shortfalls.contains { if case .unseenTooOften = $0 { true } else { false } })

        let few = verdict(Entry.comparisons(.matched, 9_000) + Entry.comparisons(.ignored(rule: "rounding"), 60))
        #expect(few.isMet)
        #expect(few.description.contains("60 ignored by \"rounding\""))
        #expect(!verdict(Entry.comparisons(.matched, 5_900) + Entry.comparisons(.ignored(rule: "all"), 60)).isMet)
    }

    @Test("5: A rule that hides a candidate wrong in 5% of the calls keeps the verdict from being met")
    func ruleHidesDisagreement() async {
        let everything = IgnoreRule<Int, Int, Trouble>("we know") { _, _, _ in true }
        let stage = Stage(.compare(sample: .all), comparison: Comparison(ignoring: [everything]))
        let wrong = Stage(
            .compare(sample: .all),
            candidate: FakeSide(.success(2)),
            comparison: Comparison(ignoring: [everything])
        )
        for number in 0..<500 {
            let asked = number % 20 == 0 ? wrong : stage
            _ = await asked.answer(number)
            await asked.handover.settle()
        }
        for one in [stage, wrong] { await one.recorder.flush() }
        let rule = Rule.test(maximumRate: 0.05, minimumRuns: 100)
        let found = Verdict(
            of: "numbers",
            between: .test,
            in: stage.journal.evidence + wrong.journal.evidence,
            by: rule,
            now: Stage.today
        )
        #expect(found.upperBound < rule.maximumRate)
        #expect(found.shortfalls == [.unseenTooOften(0.05, limit: 0.01)])
    }

    @Test("7: Leaving the calibration out never makes the verdict easier to meet")
    func calibrationDropped() {
        let entries = Entry.comparisons(.matched, 5_000)
        let calibration = Entry.calibrations(.matched, 950) + Entry.calibrations(differ, 50, from: 950)
        #expect(verdict(entries).upperBound >= verdict(entries + calibration).upperBound)
        let quiet = Entry.calibrations(.matched, 1_000)
        #expect(verdict(entries).upperBound == verdict(entries + quiet).upperBound)
    }

    @Test("8: Runs of another version or against another server are another's")
    func otherSides() {
        let later = Stage.today + 3_600
        let old = Entry.comparisons(.matched, 6_000)
        for identity in [Identity("new", version: "2"), Identity("new", version: "1", server: "staging")] {
            let sides = Sides.sides(control: Sides.test.control, candidate: identity)
            let evidence = Evidence(old + Entry.comparisons(.matched, 10, sides: sides, date: later))
            let found = Verdict(of: "numbers", between: sides, in: evidence, by: Rule.test(), now: later)
            #expect(found.shortfalls.contains(.tooFewRuns(10, needed: 3_000)))
            #expect(Verdict(of: "numbers", between: .test, in: evidence, by: Rule.test(), now: later).isMet)
        }
    }

    @Test("8: An implementation can't be joined with itself")
    func sameIdentity() {
        #expect(throws: SameIdentity(identity: Identity("store", version: "1"))) {
            try Sides(control: Identity("store", version: "1"), candidate: Identity("store", version: "1"))
        }
    }

    @Test("9: A journal that is taken in twice counts once, as entries and as evidence")
    func takenInTwice() async {
        let entries = Entry.comparisons(.matched, 2_900)
        #expect(Evidence(entries + entries) == Evidence(entries))
        #expect(Evidence(entries) + Evidence(entries) == Evidence(entries))
        let journal = MemoryJournal()
        await journal.record(Array(entries.prefix(1_000)))
        let early = journal.evidence
        await journal.record(Array(entries.dropFirst(1_000)))
        #expect((early + journal.evidence + early).matched == 2_900)
        #expect(!verdict(entries + entries).isMet)
    }

    @Test("9: One subject 6,000 times is one subject")
    func oneSubject() {
        let entries = (0..<6_000).flatMap { _ in Entry.comparisons(.matched, 1) }
        let found = verdict(entries)
        #expect(found.evidence.runs == 6_000)
        #expect(found.subjects == 1)
        #expect(!found.isMet)
    }

    @Test("9: 100 subjects never meet a limit of 0.1%, however many runs they have")
    func hundredSubjects() {
        let entries = (0..<60).flatMap { _ in Entry.comparisons(.matched, 100) }
        #expect(verdict(entries).upperBound > 0.01)
        // A subject that once disagreed continues to count as disagreeing, independent of later runs.
        let found = verdict(Entry.comparisons(differ, 1) + entries)
        #expect(found.disagreeing == 1)
    }

    private func afterCalls(_ stage: Stage) async -> Verdict {
        for number in 0..<3_100 {
            _ = await stage.answer(number)
            await stage.handover.settle()
            if number.isMultiple(of: 500) { await stage.recorder.flush() }
        }
        await stage.recorder.flush()
        return Verdict(of: "numbers", between: .test, in: stage.journal.evidence, by: Rule.test(), now: Stage.today)
    }
}
