import Testing

@testable import Strangler

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

@Suite("Errors of any type")
struct AnyErrorTests {
    private struct Coded: Error, CustomStringConvertible {
        let code: Int
        var description: String { "the request failed" }
    }

    private final class Opaque: Error, CustomStringConvertible {
        let code: Int
        init(_ code: Int) { self.code = code }
        var description: String { "the request failed" }
    }

    @Test("Errors that only describe themselves in the same words are not the same")
    func described() async {
        for (control, candidate, isSame) in [
            (Coded(code: 1) as any Error, Coded(code: 2) as any Error, false), (Coded(code: 1), Coded(code: 1), true),
            (Opaque(1), Opaque(2), false), (Opaque(1), Opaque(1), true), (Trouble.broken, Trouble.refused, false),
            (Trouble.broken, Trouble.broken, true), (Coded(code: 1), Opaque(1), false),
        ] {
            let outcome = Comparison<Int, Int, any Error>().outcome(
                1,
                control: .failure(control),
                candidate: .failure(candidate),
                isFault: { _ in false },
                redactor: .withholding
            )
            #expect((outcome == .matched) == isSame)
        }
    }

    @Test("Texts that differ in their encoding alone are the same, unless their bytes are compared")
    func normalisation() {
        let (one, two) = (Result<String, Trouble>.success("\u{FC}"), Result<String, Trouble>.success("u\u{308}"))
        func outcome(_ comparison: Comparison<Int, String, Trouble>) -> Outcome {
            comparison.outcome(1, control: one, candidate: two, isFault: { _ in true }, redactor: .withholding)
        }
        #expect(outcome(Comparison()) == .matched)
        #expect(outcome(Comparison(of: { Array($0.utf8) })) != .matched)
    }
}
