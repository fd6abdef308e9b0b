import Foundation

/// What all copies of a dual write share, and how a write goes through both sides.
///
/// A side writes first only if it misses nothing of the subject, so that never both sides miss something of one subject.
struct DualWriteRun<Input: Codable & Sendable, Output: Sendable, Failure: Error>: Sendable {
    typealias Call = KeyedInput<Input>
    /// A write whose turn it is, and whether an earlier call had its key.
    typealias Turn = (write: OpenWrite, isKnown: Bool)
    /// What one side did.
    typealias SideRun = (result: Result<Output, Failure>, latency: Duration)

    let steps: PlanSteps<DualWritePlan>
    let pair: SidePair<Call, Output, Failure>
    let key: @Sendable (Input) -> IdempotencyKey
    let ledger: any WriteLedger
    let comparison: Comparison<Input, Output, Failure>
    let provesNothingDone: @Sendable (Failure) -> Bool
    let check: StateCheck<Input>
    let flights: Flights
    let random: @Sendable (Range<Int>) -> Int

    var operation: String { pair.origin.operation }

    func answered(_ input: Input) async throws(Failure) -> Output {
        try await pair.stopInComparison()
        let call = Call(input: input, key: key(input))
        let plan = steps.plan.plan
        if plan.givesMore(than: .both()) { steps.noteServing() }
        switch plan {
        case .legacy: return try await pair.control(call)
        case .replacement: return try await pair.answered(call, by: .candidate)
        case .both(let share): return try await both(call, share)
        }
    }

    private func both(_ call: Call, _ share: Share) async throws(Failure) -> Output {
        if Task.isCancelled, let error = pair.cancellation.error { throw error() }
        guard let turn = await begun(call) else {
            pair.recorder.record(pair.origin, .lost(comparisons: 1))
            return try await pair.control(call)
        }
        if Task.isCancelled, let error = pair.cancellation.error {
            if !turn.isKnown { try? await ledger.forget(call.key, in: operation) }
            await ledger.endTurn(of: turn.write.subject, in: operation)
            throw error()
        }
        switch await primary(pair.isInside(call, share) ? .candidate : .control, turn.write) {
        case .control: return try await controlFirst(call, turn)
        case .candidate: return try await candidateFirst(call, turn)
        }
    }

    /// Takes the turn of the subject and notes the write; nil if the ledger can't be used. A cancelled caller waits for
    /// the turn too, because nothing would give back what comes later.
    private func begun(_ call: Call) async -> Turn? {
        let (ledger, operation, subject) = (ledger, operation, pair.calls.subject(call))
        return await Task.detached {
            do {
                let input = try JSONEncoder().encode(Boxed(value: call.input))
                try await ledger.takeTurn(of: subject, in: operation)
                do {
                    return try await ledger.begin(
                        OpenWrite(key: call.key, subject: subject, input: input),
                        in: operation
                    )
                } catch {
                    await ledger.endTurn(of: subject, in: operation)
                    return nil
                }
            } catch {
                return nil
            }
        }.value
    }

    /// The side that writes first: the one asked for, unless it misses a write of the subject. What the second one misses
    /// is made up for while no caller waits.
    private func primary(_ asked: Side, _ write: OpenWrite) async -> Side {
        let behind = await sidesBehind(write)
        if asked == .candidate, pair.gate.state != .closed, !behind.contains(.control) { return .control }
        return behind.contains(asked) ? asked.other : asked
    }
}

// MARK: - The first side

extension DualWriteRun {
    private func controlFirst(_ call: Call, _ turn: Turn) async throws(Failure) -> Output {
        let control = await ran(call, on: .control)
        switch control.result {
        case .success(let output):
            await note(turn.write, by: .control)
            second(.candidate, call, turn.write, after: control)
            return output
        case .failure(let failure):
            if !Task.isCancelled { record(control, by: .control, call) }
            await end(turn, failedBy: [failure])
            throw failure
        }
    }

    private func candidateFirst(_ call: Call, _ turn: Turn) async throws(Failure) -> Output {
        let ticket = pair.gate.admit().ticket
        let mark = pair.begin(call)
        let candidate = await ran(call, on: .candidate)
        guard case .failure(let failure) = candidate.result else {
            pair.gate.note(ticket, isFault: false, latency: candidate.latency)
            await note(turn.write, by: .candidate)
            second(.control, call, turn.write, after: candidate, mark)
            return try candidate.result.get()
        }
        guard !Task.isCancelled else {
            pair.gate.giveBack(ticket)
            pair.recorder.end(mark)
            await end(turn, failedBy: [failure])
            throw failure
        }
        pair.gate.note(ticket, isFault: pair.isFault(failure), latency: candidate.latency)
        return try await controlDecides(call, turn, candidate, failure, mark)
    }

    /// The candidate was first and failed. Control is called with the same key: each side acts on a store of its own.
    private func controlDecides(
        _ call: Call,
        _ turn: Turn,
        _ candidate: SideRun,
        _ failure: Failure,
        _ mark: CallMark
    ) async throws(Failure) -> Output {
        // Control may miss earlier writes of the subject. Then it can't have this one yet.
        guard await caughtUp(.control, before: turn.write) else {
            pair.recorder.record(
                pair.origin,
                .compared(.candidateFailed(pair.redactor.recorded("error", failure)), candidate: candidate.latency),
                of: mark
            )
            await end(turn, failedBy: [failure])
            throw failure
        }
        let control = await ran(call, on: .control)
        guard !Task.isCancelled || control.result.isSuccess else {
            pair.recorder.end(mark)
            // That the call was cancelled shows nothing about what control did.
            await ledger.endTurn(of: turn.write.subject, in: operation)
            return try control.result.get()
        }
        recordComparison(call, control: control, candidate: candidate, mark)
        switch control.result {
        case .success(let output):
            await note(turn.write, by: .control)
            pair.recorder.record(
                pair.origin,
                .fellBack(.failed(pair.redactor.recorded("error", failure)), latency: candidate.latency),
                of: mark.withoutTokens
            )
            pair.recorder.record(pair.origin, .missed(by: .candidate), of: mark.withoutTokens)
            await ledger.endTurn(of: turn.write.subject, in: operation)
            return output
        case .failure(let other):
            await end(turn, failedBy: [failure, other])
            throw other
        }
    }

    /// Ends a call that no side carried out. If its errors prove that nothing was done, nothing stays of the write. What an
    /// earlier call with the same key may have done is not disproved by the errors of this one.
    private func end(_ turn: Turn, failedBy failures: [Failure]) async {
        let isNothingDone = failures.allSatisfy { !pair.isFault($0) || provesNothingDone($0) }
        if isNothingDone, !turn.isKnown { try? await ledger.forget(turn.write.key, in: operation) }
        await ledger.endTurn(of: turn.write.subject, in: operation)
    }
}

// MARK: - The second side

extension DualWriteRun {
    /// Leaves a task behind that writes on the other side, reads both back for a sample, and gives the turn back.
    private func second(_ side: Side, _ call: Call, _ write: OpenWrite, after first: SideRun, _ mark: CallMark? = nil) {
        guard flights.begin() else {
            missed(call, by: side, mark)
            return Task.detached { await ledger.endTurn(of: write.subject, in: operation) }.forget()
        }
        Task.detached {
            if await wroteSecond(side, call, write, after: first, mark), isChecked() { await check.run(call.input) }
            await ledger.endTurn(of: write.subject, in: operation)
            flights.end()
            flights.settle()
        }.forget()
    }

    private func wroteSecond(
        _ side: Side,
        _ call: Call,
        _ write: OpenWrite,
        after first: SideRun,
        _ firstMark: CallMark?
    ) async -> Bool {
        guard await caughtUp(side, before: write) else {
            missed(call, by: side, firstMark)
            return false
        }
        var ticket: Gate.Ticket = nil
        if side == .candidate {
            let admission = pair.gate.admit()
            guard admission.mayCall else {
                missed(call, by: side, firstMark)
                return false
            }
            ticket = admission.ticket
        }
        let mark = firstMark ?? pair.begin(call)
        guard case .answered(let result, let latency) = await attempted(call, on: side) else {
            if side == .candidate { pair.gate.note(ticket, isFault: true, latency: comparison.deadline) }
            recordTimeOut(of: side, after: first, mark)
            missed(call, by: side, mark)
            return false
        }
        if side == .candidate { pair.gate.note(ticket, isFault: result.isFault(pair.isFault), latency: latency) }
        let run = SideRun(result, latency)
        let (control, candidate) = side == .candidate ? (first, run) : (run, first)
        recordComparison(call, control: control, candidate: candidate, mark)
        guard result.isSuccess else {
            missed(call, by: side, mark)
            return false
        }
        await note(write, by: side)
        return true
    }

    /// Runs a side on the threads for candidates and until the deadline. One that goes on after it does no harm: its key
    /// is written again before any later write of the subject.
    func attempted(_ call: Call, on side: Side) async -> Ended<Output, Failure> {
        let attempt = Attempt(timing: pair.timing, alarm: pair.alarm, executor: comparison.executor) {
            () async throws(Failure) in
            try await (side == .control ? pair.control : pair.candidate)(call)
        }
        return await attempt.run(within: comparison.deadline).ended
    }

    private func isChecked() -> Bool {
        check.sample == .all || check.sample.contains(bucket: random(0..<Share.whole))
    }
}

// MARK: - What is noted and recorded

extension DualWriteRun {
    /// Notes that a side has a write. If the ledger can't, the write stays open; a second write with its key does nothing.
    func note(_ write: OpenWrite, by side: Side) async {
        do {
            try await ledger.note(write.key, in: operation, writtenBy: side)
        } catch {
            pair.recorder.record(pair.origin, .lost(comparisons: 1))
        }
    }

    private func ran(_ call: Call, on side: Side) async -> SideRun {
        let start = pair.timing.elapsed()
        let result = await Result { () async throws(Failure) in
            try await (side == .control ? pair.control : pair.candidate)(call)
        }
        return (result, pair.timing.elapsed() - start)
    }

    private func record(_ run: SideRun, by side: Side, _ call: Call) {
        guard case .failure(let failure) = run.result else { return }
        pair.recorder.record(
            pair.origin,
            .answered(by: side, latency: run.latency, failure: pair.redactor.recorded("error", failure)),
            of: pair.mark(call)
        )
    }

    private func missed(_ call: Call, by side: Side, _ mark: CallMark?) {
        pair.recorder.record(pair.origin, .missed(by: side), of: mark?.withoutTokens ?? pair.mark(call))
    }

    private func recordComparison(_ call: Call, control: SideRun, candidate: SideRun, _ mark: CallMark) {
        let outcome = comparison.outcome(
            call.input,
            control: control.result,
            candidate: candidate.result,
            isFault: pair.isFault,
            redactor: pair.redactor
        )
        let kept = comparison.keeping(outcome, call.input, control: control.result, candidate: candidate.result)
        pair.recorder.record(
            pair.origin,
            .compared(kept, control: control.latency, candidate: candidate.latency),
            of: mark
        )
    }

    private func recordTimeOut(of side: Side, after first: SideRun, _ mark: CallMark) {
        let fact: Fact
        switch side {
        case .candidate: fact = .compared(.timedOut, control: first.latency, candidate: comparison.deadline)
        case .control:
            // The candidate responded and control didn't: control is the one at fault.
            let difference = Difference(kind: .controlFailed, path: "deadline")
            fact = .compared(.mismatched(difference), control: comparison.deadline, candidate: first.latency)
        }
        pair.recorder.record(pair.origin, fact, of: mark)
    }
}

/// JSON needs an object or a list at the top on some platforms.
struct Boxed<Value: Codable>: Codable {
    let value: Value
}

extension Side {
    var other: Side {
        switch self {
        case .control: .candidate
        case .candidate: .control
        }
    }
}

extension Result {
    var isSuccess: Bool {
        if case .success = self { true } else { false }
    }

    func isFault(_ isFault: (Failure) -> Bool) -> Bool {
        if case .failure(let failure) = self { isFault(failure) } else { false }
    }
}

extension Task {
    /// Nobody waits for the task here.
    fileprivate func forget() {}
}
