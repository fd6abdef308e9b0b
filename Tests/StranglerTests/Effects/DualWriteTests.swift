import Foundation
import Testing

@testable import Strangler

@Suite("Operations that write on both sides")
struct DualWriteTests {
    @Test(
        "The plan says who writes, and who is first",
        arguments: [
            (DualWritePlan.legacy, ["control"]), (.both(), ["control", "candidate"]),
            (.both(candidateFirst: .all), ["candidate", "control"]), (.replacement, ["candidate"]),
        ]
    )
    func plans(plan: DualWritePlan, order: [String]) async throws {
        let stage = WriteStage(plan)
        if order.count > 1 { (order[0] == "control" ? stage.candidate : stage.control).fail(.waits) }

        // The second side waits, and the caller has the answer of the first.
        #expect(try await stage.write(Change("a")) == 1)
        let (controlCalls, candidateCalls) = (stage.control.calls.count, stage.candidate.calls.count)
        stage.control.go()
        stage.candidate.go()
        await stage.write.settle()

        #expect((order[0] == "control" ? controlCalls : candidateCalls) == 1)
        #expect(stage.control.list() == (order.contains("control") ? ["a"] : []))
        #expect(stage.candidate.list() == (order.contains("candidate") ? ["a"] : []))
    }

    @Test("Both answers are compared, and what both stored is read back and compared")
    func evidence() async throws {
        let stage = WriteStage()
        for key in ["a", "b"] { _ = await stage.answer(Change(key)) }

        let evidence = await stage.evidence()
        #expect(evidence.of("changes").matched == 2)
        #expect(evidence.of("changes (state)").matched == 2)
        #expect(try await stage.write.openWrites().isEmpty)
    }

    @Test("If control refuses, its error goes to the caller, the candidate is not called, and nothing stays open")
    func controlRefuses() async throws {
        for trouble in [Trouble.unknownUser, .refused] {
            let stage = WriteStage()
            stage.control.fail(.before(trouble))
            #expect(await stage.answer(Change("a")) == .failure(trouble))
            #expect(stage.candidate.calls.isEmpty)
            #expect(try await stage.write.openWrites().isEmpty)
        }
    }

    @Test("If control fails and may have written, the write is uncertain until a retry with its key")
    func controlUncertain() async throws {
        let stage = WriteStage()
        stage.control.fail(.after(.broken))
        #expect(await stage.answer(Change("a")) == .failure(.broken))
        #expect(try await stage.write.openWrites() == OpenWrites(uncertain: 1))
        // Nobody but the caller knows whether it is still wanted.
        #expect(try await stage.write.backfill().written == 0)
        #expect(stage.candidate.list().isEmpty)

        stage.control.fail(nil)
        #expect(await stage.answer(Change("a")) == .success(1))
        #expect(stage.control.list() == ["a"])
        #expect(stage.candidate.list() == ["a"])
        #expect(try await stage.write.openWrites().isEmpty)
    }

    @Test("A retry that is refused proves nothing about the first call, which stays uncertain")
    func refusedRetry() async throws {
        let stage = WriteStage()
        stage.control.fail(.after(.broken))
        _ = await stage.answer(Change("a"))
        stage.control.fail(.before(.refused))
        #expect(await stage.answer(Change("a")) == .failure(.refused))
        #expect(try await stage.write.openWrites() == OpenWrites(uncertain: 1))
    }

    @Test("A back-fill repeats uncertain writes if it is told to, on both sides and once")
    func repeatsUncertain() async throws {
        let stage = WriteStage()
        stage.control.fail(.after(.broken))
        _ = await stage.answer(Change("a"))
        stage.control.fail(nil)
        #expect(try await stage.write.backfill(repeatingUncertain: true).written == 2)
        #expect(stage.control.list() == ["a"])
        #expect(stage.candidate.list() == ["a"])
    }

    @Test("If the candidate is second and fails, the caller has control's answer, and the candidate misses the write")
    func candidateFails() async throws {
        let stage = WriteStage()
        stage.candidate.fail(.before(.broken))
        #expect(await stage.answer(Change("a")) == .success(1))
        #expect(try await stage.write.openWrites() == OpenWrites(missedByCandidate: 1))

        let evidence = await stage.evidence()
        #expect(evidence.candidateFailed == 1)
        #expect(evidence.missed == [.candidate: 1])
    }

    @Test("If the candidate is first and fails, control decides with the same key", arguments: [true, false])
    func controlDecides(mayHaveWritten: Bool) async throws {
        let stage = WriteStage(.both(candidateFirst: .all))
        stage.candidate.fail(mayHaveWritten ? .after(.broken) : .before(.broken))
        #expect(await stage.answer(Change("a")) == .success(1))
        #expect(stage.control.calls == ["a"])

        stage.candidate.fail(nil)
        #expect(try await stage.write.backfill().written == 1)
        #expect(stage.candidate.list() == ["a"])
        let evidence = await stage.evidence()
        #expect(evidence.candidateFailed == 1)
        #expect(evidence.fellBack == 1)
        #expect(evidence.backfilled == [.candidate: 1])
    }

    @Test("A candidate that wrongly refuses as the first one is seen, because control is asked too")
    func wrongRefusal() async {
        let stage = WriteStage(.both(candidateFirst: .all))
        stage.candidate.fail(.before(.unknownUser))
        #expect(await stage.answer(Change("a")) == .success(1))
        #expect(await stage.evidence().candidateFailed == 1)

        stage.control.fail(.before(.unknownUser))
        #expect(await stage.answer(Change("b", of: "ben")) == .failure(.unknownUser))
        #expect(await stage.evidence().of("changes").matched == 1)
    }

    @Test("A retry with the same key is stored once on each side", arguments: [Share.none, .all])
    func sameKey(share: Share) async {
        let stage = WriteStage(.both(candidateFirst: share))
        for _ in 0..<3 { #expect(await stage.answer(Change("a")) == .success(1)) }
        #expect(stage.control.list() == ["a"])
        #expect(stage.candidate.list() == ["a"])
    }

    @Test("Calls with one key at once are stored once on each side, one after the other")
    func concurrentSameKey() async throws {
        let stage = WriteStage()
        let answers = await withTaskGroup(of: Result<Int, Trouble>.self) { group in
            for _ in 0..<50 { group.addTask { await stage.answer(Change("a")) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == Array(repeating: .success(1), count: 50))
        #expect(stage.control.list() == ["a"])
        #expect(stage.candidate.list() == ["a"])
        #expect(try await stage.write.openWrites().isEmpty)
    }

    @Test("Writes of one subject come to both sides in one order, however many callers there are")
    func order() async {
        let ledger = MemoryLedger()
        // Two hand-overs are two processes as far as the ledger knows.
        let stage = WriteStage(.both(candidateFirst: .percent(50)), ledger: ledger)
        await withDiscardingTaskGroup { group in
            for number in 0..<200 {
                group.addTask { _ = await stage.answer(Change("\(number)", of: "user \(number % 5)")) }
            }
        }
        for user in 0..<5 {
            #expect(stage.control.list(of: "user \(user)").count == 40)
            #expect(stage.control.list(of: "user \(user)") == stage.candidate.list(of: "user \(user)"))
        }
        let evidence = await stage.evidence()
        #expect(evidence.of("changes (state)").matched == 200)
        #expect(evidence.disagreements == 0)
    }

    @Test("The second write of a subject waits for the first one's second side; another subject's doesn't")
    func turn() async throws {
        let stage = WriteStage()
        stage.candidate.fail(.waits)
        _ = try await stage.write(Change("a"))
        await stage.candidate.hasBegun()
        let next = Task { try await stage.write(Change("b")) }
        #expect(try await stage.write(Change("c", of: "ben")) == 1)
        #expect(stage.control.list() == ["a"])
        stage.candidate.go()
        #expect(try await next.value == 2)
        await stage.write.settle()
        #expect(stage.candidate.list() == ["a", "b"])
    }
}
