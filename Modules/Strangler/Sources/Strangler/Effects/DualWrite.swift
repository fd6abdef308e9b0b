public import Foundation

/// Joins the legacy implementation of an operation that writes (control) and the one to replace it (candidate), where
/// each side stores the data **in a store of its own**, and is itself that operation.
///
/// In plan `both` each side carries out each write: first the primary, whose answer goes to the caller, then the other,
/// which nobody waits for. What one side missed stays in the ledger, with its input, until it is carried out there too:
/// before the next write of the same subject, or by `backfill`. Each comparison of two responses is evidence, and so is
/// each consistency check, which reads both sides back; `WriteVerdict` judges both.
///
/// Each side has to be **idempotent by the key**: if it sees a key again it changes nothing, and responds as it did
/// before. And storing has to be all that a side does. If it also charges a card or sends a letter, that happens once on
/// each side; for such an operation there is `EffectHandover`, which can't call both.
///
/// Writes of one subject are carried out in order, and in the same order on both sides. So all writes that change the
/// same data belong to one `DualWrite`, for example with an enum as input.
///
/// Copies share their plan and kill switch. It is isolated to nothing.
///
/// Reasons: docs/adr/effects-and-dual-writes.md.
public struct DualWrite<Input: Codable & Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// One of the two implementations.
    public typealias Write = @Sendable (Input, IdempotencyKey) async throws(Failure) -> Output

    /// What the responses have to meet before callers get more of the candidate.
    public let rule: Rule
    /// What the checks have to meet.
    public let stateRule: Rule
    private let run: DualWriteRun<Input, Output, Failure>

    /// - Parameters:
    ///   - name: What the operation is called in the journal and the ledger. Unique among hand-overs.
    ///   - sides: Which implementations it joins. Evidence is counted for each pair of its own.
    ///   - plan: The plan to begin with.
    ///   - salt: Separates the subjects for whom the candidate writes first from those of other hand-overs; by default
    ///     the name.
    ///   - subject: Whose data a write changes. Records hold its `SubjectClass` only; the ledger holds all of it.
    ///   - key: Makes the key of a write, by which both sides and the ledger know it. A caller's own retry
    ///     must have the same one, so take it from the input. One key never names two writes.
    ///   - ledger: The one store of keys for both sides and for all processes that write.
    ///   - control: The legacy implementation.
    ///   - candidate: The replacement.
    ///   - check: How both sides are read back.
    ///   - cancellation: How the operation says that its call was cancelled.
    ///   - comparison: How responses are compared. Its deadline bounds the side that writes second.
    ///   - rule: What the responses have to meet before callers get more of the candidate.
    ///   - stateRule: What the checks have to meet; by default the same. They are a sample of the writes, so its number of runs may
    ///     be smaller.
    ///   - provesNothingDone: Whether a fault proves that a side did nothing, a refused connection for example. An error
    ///     that isn't a fault is an answer, "no such address" for example, and always does.
    ///   - safeguards: What protects callers from the candidate. Patience has no effect.
    ///   - redactor: What may be recorded of values and errors; by default nothing.
    ///   - recorder: Takes what happened to the journals.
    ///   - clock: Measures latencies, deadlines and the kill switch.
    ///   - random: Draws a number from a range, for the sample of the check.
    public init<State: Sendable>(
        _ name: String,
        between sides: Sides,
        plan: DualWritePlan = .legacy,
        salt: String? = nil,
        subject: @escaping @Sendable (Input) -> String,
        keyInSharedLedger key: @escaping @Sendable (Input) -> IdempotencyKey,
        sharedLedger ledger: any WriteLedger,
        control: @escaping Write,
        candidate: @escaping Write,
        check: ConsistencyCheck<Input, State, Failure>,
        cancellation: Cancellation<Failure>,
        comparison: Comparison<Input, Output, Failure>,
        rule: Rule = Rule(),
        stateRule: Rule? = nil,
        provesNothingDone: @escaping @Sendable (Failure) -> Bool = { _ in false },
        safeguards: Safeguards<Failure> = Safeguards(),
        redactor: Redactor = .withholding,
        recorder: Recorder,
        clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable (Range<Int>) -> Int = { Int.random(in: $0) }
    ) {
        let pair = SidePair<KeyedInput<Input>, Output, Failure>(
            Origin(operation: name, sides: sides),
            salt: salt,
            calls: CallContext(subject: { subject($0.input) }, target: { _ in nil }, labels: nil),
            comparison: comparison.identity,
            control: { (call) async throws(Failure) in try await control(call.input, call.key) },
            candidate: { (call) async throws(Failure) in try await candidate(call.input, call.key) },
            cancellation: cancellation,
            safeguards: safeguards.withoutPatience,
            mayFallBack: { _ in true },
            mayLeave: false,
            redactor: redactor,
            recorder: recorder,
            clock: clock
        )
        self.rule = rule
        self.stateRule = stateRule ?? rule
        run = DualWriteRun(
            steps: PlanSteps(plan, of: pair),
            pair: pair,
            key: key,
            ledger: ledger,
            comparison: comparison,
            provesNothingDone: provesNothingDone,
            check: StateCheck(
                check,
                of: pair,
                calls: CallContext(subject: subject, target: { _ in nil }, labels: nil)
            ),
            flights: Flights(maximum: comparison.maximumUnderWay),
            random: random
        )
    }

    /// Carries out the write on the side or sides that the plan says.
    ///
    /// If the candidate is the primary and fails, in whatever way, control decides. If control is the primary and fails,
    /// the caller gets its error, and the candidate is not called. If the ledger can't be used, control alone writes, and
    /// the write counts as lost: the candidate misses it permanently.
    public func callAsFunction(_ input: Input) async throws(Failure) -> Output {
        try await run.answered(input)
    }

    /// What the operation is called in the journal.
    public var name: String {
        run.pair.origin.operation
    }

    /// The implementations that it joins.
    public var sides: Sides {
        run.pair.origin.sides
    }

    /// The identity of the comparison of responses.
    var comparison: String? {
        run.pair.comparison
    }

    /// The identity of the comparison of what both sides hold.
    var stateComparison: String { run.check.comparison }

    var recorder: Recorder { run.pair.recorder }

    var steps: PlanSteps<DualWritePlan> { run.steps }

    /// Which sides write. `writeBoth`, `release` and `stepBack` change it.
    public var plan: DualWritePlan {
        run.steps.plan.plan
    }

    /// Whether the candidate is called now. Without a kill switch it is always closed. While it is open, the candidate
    /// misses writes.
    public var killSwitch: KillSwitch.State {
        run.pair.gate.state
    }

    /// Carries out on each side what it missed, in the order of the writes of each subject, and then reads both sides of
    /// the subject back.
    ///
    /// Each write that is carried out is noted at once, so that a back-fill that is cancelled, fails or ends with its
    /// process goes on from there when it is called again. A write that a side doesn't take holds back the later writes of
    /// its subject there, and no others. While the kill switch is open the candidate is not called. Throws if the ledger
    /// can't be read.
    ///
    /// - Parameters:
    ///   - limit: How many writes are carried out at most.
    ///   - repeatingUncertain: Whether to carry out, on both sides, writes that neither side is known to have
    ///     carried out. The caller of such a write got an error, or its process ended. Repeat them only where it does no harm
    ///     that a write is carried out later than its caller knows of; otherwise they stay until the caller's own retry.
    public func backfill(limit: Int = 1_000, repeatingUncertain: Bool = false) async throws -> Backfill {
        try await run.backfilled(limit: limit, repeatingUncertain: repeatingUncertain)
    }

    /// Counts the writes that are not known to be carried out on both sides.
    public func openWrites() async throws -> OpenWrites {
        try await run.ledger.summary(of: name)
    }

    /// Waits until no write of this process is under way: for the end of a program, and for tests.
    public func settle() async {
        await run.flights.settled()
    }
}

/// An input with the key of its call.
struct KeyedInput<Input: Sendable>: Sendable {
    let input: Input
    let key: IdempotencyKey
}

extension DualWrite {
    /// Judges this write's own pair of implementations, comparisons and rules, with the writes that its ledger says are open. The
    /// look is recorded.
    ///
    /// - Parameters:
    ///   - evidence: What the journals of all machines have.
    ///   - now: The end of the rule's period; by default the date of the recorder.
    public func verdict(in evidence: Evidence, now: Date? = nil) async throws -> WriteVerdict {
        let verdict = WriteVerdict(
            of: name,
            between: sides,
            comparison: comparison,
            stateComparison: stateComparison,
            in: evidence,
            open: try await openWrites(),
            by: rule,
            stateRule: stateRule,
            now: now ?? recorder.now()
        )
        for (operation, part) in [(name, verdict.responses), (stateOperation(of: name), verdict.state)] {
            let origin = Origin(operation: operation, sides: sides)
            recorder.record(origin, .looked(rule: part.rule.description, isMet: verdict.isMet))
        }
        return verdict
    }

    /// Writes on both sides from now on, control first. Its answer goes to the caller, so no verdict is needed.
    public func writeBoth() {
        steps.change(to: .both())
    }

    /// Changes the plan to one that gives callers more of the candidate, on a verdict. A change applies to calls that begin after
    /// it, and is recorded. It also closes the kill switch, except from one share of `both` to another.
    ///
    /// - Throws: `Refusal` if the verdict is not met, is of another write, other sides, another comparison or another rule, is more
    ///   than a day old, or if the kill switch is not closed. The plan then stays as it is.
    public func release(_ plan: DualWritePlan, on verdict: WriteVerdict) throws(Refusal) {
        func reason(_ verdict: Verdict, _ operation: String, _ comparison: String?, _ rule: Rule) -> Refusal? {
            verdict.reasonToRefuse(
                operation,
                sides,
                comparison,
                rule,
                now: recorder.now(),
                killSwitch: killSwitch
            )
        }
        if let reason = reason(verdict.responses, name, comparison, rule) { throw reason }
        if let reason = reason(verdict.state, stateOperation(of: name), stateComparison, stateRule) { throw reason }
        if !verdict.isMet { throw .notMet(verdict.lines.joined(separator: "; ")) }
        steps.release(plan, on: verdict.description)
    }

    /// Changes the plan to one that gives callers more of the candidate, although no verdict says that it may. That there was
    /// none is recorded, and every later verdict says so.
    public func releaseWithoutVerdict(_ plan: DualWritePlan) {
        steps.releaseWithoutVerdict(plan)
    }

    /// Changes the plan to one that gives callers no more of the candidate than before: by default the one before. From `both` back
    /// to `legacy` the candidate misses what is written from then on.
    ///
    /// - Returns: Whether it did. A plan that would give more leaves everything as it is.
    @discardableResult
    public func stepBack(to plan: DualWritePlan? = nil) -> Bool {
        steps.stepBack(to: plan)
    }
}
