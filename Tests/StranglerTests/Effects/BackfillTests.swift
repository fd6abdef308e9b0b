import Foundation
import Testing

@testable import Strangler

@Suite("What one side of a dual write missed")
struct BackfillTests {
    @Test("After an outage a back-fill carries out all that the candidate missed, in order, and reads it back")
    func outage() async throws {
        let stage = WriteStage(sample: .none)
        _ = await stage.answer(Change("before"))
        stage.candidate.fail(.before(.broken))
        for number in 0..<30 { _ = await stage.answer(Change("\(number)", of: number % 3 == 0 ? "ada" : "ben")) }
        #expect(try await stage.write.openWrites() == OpenWrites(missedByCandidate: 30))
        // A candidate that still fails holds back both subjects, each by its first write.
        let early = try await stage.write.backfill()
        #expect((early.written, early.heldBack) == (0, 2))

        stage.candidate.fail(nil)
        let backfill = try await stage.write.backfill()
        #expect((backfill.written, backfill.heldBack) == (30, 0))
        #expect(backfill.open.isEmpty)
        for subject in ["ada", "ben"] {
            #expect(stage.candidate.list(of: subject) == stage.control.list(of: subject))
        }
        #expect(await stage.evidence().of("changes (state)").matched == 2)
    }

    @Test("A back-fill stops at its limit and goes on from there")
    func bounded() async throws {
        let stage = WriteStage()
        stage.candidate.fail(.before(.broken))
        for number in 0..<25 { _ = await stage.answer(Change("\(number)")) }
        stage.candidate.fail(nil)
        let written = [
            try await stage.write.backfill(limit: 10), try await stage.write.backfill(limit: 10),
            try await stage.write.backfill(limit: 10),
        ].map(\.written)
        #expect(written == [10, 10, 5])
        #expect(stage.candidate.list() == stage.control.list())
    }

    @Test("The next write of a subject brings the candidate up to date first")
    func catchesUp() async throws {
        let stage = WriteStage()
        stage.candidate.fail(.before(.broken))
        for key in ["a", "b"] { _ = await stage.answer(Change(key)) }
        stage.candidate.fail(nil)
        _ = await stage.answer(Change("c"))
        #expect(stage.candidate.list() == ["a", "b", "c"])
        #expect(try await stage.write.openWrites().isEmpty)
    }

    @Test("A candidate that missed a write of a subject is not the first one for it")
    func behind() async throws {
        let stage = WriteStage(.both(candidateFirst: .all))
        stage.candidate.fail(.before(.broken))
        _ = await stage.answer(Change("a"))
        stage.candidate.fail(nil)
        _ = await stage.answer(Change("b"))
        #expect(stage.control.list() == ["a", "b"])
        #expect(stage.candidate.list() == ["a", "b"])
        // Called once without effect, and then not before control.
        #expect(stage.candidate.calls == ["a", "a", "b"])
    }

    @Test("Control that missed a write gets it, in order, before anything newer")
    func controlMissed() async throws {
        let stage = WriteStage(.both(candidateFirst: .all))
        stage.control.fail(.before(.broken))
        _ = await stage.answer(Change("a"))
        stage.write.stepBack()
        // Control is asked to be first and can't: it lacks a write that the candidate has.
        #expect(await stage.answer(Change("b")) == .success(2))
        #expect(try await stage.write.openWrites() == OpenWrites(missedByControl: 2))
        stage.control.fail(nil)
        _ = await stage.answer(Change("c"))
        #expect(stage.control.list() == ["a", "b", "c"])
        #expect(await stage.evidence().controlFailed == 1)
    }

    @Test("Writes beyond those that may be under way are missed, and back-filled")
    func tooMany() async throws {
        let stage = WriteStage(maximumUnderWay: 1)
        stage.candidate.fail(.waits)
        _ = try await stage.write(Change("a"))
        await stage.candidate.hasBegun()
        _ = try await stage.write(Change("b", of: "ben"))
        stage.candidate.go()
        await stage.write.settle()
        #expect(try await stage.write.backfill().written == 1)
        #expect(stage.candidate.list(of: "ben") == ["b"])
    }

    @Test("A candidate that doesn't end before the deadline misses the write; that it goes on later does no harm")
    func deadline() async throws {
        let stage = WriteStage()
        stage.candidate.fail(.waits)
        _ = try await stage.write(Change("a"))
        await stage.candidate.hasBegun()
        await stage.clock.sleepers(until: .seconds(10))
        stage.clock.advance(by: .seconds(10))
        await stage.write.settle()
        #expect(try await stage.write.openWrites() == OpenWrites(missedByCandidate: 1))
        stage.candidate.fail(nil)
        _ = await stage.answer(Change("b"))
        stage.candidate.go()
        #expect(stage.candidate.list() == ["a", "b"])
        #expect(await stage.evidence().timedOut == 1)
    }

    @Test("While the kill switch is open the candidate is not called; afterwards it gets what it missed")
    func killSwitch() async throws {
        let stage = WriteStage(safeguards: Safeguards(killSwitch: KillSwitch(minimumCalls: 2, coolDown: .seconds(60))))
        stage.candidate.fail(.before(.broken))
        for key in ["a", "b", "c", "d"] { #expect(await stage.answer(Change(key, of: key)) == .success(1)) }
        #expect(stage.write.killSwitch == .open)
        #expect(stage.candidate.calls == ["a", "b"])
        #expect(try await stage.write.backfill().written == 0)
        #expect(stage.candidate.calls == ["a", "b"])

        stage.candidate.fail(nil)
        stage.clock.advance(by: .seconds(60))
        #expect(try await stage.write.backfill().written == 4)
        #expect(stage.write.killSwitch == .closed)
        #expect(stage.candidate.list(of: "d") == ["d"])
    }

    @Test("With an open kill switch control writes first, also where the candidate should")
    func killSwitchFirst() async {
        let stage = WriteStage(
            .both(candidateFirst: .all),
            safeguards: Safeguards(killSwitch: KillSwitch(minimumCalls: 1, faultRate: 0.5))
        )
        stage.candidate.fail(.before(.broken))
        for key in ["a", "b"] { #expect(await stage.answer(Change(key, of: key)) == .success(1)) }
        #expect(stage.candidate.calls == ["a"])
        #expect(stage.control.calls == ["a", "b"])
    }

    @Test("A call that is cancelled before its turn writes nothing, and one after it writes on both sides")
    func cancelled() async throws {
        let stage = WriteStage()
        stage.candidate.fail(.waits)
        _ = try await stage.write(Change("a"))
        await stage.candidate.hasBegun()
        let waiting = Task { await Result { () async throws(Trouble) in try await stage.write(Change("b")) } }
        waiting.cancel()
        stage.candidate.go()
        #expect(await waiting.value == .failure(.cancelled))
        #expect(stage.control.list() == ["a"])

        stage.control.fail(.waits)
        let writing = Task { await Result { () async throws(Trouble) in try await stage.write(Change("c")) } }
        await stage.control.hasBegun()
        writing.cancel()
        stage.control.go()
        #expect(await writing.value == .success(2))
        await stage.write.settle()
        #expect(stage.candidate.list() == ["a", "c"])
        #expect(try await stage.write.openWrites().isEmpty)
    }

    @Test("Without a ledger that works control writes alone, and the write counts against the candidate")
    func noLedger() async throws {
        let stage = WriteStage(ledger: MemoryLedger(capacity: 1))
        stage.candidate.fail(.before(.broken))
        for key in ["a", "b"] { #expect(await stage.answer(Change(key, of: key)) == .success(1)) }
        #expect(stage.control.list(of: "b") == ["b"])
        #expect(try await stage.write.openWrites() == OpenWrites(missedByCandidate: 1, dropped: 1))
        #expect(await stage.evidence().lost == 1)
    }
}
