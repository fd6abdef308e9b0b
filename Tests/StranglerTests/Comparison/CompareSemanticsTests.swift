import Testing

@testable import Strangler

/// One row of the table: what the two sides do, how they are compared, and what must come of it.
struct CompareRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let control: Result<Int, Trouble>
    let candidate: Result<Int, Trouble>
    var values: Comparison<Int, Int, Trouble>.Values = { $0 == $1 }
    var errors: Comparison<Int, Int, Trouble>.Errors = { $0 == $1 }
    var rules: [IgnoreRule<Int, Int, Trouble>] = []
    var locate: Comparison<Int, Int, Trouble>.Locate = { Divergence.first(control: $0, candidate: $1) }
    var redactor = Redactor.unredacted
    let outcome: Outcome

    static let all: [CompareRow] = [
        CompareRow(
            testDescription: "both answer alike",
            control: .success(1),
            candidate: .success(1),
            outcome: .matched
        ),
        CompareRow(
            testDescription: "both answer, differently",
            control: .success(1),
            candidate: .success(2),
            outcome: .mismatched(
                Difference(kind: .values, path: "self", control: .text("1"), candidate: .text("2"))
            )
        ),
        CompareRow(
            testDescription: "both answer alike by a comparison of one's own",
            control: .success(1),
            candidate: .success(11),
            values: { $0 % 10 == $1 % 10 },
            outcome: .matched
        ),
        CompareRow(
            testDescription: "control throws, the candidate answers",
            control: .failure(.broken),
            candidate: .success(1),
            outcome: .mismatched(
                Difference(kind: .controlFailed, path: "error", control: .text("broken"))
            )
        ),
        CompareRow(
            testDescription: "control answers, the candidate throws",
            control: .success(1),
            candidate: .failure(.broken),
            outcome: .candidateFailed(.text("broken"))
        ),
        CompareRow(
            testDescription: "both throw alike",
            control: .failure(.broken),
            candidate: .failure(.broken),
            outcome: .matchedFailure
        ),
        CompareRow(
            testDescription: "both throw, differently",
            control: .failure(.broken),
            candidate: .failure(.refused),
            outcome: .mismatched(
                Difference(kind: .errors, path: "error", control: .text("broken"), candidate: .text("refused"))
            )
        ),
        CompareRow(
            testDescription: "both throw alike by a comparison of one's own",
            control: .failure(.broken),
            candidate: .failure(.refused),
            errors: { _, _ in true },
            outcome: .matchedFailure
        ),
        CompareRow(
            testDescription: "the comparison of values throws",
            control: .success(1),
            candidate: .success(1),
            values: { _, _ in throw Thrown() },
            outcome: .mismatched(
                Difference(kind: .comparisonFailed, path: "comparison", control: .text("Thrown()"))
            )
        ),
        CompareRow(
            testDescription: "the comparison of errors throws",
            control: .failure(.broken),
            candidate: .failure(.broken),
            errors: { _, _ in throw Thrown() },
            outcome: .mismatched(
                Difference(kind: .comparisonFailed, path: "comparison", control: .text("Thrown()"))
            )
        ),
        CompareRow(
            testDescription: "a rule covers the difference, and the first one that does names it",
            control: .success(1),
            candidate: .success(2),
            rules: [
                IgnoreRule("never") { _, _, _ in false },
                IgnoreRule("small") { input, control, candidate in
                    input == 7 && control == .success(1) && candidate == .success(2)
                },
                IgnoreRule("always") { _, _, _ in true },
            ],
            outcome: .ignored(rule: "small")
        ),
        CompareRow(
            testDescription: "a rule covers a failing candidate",
            control: .success(1),
            candidate: .failure(.unknownUser),
            rules: [IgnoreRule("new users") { _, _, candidate in candidate == .failure(.unknownUser) }],
            outcome: .ignored(rule: "new users")
        ),
        CompareRow(
            testDescription: "a rule is not asked where nothing differs",
            control: .success(1),
            candidate: .success(1),
            rules: [IgnoreRule("always") { _, _, _ in true }],
            outcome: .matched
        ),
        CompareRow(
            testDescription: "a rule throws",
            control: .success(1),
            candidate: .failure(.broken),
            rules: [IgnoreRule("throws") { _, _, _ in throw Thrown() }],
            outcome: .candidateFailed(.text("broken"))
        ),
        CompareRow(
            testDescription: "finding the place throws",
            control: .success(1),
            candidate: .success(2),
            locate: { _, _ in throw Thrown() },
            outcome: .mismatched(Difference(kind: .unlocated))
        ),
        CompareRow(
            testDescription: "the redactor throws for values",
            control: .success(1),
            candidate: .success(2),
            redactor: Redactor { _, _ in throw Thrown() },
            outcome: .mismatched(
                Difference(kind: .values, control: .redactionFailed, candidate: .redactionFailed)
            )
        ),
        CompareRow(
            testDescription: "the redactor throws for one side only",
            control: .success(1),
            candidate: .success(2),
            redactor: Redactor { _, value in
                if value as? Int == 2 { throw Thrown() }
                return "\(value)"
            },
            outcome: .mismatched(
                Difference(kind: .values, control: .redactionFailed, candidate: .redactionFailed)
            )
        ),
        CompareRow(
            testDescription: "the redactor throws for an error",
            control: .success(1),
            candidate: .failure(.broken),
            redactor: Redactor { _, _ in throw Thrown() },
            outcome: .candidateFailed(.redactionFailed)
        ),
        CompareRow(
            testDescription: "the redactor throws for control's error",
            control: .failure(.broken),
            candidate: .success(1),
            redactor: Redactor { _, _ in throw Thrown() },
            outcome: .mismatched(Difference(kind: .controlFailed, control: .redactionFailed))
        ),
        CompareRow(
            testDescription: "nothing may be recorded",
            control: .success(1),
            candidate: .success(2),
            redactor: .withholding,
            outcome: .mismatched(Difference(kind: .values, path: "self"))
        ),
    ]
}

@Suite("What a comparison makes of two sides", .timeLimit(.minutes(15)))
struct CompareSemanticsTests {
    @Test(
        "The caller gets control's answer, and the journal the outcome",
        arguments: CompareRow.all,
        [Comparison<Int, Int, Trouble>.Start.withControl, .afterControl]
    )
    func row(_ row: CompareRow, start: Comparison<Int, Int, Trouble>.Start) async {
        let stage = Stage(
            .compare(sample: .all),
            control: FakeSide(row.control),
            candidate: FakeSide(row.candidate),
            comparison: Comparison(
                values: row.values,
                errors: row.errors,
                ignoring: row.rules,
                locate: row.locate,
                start: start
            ),
            redactor: row.redactor
        )

        #expect(await stage.answer() == row.control)
        #expect(await stage.outcomes() == [row.outcome])
    }

    @Test("By default a record holds nothing of a value or an error")
    func nothingByDefault() async {
        let journal = MemoryJournal()
        let recorder = Recorder(to: journal)
        let handover = Handover(
            "numbers",
            between: .test,
            plan: .compare(sample: .all),
            subject: { (input: Int) in String(input) },
            control: { (_) async throws(Trouble) in 1 },
            candidate: { (_) async throws(Trouble) in 2 },
            cancellation: .error(.cancelled),
            comparison: Comparison(),
            recorder: recorder
        )

        _ = try? await handover(1)

        await handover.settle()
        await recorder.flush()
        guard case .compared(let outcome, _, _) = journal.entries.first?.fact else {
            Issue.record("nothing was recorded")
            return
        }
        #expect(outcome == .mismatched(Difference(kind: .values, path: "self")))
    }

    @Test("A comparison of a part leaves the rest of the answers out, and finds the place inside the part")
    func part() async {
        let comparison = Comparison<Int, [Int], Trouble>(of: { Array($0.dropFirst()) })
        func outcome(_ candidate: [Int]) -> Outcome {
            comparison.outcome(
                7,
                control: .success([1, 2, 3]),
                candidate: .success(candidate),
                isFault: { _ in true },
                redactor: .unredacted
            )
        }
        #expect(outcome([9, 2, 3]) == .matched)
        #expect(
            outcome([9, 2, 4])
                == .mismatched(
                    Difference(kind: .values, path: "[1]", control: .text("3"), candidate: .text("4"))
                )
        )
    }

    @Test("The caller does not wait for the candidate")
    func callerDoesNotWait() async {
        let stage = Stage(.compare(sample: .all), candidate: FakeSide(.held))

        #expect(await stage.answer() == .success(1))

        stage.candidate.end(.success(1))
        #expect(await stage.outcomes() == [.matched])
    }

    @Test("The comparison waits for control, however early the candidate ends")
    func waitsForControl() async {
        let stage = Stage(.compare(sample: .all), control: FakeSide(.held))
        let call = stage.call()
        await stage.candidate.hasBegun()
        await stage.control.hasBegun()

        stage.control.end(.failure(.broken))

        #expect(await call.value == .failure(.broken))
        #expect(
            await stage.outcomes()
                == [.mismatched(Difference(kind: .controlFailed, path: "error", control: .text("broken")))]
        )
    }

    @Test("Started after control, the candidate is not called while control runs")
    func startsAfterControl() async {
        let stage = Stage(
            .compare(sample: .all),
            control: FakeSide(.held),
            comparison: Comparison(start: .afterControl)
        )
        let call = stage.call()
        await stage.control.hasBegun()
        #expect(stage.candidate.calls == 0)

        stage.control.end(.success(1))

        #expect(await call.value == .success(1))
        #expect(await stage.outcomes() == [.matched])
        #expect(stage.candidate.calls == 1)
    }

    @Test("Past the deadline the candidate is cancelled and the run has timed out")
    func deadline() async {
        let stage = Stage(
            .compare(sample: .all),
            candidate: FakeSide(.held),
            comparison: Comparison(deadline: .seconds(3))
        )
        #expect(await stage.answer() == .success(1))
        await stage.candidate.hasBegun()
        await stage.clock.sleepers(1)

        stage.clock.advance(by: .seconds(3))

        #expect(await stage.facts() == [.compared(.timedOut, control: .zero, candidate: .seconds(3))])
        await stage.candidate.hasEnded()
        #expect(stage.candidate.cancelled == 1)
    }

    @Test("Latencies of both sides are recorded")
    func latencies() async {
        let stage = Stage(.compare(sample: .all), control: FakeSide(.held), candidate: FakeSide(.held))
        let call = stage.call()
        await stage.control.hasBegun()
        await stage.candidate.hasBegun()
        stage.clock.advance(by: .milliseconds(20))
        stage.control.end(.success(1))
        _ = await call.value
        stage.clock.advance(by: .milliseconds(30))
        stage.candidate.end(.success(1))

        #expect(
            await stage.facts() == [
                .compared(.matched, control: .milliseconds(20), candidate: .milliseconds(50))
            ]
        )
    }

    @Test("With as many candidates under way as allowed, a call is not compared, and counted")
    func bounded() async {
        let stage = Stage(
            .compare(sample: .all),
            candidate: FakeSide(.held),
            comparison: Comparison(maximumUnderWay: 2)
        )
        for input in 1...5 { #expect(await stage.answer(input) == .success(1)) }
        stage.candidate.end(.success(1))
        await stage.handover.settle()
        await stage.recorder.flush()

        let evidence = Evidence(stage.journal.entries, operation: "numbers")
        #expect(evidence.matched == 2)
        #expect(evidence.skipped == [.tooManyUnderWay: 3])
        #expect(stage.candidate.calls == 2)
    }

    @Test("A candidate past its deadline keeps its place until it ends")
    func deafCandidateKeepsItsPlace() async {
        let stage = Stage(
            .compare(sample: .all),
            candidate: FakeSide(.deaf),
            comparison: Comparison(deadline: .seconds(1), maximumUnderWay: 1)
        )
        _ = await stage.answer()
        await stage.clock.sleepers(1)
        stage.clock.advance(by: .seconds(1))
        #expect(await stage.outcomes() == [.timedOut])

        _ = await stage.answer()

        #expect(await stage.outcomes() == [.timedOut, .skipped(.tooManyUnderWay)])
        stage.candidate.end(.success(1))
    }

    @Test("A sample compares the calls that the draw puts inside it", arguments: [(2_499, 1), (2_500, 0)])
    func sample(drawn: Int, compared: Int) async {
        let stage = Stage(.compare(sample: .percent(25)), random: { _ in drawn })

        #expect(await stage.answer() == .success(1))

        await stage.handover.settle()
        await stage.recorder.flush()
        let evidence = Evidence(stage.journal.entries, operation: "numbers")
        #expect(evidence.runs == compared)
        #expect(evidence.skipped == (compared == 1 ? [:] : [.notSampled: 1]))
    }

    @Test("A hand-over inside a compared candidate runs control only")
    func nested() async throws {
        let inner = Stage(
            .compare(sample: .all),
            control: FakeSide(.success(1)),
            candidate: FakeSide(.success(99))
        )
        let rolled = Stage(.rollout(.all), control: FakeSide(.success(1)), candidate: FakeSide(.success(99)))
        let journal = MemoryJournal()
        let recorder = Recorder(to: journal)
        let outer = Handover(
            "outer",
            between: .test,
            plan: .compare(sample: .all),
            subject: { (input: Int) in String(input) },
            control: { (_) async throws(Trouble) in 2 },
            candidate: { (input) async throws(Trouble) in
                try await inner.handover(input) + rolled.handover(input)
            },
            cancellation: .error(.cancelled),
            comparison: Comparison(),
            recorder: recorder
        )

        #expect(try await outer(1) == 2)

        await outer.settle()
        await recorder.flush()
        #expect(Evidence(journal.entries, operation: "outer").matched == 1)
        #expect(await inner.outcomes() == [.skipped(.nested)])
        #expect(inner.candidate.calls + rolled.candidate.calls == 0)
    }

    @Test("Outside a candidate, a hand-over inside control compares as ever")
    func nestedInControl() async throws {
        let inner = Stage(.compare(sample: .all))
        let outer = Handover(
            "outer",
            between: .test,
            plan: .compare(sample: .all),
            subject: { (input: Int) in String(input) },
            control: { (input) async throws(Trouble) in try await inner.handover(input) },
            candidate: { (_) async throws(Trouble) in 1 },
            cancellation: .error(.cancelled),
            comparison: Comparison(),
            recorder: Recorder(to: MemoryJournal())
        )

        _ = try await outer(1)

        #expect(await inner.outcomes() == [.matched])
    }

    @Test("10,000 concurrent calls all get control's answer, and each is compared or counted as skipped")
    func concurrent() async {
        let journal = MemoryJournal(capacity: 20_000)
        let recorder = Recorder(to: journal, capacity: 20_000)
        let handover = Handover(
            "numbers",
            between: .test,
            plan: .compare(sample: .all),
            subject: { (input: Int) in String(input) },
            control: { (input) async throws(Trouble) in
                if input % 3 == 0 { throw .broken }
                return input
            },
            candidate: { (input) async throws(Trouble) in
                if input % 5 == 0 { throw .refused }
                return input
            },
            cancellation: .error(.cancelled),
            comparison: Comparison(deadline: .seconds(600)),
            recorder: recorder
        )

        let wrong = await withTaskGroup(of: Bool.self) { group in
            for input in 0..<10_000 {
                group.addTask {
                    let answer = await Result { () async throws(Trouble) in try await handover(input) }
                    return answer != (input % 3 == 0 ? .failure(.broken) : .success(input))
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }

        #expect(wrong == 0)
        await handover.settle()
        await recorder.flush()
        let evidence = Evidence(journal.entries, operation: "numbers")
        let compared = evidence.runs + evidence.matchedFailures
        #expect(compared + evidence.skipped.values.reduce(0, +) == 10_000)
        #expect(compared >= 1)
    }
}
