import Foundation
import TestSupport
import Testing

@testable import Strangler

/// Ways in which the bound was right and the verdict was wrong, because of what did not reach the bound.
@Suite("A verdict says what it covers", .ownThread, .timeLimit(.minutes(15)))
struct CoverageTests {
    private let differ = Outcome.mismatched(Difference(kind: .values))

    private func verdict(_ entries: [Entry], by rule: Rule = .test(), now: Date = Stage.today) -> Verdict {
        Verdict(of: "numbers", between: .test, in: Evidence(entries), by: rule, now: now)
    }

    private func entry(_ fact: Fact, of subject: Int? = nil, date: Date = Stage.today, count: Int = 1) -> Entry {
        Entry(
            operation: "numbers",
            sides: .test,
            subject: subject.map(SubjectClass.init(number:)),
            date: date,
            fact: fact,
            count: count
        )
    }

    // MARK: - Which calls

    @Test("A verdict on one call of a thousand says so")
    func sampled() {
        let left = entry(.compared(.skipped(.notSampled)), count: 5_994_000)
        let found = verdict(Entry.comparisons(.matched, 6_000) + [left])
        #expect(found.isMet)
        #expect(
            found.words == "met: at most 0.0805% of the subjects see a difference in a compared call "
                + "(1 call of 1,000; in any of their calls about 55.3%)"
        )
        #expect(found.account.calls == 6_000_000)
    }

    @Test(
        "Whatever keeps more than 1% of the chosen calls from being compared keeps the verdict from being met",
        arguments: [
            Outcome.notComparable(reason: "cache"), .ignored(rule: "known"), .skipped(.tooManyUnderWay),
            .skipped(.cancelled), .skipped(.killSwitchOpen), .skipped(.controlTimedOut), .matchedFailure,
        ]
    )
    func unseen(outcome: Outcome) {
        let matched = Entry.comparisons(.matched, 9_900)
        let few = verdict(matched + Entry.comparisons(outcome, 100))
        #expect(few.isMet)
        #expect(few.account.unseen == 100 && few.words.contains("1% of the chosen calls unseen"))
        let many = verdict(matched + Entry.comparisons(outcome, 101))
        #expect(many.shortfalls == [.unseenTooOften(101.0 / 10_001, limit: 0.01)])
        let reason = few.account.unseenReasons.keys.first ?? "-"
        #expect(few.description.contains("100 unseen (100 \(reason))"))
    }

    @Test("Calls that the sample leaves out by chance are not unseen")
    func leftOut() {
        let left = [SkipReason.notSampled, .nested].map { entry(.compared(.skipped($0)), count: 100_000) }
        let found = verdict(Entry.comparisons(.matched, 6_000) + left)
        #expect(found.isMet && found.account.unseen == 0 && found.account.notChosen == 200_000)
        #expect(found.description.contains("200,000 not chosen (100,000 from inside a comparison)"))
    }

    @Test("Every call is in one number of the account, whatever becomes of it")
    func account() async {
        let never = IgnoreRule<Int, Int, Trouble>("stored") { input, _, _ in input % 3 == 0 }
        let stage = Stage(
            .compare(sample: .percent(50)),
            comparison: Comparison(maximumUnderWay: 64).excluding(never),
            random: { $0.lowerBound + Int.random(in: 0..<2) * 9_000 }
        )
        for number in 0..<300 {
            if number % 5 == 0 {
                let go = Promise<Void>()
                let call = Task {
                    await go.value
                    return await stage.answer(number)
                }
                call.cancel()
                go.keep(())
                _ = await call.value
            } else {
                _ = await stage.answer(number)
            }
            await stage.handover.settle()
        }
        await stage.recorder.flush()
        let account = stage.journal.evidence.account
        #expect(account.calls == 300)
        #expect(account.notChosen > 0 && account.equal > 0)
        #expect(Set(account.unseenReasons.keys) == ["cancelled", "excluded by \"stored\""])
    }

    @Test("Subjects that were chosen and never compared are counted")
    func unseenSubjects() {
        let found = verdict(
            Entry.comparisons(.matched, 100) + Entry.comparisons(.skipped(.cancelled), 20, from: 90)
        )
        #expect(found.evidence.unseenSubjects == 10)
        #expect(found.ground.contains("10 subjects never compared"))
    }

    @Test("In a rollout, calls that come while the kill switch is open are unseen, and the open switch is named")
    func killSwitchOpen() async {
        let stage = Stage(
            .rollout(.all, comparing: .all),
            candidate: FakeSide(.failure(.broken)),
            safeguards: Safeguards(killSwitch: KillSwitch(minimumCalls: 1, faultRate: 0))
        )
        for number in 0..<10 {
            _ = await stage.answer(number)
            await stage.handover.settle()
        }
        await stage.recorder.flush()
        let found = stage.handover.verdict(in: stage.journal.evidence)
        #expect(found.account.unseenReasons == ["with the kill switch open": 9])
        #expect(found.shortfalls.contains(.killSwitch(.open)))
        #expect(found.words.contains("the kill switch is open"))
    }

    @Test("The candidate's calls of a rollout that fell back are in the line that says what is bounded")
    func fellBack() {
        func found(_ faults: Int) -> Verdict {
            verdict(
                Entry.comparisons(.matched, 6_000)
                    + [
                        entry(.answered(by: .candidate, latency: .zero), count: 10_000 - faults),
                        entry(.fellBack(.timedOut, latency: .zero), count: faults),
                    ]
            )
        }
        #expect(found(200).words.hasSuffix("in a compared call (2% of the candidate's calls fell back)"))
        #expect(!found(0).words.contains("fell back"))
    }

    @Test("The loss of a journal counts against every hand-over, also if only its own evidence is judged")
    func lostJournal() {
        let lost = Evidence(
            Entry.comparisons(.matched, 6_000) + [Entry(operation: "", date: Stage.today, fact: .truncated)]
        )
        for evidence in [lost, lost.of("numbers"), lost.of("numbers", between: .test)] {
            let found = Verdict(of: "numbers", between: .test, in: evidence, by: .test(), now: Stage.today)
            #expect(found.shortfalls == [.truncated(1)])
        }
    }

    // MARK: - Which time

    @Test("Hours of which next to nothing is compared are named, although they have runs")
    func hardlyCompared() {
        let hours = (0..<24 * 6).flatMap { hour -> [Entry] in
            let date = Stage.today - Double(hour) * 3_600
            let isNight = (2..<6).contains(Int(date.timeIntervalSince1970) / 3_600 % 24)
            let runs = Entry.comparisons(.matched, isNight ? 1 : 60, from: hour * 60, date: date)
            return runs + [entry(.compared(.skipped(.notSampled)), date: date, count: 100)]
        }
        let found = verdict(hours, by: .test(span: .week))
        #expect(found.isMet && found.ground.contains("hardly compared at 2-6 UTC"))
    }

    @Test("Runs of one moment cover no day: the default rule names the hours that nobody saw")
    func span() {
        let rule = Rule.test(span: .week)
        let moment = verdict(Entry.comparisons(.matched, 6_000), by: rule)
        #expect(!moment.isMet)
        #expect(moment.words.contains("runs on 1 of 6 days and in 1 of 24 hours of the day, none at 0-15, 16-24 UTC"))

        let hours = (0..<24 * 6).flatMap { hour in
            Entry.comparisons(.matched, 50, from: hour * 50, date: Stage.today - Double(hour) * 3_600)
        }
        #expect(verdict(hours, by: rule).isMet)
        let days = hours.filter { !(2..<6).contains((Int($0.date.timeIntervalSince1970) / 3_600) % 24) }
        #expect(verdict(days, by: rule).words.contains("in 20 of 24 hours of the day, none at 2-6 UTC"))
    }

    @Test("Faults of the same build from before the window are named")
    func earlier() {
        let day: TimeInterval = 86_400
        let found = verdict(
            Entry.comparisons(differ, 3_000, date: Stage.today - 9 * day)
                + Entry.comparisons(.matched, 12_000, from: 4_000)
        )
        #expect(found.isMet)
        #expect(found.ground.contains("3,000 faults of this build before"))
    }

    @Test(
        "One entry of a clock far off changes nothing but what it says of itself",
        arguments: [Date(timeIntervalSince1970: 0), Stage.today - 400 * 86_400, Stage.today + 70 * 365 * 86_400]
    )
    func clock(date: Date) {
        let entries = Entry.comparisons(.matched, 6_000)
        let plain = verdict(entries)
        let found = verdict(entries + [entry(.compared(.matched), of: 60_000, date: date)])
        #expect(found.isMet && found.upperBound == plain.upperBound && found.window == 0)
        #expect(found.misdated == 1 && found.ground.contains("1 runs dated by a clock far off"))
        // A disagreement from the future has no date of its own to fall out of the window by.
        let later = verdict(entries + [entry(.compared(differ), of: 60_000, date: max(date, Stage.today + 9e7))])
        #expect(later.disagreeing == 1)
    }

    @Test("Many runs from the future don't make the few of today strays")
    func future() {
        let later = Entry.comparisons(.matched, 6_000, from: 40, date: Stage.today + 70 * 365 * 86_400)
        let found = verdict(Entry.comparisons(.matched, 20) + later)
        #expect(found.evidence.runs == 20 && found.misdated == 6_000)
    }

    @Test("Runs that could have been looked at begin the window, also before a pause")
    func pause() {
        let day: TimeInterval = 86_400
        let found = verdict(
            Entry.comparisons(.matched, 30, date: Stage.today - 20 * day) + Entry.comparisons(.matched, 6_000, from: 40)
        )
        #expect(found.window == 14 && !found.isMet)
    }

    // MARK: - Which subjects

    @Test("Many runs of as many subjects are named: the subject may be the number of a request")
    func requests() {
        let requests = (0..<6_000).map { number in
            entry(.compared(.matched), of: SubjectClass(of: "request \(number)").number)
        }
        #expect(verdict(requests).ground.contains("no subject came back"))
        let users = (0..<6_000).map { number in
            entry(.compared(.matched), of: SubjectClass(of: "user \(number % 5_500)").number)
        }
        #expect(!verdict(users).ground.contains("no subject came back"))
    }

    @Test("Runs that a kill interrupted are settled if their subjects are compared; one of each process is not")
    func interrupted() {
        let runs = (0..<65).map { number in
            Run(operation: "numbers", sides: .test, subject: SubjectClass(number: number))
        }
        let ended = RunFile.entries(of: runs, at: Stage.today)
        let settled = verdict(Entry.comparisons(.matched, 12_000) + ended)
        #expect(settled.evidence.unseen == 1)
        #expect(settled.isMet)
        let open = verdict(Entry.comparisons(.matched, 12_000, from: 65) + ended)
        #expect(open.evidence.unseen == 65)
        #expect(!open.isMet)
        // One process after another that a candidate ends: each counts.
        let crashes = (0..<65).flatMap { RunFile.entries(of: [runs[$0]], at: Stage.today) }
        #expect(verdict(Entry.comparisons(.matched, 12_000) + crashes).evidence.unseen == 65)
    }

    // MARK: - What is stored

    @Test("Expected errors take no room from differences")
    func shelves() async {
        let journal = MemoryJournal(capacity: 10)
        let errors = (0..<500).map { _ in
            entry(.answered(by: .candidate, latency: .zero, failure: .text("unknown user")))
        }
        await journal.record(Entry.comparisons(differ, 5) + errors)
        #expect(journal.evidence.truncated == 0)
        #expect(journal.entries.count { $0.fact.shelf == .differences } == 5)
        #expect(journal.entries.count { $0.fact.shelf == .errors } == 10)
    }

    // MARK: - Crashes

    @Test("Without a log of begun runs crashes are not seen, and the default rule is not met")
    func crashesNotSeen() {
        let found = verdict(Entry.comparisons(.matched, 6_000), by: .test(requiresCrashLog: true))
        #expect(found.shortfalls == [.crashesNotSeen(6_000)])
    }

    @Test("A journal in memory with a log counts the run that ended the process before")
    func crashLog() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "runs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appending(path: "runs")
        let run = Run(operation: "numbers", sides: .test, subject: SubjectClass(number: 7))
        // Released with a run in it, as by a process that ended.
        #expect(RunFile(beside: log).begin(run) != nil)
        let journal = MemoryJournal(crashLog: log)
        #expect(journal.evidence.unended == 1)
        #expect(MemoryJournal(crashLog: log).evidence.unended == 0)

        let recorder = Recorder(to: journal, now: { Stage.today })
        recorder.record(.test("numbers"), .compared(.matched), of: recorder.begin(.test("numbers"), mark))
        await recorder.flush()
        #expect(journal.evidence.logged == 1)
    }

    private var mark: CallMark { CallMark(subject: SubjectClass(number: 8), labels: [:]) }
}
