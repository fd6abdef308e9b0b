/// Joins the legacy implementation of an operation that writes (control) and the one to replace it (candidate), and is
/// itself that operation.
///
/// A call acts on one side. It falls back to control after the candidate failed only where that can't act twice: the
/// error proves that the candidate did nothing, or both sides look an idempotency key up in one store that they share.
///
/// Copies share their plan and kill switch. It is isolated to nothing.
public struct EffectHandover<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// One of the two implementations.
    public typealias Operation = @Sendable (Input) async throws(Failure) -> Output
    /// One of the two implementations, where a call comes with its key.
    public typealias KeyedOperation = @Sendable (Input, IdempotencyKey) async throws(Failure) -> Output

    private let state: EffectHandoverState<Input, Output, Failure>

    /// A hand-over of sides that know no common key.
    ///
    /// - Parameters:
    ///   - name: What the operation is called in the journal. Unique among hand-overs.
    ///   - sides: Which implementations it joins.
    ///   - plan: The plan to begin with.
    ///   - salt: Separates this rollout's subjects from those of others; by default the name. Changing it deals anew.
    ///   - subject: Whom a rollout is sticky to. Records hold its `SubjectClass` only.
    ///   - control: The legacy implementation.
    ///   - candidate: The replacement.
    ///   - cancellation: How the operation says that its call was cancelled.
    ///   - provesNothingDone: Whether a candidate's error proves that it did nothing, a refused connection for
    ///     example. By default none does, and the call never falls back.
    ///   - safeguards: What protects callers from the candidate. Patience has no effect: it could act twice.
    ///   - redactor: What may be recorded of errors; by default nothing.
    ///   - recorder: Takes what happened to the journals.
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

    /// A hand-over of sides that look keys up in **one store that both share**: whichever of them sees a key first acts,
    /// and neither acts on it again. Only then may control be called after the candidate may have acted.
    ///
    /// Two sides that are each idempotent in a store of their own are not enough: each acts once, and together they act
    /// twice. If the sides share no such store, use the initializer without a key.
    ///
    /// - Parameter keyInSharedStore: Makes the key of a call. It is asked for once a call and given to both sides. A
    ///   caller's own retry should find the same one, so take it from the input.
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

    /// Carries out the operation on the side that the plan says.
    ///
    /// From inside a candidate that is being compared it acts all the same, since it can't know what control did;
    /// the journal tells of it, because such a candidate is not fit for comparison.
    public func callAsFunction(_ input: Input) async throws(Failure) -> Output {
        try await state.act(input, state.plan.plan)
    }

    /// What the operation is called in the journal.
    public var name: String {
        state.name
    }

    /// Who acts. A change holds for calls that begin after it, and is recorded. Unless it goes from one share of a
    /// rollout to another, it also closes the kill switch.
    public var plan: EffectPlan {
        get { state.plan.plan }
        nonmutating set { state.change(newValue) }
    }

    /// Where a rollout's traffic goes now. Without a kill switch it is always closed.
    public var killSwitch: KillSwitch.State {
        state.gate.state
    }
}

private struct Keyed<Input: Sendable>: Sendable {
    let input: Input
    let key: IdempotencyKey
}

/// What all copies of a hand-over share; with or without a key, a call is made once and given to whichever side acts.
private final class EffectHandoverState<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    let plan: PlanSwitch<EffectPlan>
    let name: String
    let gate: Gate
    let act: @Sendable (Input, EffectPlan) async throws(Failure) -> Output
    private let tell: @Sendable (_ from: Plan, _ to: Plan) -> Void

    init<Call: Sendable>(
        _ plan: EffectPlan,
        _ pair: SidePair<Call, Output, Failure>,
        call: @escaping @Sendable (Input) -> Call
    ) {
        self.plan = PlanSwitch(plan)
        name = pair.origin.operation
        gate = pair.gate
        tell = { pair.planChanged(from: $0, to: $1) }
        act = { (input, plan) async throws(Failure) in
            if Nesting.isComparedCandidate { pair.recorder.record(pair.origin, .effectInComparison) }
            switch plan {
            case .legacy: return try await pair.control(call(input))
            case .rollout(let share): return try await pair.rolledOut(call(input), share)
            case .replacement: return try await pair.answered(call(input), by: .candidate)
            }
        }
    }

    func change(_ plan: EffectPlan) {
        tell(Plan(self.plan.exchange(plan)), Plan(plan))
    }
}
