/// Joins the legacy implementation of an operation that writes (control) and its replacement (candidate), and is itself that
/// operation.
///
/// A call acts on one side. After a failure of the candidate it falls back to control only if that can't act twice: the error
/// proves that the candidate did nothing, or both sides look up an idempotency key in one store that they share.
///
/// Copies share their plan and kill switch. The type has no isolation.
///
/// Reasons: docs/adr/effects-and-dual-writes.md.
public struct EffectHandover<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// One of the two implementations.
    public typealias Operation = @Sendable (Input) async throws(Failure) -> Output
    /// One of the two implementations, for calls with a key.
    public typealias KeyedOperation = @Sendable (Input, IdempotencyKey) async throws(Failure) -> Output

    private let state: EffectHandoverState<Input, Output, Failure>

    /// Creates a hand-over of sides without a common key.
    ///
    /// - Parameters:
    ///   - name: The name of the operation in the journal. Unique among hand-overs.
    ///   - sides: The implementations that it joins.
    ///   - plan: The initial plan.
    ///   - salt: Separates this rollout's subjects from those of others; by default the name. Changing it assigns all subjects
    ///     anew.
    ///   - subject: Returns the subject that a rollout is sticky to. Records contain only its `SubjectClass`.
    ///   - control: The legacy implementation.
    ///   - candidate: The replacement.
    ///   - cancellation: How the operation reports that its call was cancelled.
    ///   - provesNothingDone: Returns whether a candidate's error proves that it did nothing, for example a refused connection.
    ///     By default none does, and a call never falls back.
    ///   - safeguards: What protects callers from the candidate. Patience has no effect, because the operation could act twice.
    ///   - redactor: Determines what may be recorded of errors; by default nothing.
    ///   - recorder: Passes entries to the journals.
    ///   - clock: Measures latencies and the kill switch.
    public init(
        _ name: String,
        between sides: Sides,
        plan: EffectPlan = .legacy,
        salt: String? = nil,
        subject: @escaping @Sendable (Input) -> String,
        control: @escaping Operation,
        candidate: @escaping Operation,
        cancellation: Cancellation<Failure>,
        provesNothingDone: @escaping @Sendable (Failure) -> Bool = { _ in false },
        safeguards: Safeguards<Failure> = Safeguards(),
        redactor: Redactor = .withholding,
        recorder: Recorder,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let pair = SidePair(
            Origin(operation: name, sides: sides),
            salt: salt,
            calls: CallContext(subject: subject, target: { _ in nil }, labels: nil),
            control: control,
            candidate: candidate,
            cancellation: cancellation,
            safeguards: safeguards.withoutPatience,
            mayFallBack: provesNothingDone,
            mayLeave: false,
            redactor: redactor,
            recorder: recorder,
            clock: clock
        )
        state = EffectHandoverState(plan, pair) { $0 }
    }

    /// Creates a hand-over of sides that look up keys in **one store that both share**: the side that sees a key first acts,
    /// and neither acts on it again. Only then may control be called after the candidate may have acted.
    ///
    /// It is not enough if each side is idempotent in a store of its own: each acts once, and together they act twice. If the
    /// sides share no such store, use the initializer without a key.
    ///
    /// - Parameters:
    ///   - name: The name of the operation in the journal. Unique among hand-overs.
    ///   - sides: The implementations that it joins. Evidence is counted for each pair of its own.
    ///   - plan: The plan to begin with.
    ///   - salt: Separates the subjects of a rollout from those of other hand-overs; by default the name.
    ///   - subject: Returns whose data a call changes. Records hold its `SubjectClass` only.
    ///   - key: Returns the key of a call. It is called once for each call, and the key is passed to both sides. A
    ///     caller's own retry should get the same key, so derive it from the input.
    ///   - control: The legacy implementation.
    ///   - candidate: The replacement.
    ///   - cancellation: How the operation reports that its call was cancelled.
    ///   - safeguards: What protects callers from the candidate.
    ///   - redactor: What may be recorded of values and errors; by default nothing.
    ///   - recorder: Passes what happened to the journals.
    ///   - clock: Measures latencies and the kill switch.
    public init(
        _ name: String,
        between sides: Sides,
        plan: EffectPlan = .legacy,
        salt: String? = nil,
        subject: @escaping @Sendable (Input) -> String,
        keyInSharedStore key: @escaping @Sendable (Input) -> IdempotencyKey,
        control: @escaping KeyedOperation,
        candidate: @escaping KeyedOperation,
        cancellation: Cancellation<Failure>,
        safeguards: Safeguards<Failure> = Safeguards(),
        redactor: Redactor = .withholding,
        recorder: Recorder,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let pair = SidePair(
            Origin(operation: name, sides: sides),
            salt: salt,
            calls: CallContext(
                subject: { (call: Keyed<Input>) in subject(call.input) },
                target: { _ in nil },
                labels: nil
            ),
            control: { (call) async throws(Failure) in try await control(call.input, call.key) },
            candidate: { (call) async throws(Failure) in try await candidate(call.input, call.key) },
            cancellation: cancellation,
            safeguards: safeguards,
            mayFallBack: { _ in true },
            mayLeave: safeguards.patience != nil,
            redactor: redactor,
            recorder: recorder,
            clock: clock
        )
        state = EffectHandoverState(plan, pair) { Keyed(input: $0, key: key($0)) }
    }

    /// Carries out the operation on the side that the plan selects.
    ///
    /// Inside a candidate that is being compared it does not act: it throws the error for a cancelled call, or never returns if
    /// there is none. The journal records this, and a verdict on that candidate is not met.
    public func callAsFunction(_ input: Input) async throws(Failure) -> Output {
        try await state.act(input, plan)
    }

    /// The name of the operation in the journal.
    public var name: String {
        state.name
    }

    /// The plan. `releaseWithoutVerdict` and `stepBack` change it.
    public var plan: EffectPlan {
        state.steps.plan.plan
    }

    /// Changes the plan to one that gives callers more of the candidate. What acts can't be compared, so there is no verdict that
    /// says that it may: the step is recorded as one without. Look at faults and the kill switch first.
    ///
    /// A change applies to calls that begin after it. Unless it changes one share of a rollout to another, it also closes the kill
    /// switch.
    public func releaseWithoutVerdict(_ plan: EffectPlan) {
        state.steps.releaseWithoutVerdict(plan)
    }

    /// Changes the plan to one that gives callers no more of the candidate than before: by default the one before.
    ///
    /// - Returns: Whether it did. A plan that would give more leaves everything as it is.
    @discardableResult
    public func stepBack(to plan: EffectPlan? = nil) -> Bool {
        state.steps.stepBack(to: plan)
    }

    /// The state of the kill switch. Without a kill switch it is always closed.
    public var killSwitch: KillSwitch.State {
        state.gate.state
    }
}

private struct Keyed<Input: Sendable>: Sendable {
    let input: Input
    let key: IdempotencyKey
}

/// The state that all copies of a hand-over share. With or without a key, a call is made once and passed to the side that acts.
private final class EffectHandoverState<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    let steps: PlanSteps<EffectPlan>
    let name: String
    let gate: Gate
    let act: @Sendable (Input, EffectPlan) async throws(Failure) -> Output

    init<Call: Sendable>(
        _ plan: EffectPlan,
        _ pair: SidePair<Call, Output, Failure>,
        call: @escaping @Sendable (Input) -> Call
    ) {
        steps = PlanSteps(plan, of: pair)
        name = pair.origin.operation
        gate = pair.gate
        act = { [steps] (input, plan) async throws(Failure) in
            try await pair.stopInComparison()
            if plan != .legacy { steps.noteServing() }
            switch plan {
            case .legacy: return try await pair.control(call(input))
            case .rollout(let share): return try await pair.rolledOut(call(input), share)
            case .replacement: return try await pair.answered(call(input), by: .candidate)
            }
        }
    }
}
