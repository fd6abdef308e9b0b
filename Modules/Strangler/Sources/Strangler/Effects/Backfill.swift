import Foundation

/// What a back-fill did.
public struct Backfill: Hashable, Sendable {
    /// How many writes it carried out on a side that had missed them.
    public internal(set) var written = 0
    /// How many subjects have a write that a side didn't take. Their later writes wait for it.
    public internal(set) var heldBack = 0
    /// What is still open.
    public internal(set) var open = OpenWrites()
}

extension DualWriteRun {
    private static var page: Int { 200 }
    /// How many missed writes of its subject a call carries out before its own.
    private static var catchUpLimit: Int { 100 }

    func backfilled(limit: Int, repeatingUncertain: Bool) async throws -> Backfill {
        var backfill = Backfill()
        var (seen, last): (Set<String>, Int) = ([], 0)
        while backfill.written < limit, !Task.isCancelled {
            let writes = try await ledger.open(in: operation, of: nil, after: last, limit: Self.page)
            guard let end = writes.last?.number else { break }
            last = end
            for write in writes where repeatingUncertain || !write.written.isEmpty {
                guard backfill.written < limit, !Task.isCancelled else { break }
                guard seen.insert(write.subject).inserted else { continue }
                try await finish(write.subject, &backfill, limit: limit, repeatingUncertain)
            }
        }
        backfill.open = try await ledger.summary(of: operation)
        return backfill
    }

    /// Carries out what is open of one subject, in order, while nobody else writes it.
    private func finish(
        _ subject: String,
        _ backfill: inout Backfill,
        limit: Int,
        _ repeatingUncertain: Bool
    ) async throws {
        try await ledger.takeTurn(of: subject, in: operation)
        let before = backfill.written
        let end: Result<Input?, any Error>
        do {
            end = .success(try await openWritesDone(of: subject, &backfill, limit: limit, repeatingUncertain))
        } catch {
            end = .failure(error)
        }
        if case .success(let input?) = end, backfill.written > before { await check.run(input) }
        await ledger.endTurn(of: subject, in: operation)
        _ = try end.get()
    }

    /// Returns the input of the last write if both sides now have all; nil if something is still open.
    private func openWritesDone(
        of subject: String,
        _ backfill: inout Backfill,
        limit: Int,
        _ repeatingUncertain: Bool
    ) async throws -> Input? {
        var (last, input): (Int, Input?) = (0, nil)
        while true {
            let writes = try await ledger.open(in: operation, of: subject, after: last, limit: Self.page)
            guard let end = writes.last?.number else { return input }
            last = end
            for write in writes where repeatingUncertain || !write.written.isEmpty {
                guard backfill.written < limit, !Task.isCancelled else { return nil }
                for side in Side.allCases where !write.written.contains(side) {
                    guard await rewrote(write, on: side) else {
                        backfill.heldBack += 1
                        return nil
                    }
                    backfill.written += 1
                }
                input = inputOf(write)
            }
        }
    }

    /// Whether a side has all earlier writes of a subject that the other one has. It is brought up to date as far as few
    /// writes are enough.
    func caughtUp(_ side: Side, before write: OpenWrite) async -> Bool {
        guard
            let open = try? await ledger.open(in: operation, of: write.subject, after: 0, limit: Self.catchUpLimit + 1)
        else { return false }
        let missed = open.filter { $0.number < write.number && $0.isMissed(by: side) }
        guard open.count <= Self.catchUpLimit || (open.last?.number ?? 0) >= write.number else { return false }
        for earlier in missed {
            guard await rewrote(earlier, on: side) else { return false }
        }
        return true
    }

    /// The sides that miss a write of the subject from before this one.
    func sidesBehind(_ write: OpenWrite) async -> Set<Side> {
        let open = try? await ledger.open(in: operation, of: write.subject, after: 0, limit: 1)
        // All that is missed of a subject is missed by one side: the other one wrote first.
        return Set(
            Side.allCases.filter { side in (open ?? []).contains { $0.number < write.number && $0.isMissed(by: side) } }
        )
    }

    /// Carries out on one side what the other one has already.
    private func rewrote(_ write: OpenWrite, on side: Side) async -> Bool {
        guard let input = inputOf(write) else { return false }
        let call = KeyedInput(input: input, key: write.key)
        var ticket: Gate.Ticket = nil
        if side == .candidate {
            let admission = pair.gate.admit()
            guard admission.mayCall else { return false }
            ticket = admission.ticket
        }
        // If the candidate ends the process, that this run began is all that is left of it.
        let mark = side == .candidate ? pair.begin(call) : pair.mark(call)
        let ended = await attempted(call, on: side)
        var (isDone, isFault) = (false, true)
        if case .answered(let result, _) = ended {
            (isDone, isFault) = (result.isSuccess, result.isFault(pair.isFault))
        }
        if side == .candidate { pair.gate.note(ticket, isFault: isFault, latency: ended.latency(comparison.deadline)) }
        guard isDone else {
            pair.recorder.end(mark)
            return false
        }
        do {
            try await ledger.note(write.key, in: operation, writtenBy: side)
        } catch {
            pair.recorder.end(mark)
            return false
        }
        pair.recorder.record(pair.origin, .backfilled(side), of: mark)
        return true
    }

    private func inputOf(_ write: OpenWrite) -> Input? {
        (try? JSONDecoder().decode(Boxed<Input>.self, from: write.input))?.value
    }
}

extension Ended {
    fileprivate func latency(_ deadline: Duration) -> Duration {
        if case .answered(_, let latency) = self { latency } else { deadline }
    }
}
