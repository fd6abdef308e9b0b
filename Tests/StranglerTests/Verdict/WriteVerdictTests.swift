import Foundation
import Testing

@testable import Strangler

@Suite("The verdict on a dual write")
struct WriteVerdictTests {
    private func verdict(_ stage: WriteStage) async throws -> WriteVerdict {
        try await stage.write.verdict(in: await stage.evidence())
    }

    private func write(_ numbers: Range<Int>, to stage: WriteStage) async {
        for number in numbers {
            _ = await stage.answer(Change("\(number)", of: "user \(number)"))
            if number.isMultiple(of: 200) { await stage.recorder.flush() }
        }
    }

    @Test("Equal responses, equal states and nothing open meet it")
    func met() async throws {
        let stage = WriteStage()
        await write(0..<400, to: stage)
        let found = try await verdict(stage)
        #expect(found.isMet)
        #expect(found.description.hasPrefix("changes (old 1 → new 1): met: responses met: at most"))
    }

    @Test("A candidate that responds well and stores nothing never meets it")
    func storesNothing() async throws {
        let stage = WriteStage()
        stage.candidate.fail(.forgets)
        await write(0..<400, to: stage)
        let found = try await verdict(stage)
        #expect(found.responses.isMet)
        #expect(found.state.evidence.mismatched == 400)
        #expect(!found.isMet)
    }

    @Test("Responses alone don't meet it: nothing was read back")
    func unchecked() async throws {
        let stage = WriteStage(sample: .none)
        await write(0..<400, to: stage)
        let found = try await verdict(stage)
        #expect(found.responses.isMet)
        #expect(!found.isMet)
    }

    @Test(
        "A verdict that is met lets the candidate write first; one of another write or rule, and one of open writes, does not"
    )
    func release() async throws {
        let stage = WriteStage(.legacy)
        stage.write.writeBoth()
        await write(0..<400, to: stage)
        let found = try await verdict(stage)
        try stage.write.release(.both(candidateFirst: .percent(5)), on: found)
        #expect(stage.write.plan == .both(candidateFirst: .percent(5)))
        #expect(await stage.evidence().looks.values.reduce(0, +) == 2)
        #expect(try await verdict(stage).responses.unreleasedPlans.isEmpty)

        let strict = WriteStage(rule: .test(maximumRate: 0.01, minimumRuns: 300))
        #expect(throws: Refusal.otherRule(found.responses.rule)) { try strict.write.release(.replacement, on: found) }
        stage.candidate.fail(.before(.broken))
        await write(400..<401, to: stage)
        stage.candidate.fail(nil)
        let open = try await verdict(stage)
        #expect(throws: Refusal.notMet(open.lines.joined(separator: "; "))) {
            try stage.write.release(.replacement, on: open)
        }
        #expect(stage.write.plan == .both(candidateFirst: .percent(5)))
    }

    @Test("Without a verdict the candidate writes first by a name that says so, and every later verdict says so too")
    func releaseWithoutVerdict() async throws {
        let stage = WriteStage()
        #expect(!stage.write.stepBack(to: .replacement))
        stage.write.releaseWithoutVerdict(.both(candidateFirst: .all))
        await write(0..<10, to: stage)
        #expect(try await verdict(stage).responses.ground.contains("1 steps without a verdict"))
        #expect(stage.write.stepBack() && stage.write.plan == .both())
    }

    @Test("One write that a side still misses is enough not to meet it, and back-filling it is enough to")
    func missing() async throws {
        let stage = WriteStage()
        stage.candidate.fail(.before(.broken))
        await write(0..<1, to: stage)
        stage.candidate.fail(nil)
        await write(1..<400, to: stage)
        let before = try await verdict(stage)
        #expect(before.responses.isMet && before.state.isMet)
        #expect(!before.isMet)
        #expect(before.lines.last == "writes not on both sides: 1 missed by the candidate")
        _ = try await stage.write.backfill()
        #expect(try await verdict(stage).isMet)
    }

    @Test("Writes that the candidate failed count, also after they were back-filled")
    func outage() async throws {
        let stage = WriteStage()
        stage.candidate.fail(.before(.broken))
        await write(0..<40, to: stage)
        stage.candidate.fail(nil)
        await write(40..<400, to: stage)
        _ = try await stage.write.backfill()
        let found = try await verdict(stage)
        #expect(found.open.isEmpty)
        #expect(found.responses.disagreeing == 40)
        #expect(!found.isMet)
    }
}
