public import Foundation

/// Joins the legacy implementation of an operation that reads (control) and its replacement (candidate), and is itself that
/// operation.
///
/// The `plan` determines which side serves a call. It may change while calls are running: a call uses the plan that it found
/// when it began. In `legacy` and `compare` every caller gets exactly what control returns. A call whose task is cancelled is
/// never compared, counted or recorded, and never causes a fall-back; in a rollout it returns at once.
///
/// Copies share their plan, kill switch and comparisons. The type has no isolation, and costs one atomic load in plan `legacy`.
/// For operations that write, use `EffectHandover`.
public struct Handover<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// One of the two implementations.
    public typealias Operation = @Sendable (Input) async throws(Failure) -> Output

    @usableFromInline let control: Operation
    /// What the candidate has to meet before callers get more of it.
    public let rule: Rule
    private let state: HandoverState<Input, Output, Failure>

    /// - Parameters:
    ///   - name: The name of the operation in the journal, for example `orders`. Unique among hand-overs.
    ///   - sides: The implementations that it joins. Evidence is counted for each pair separately.
    ///   - plan: The initial plan.
    ///   - salt: Separates this rollout's subjects from those of others; by default the name. Changing it assigns all subjects
    ///     anew.
    ///   - subject: Returns the subject that a rollout is sticky to: the user's number, the device. Records contain only its
    ///     `SubjectClass`.
    ///   - control: The legacy implementation.
    ///   - candidate: The replacement.
    ///   - target: Sends a call of a rollout to one side, independent of the share: a list of testers, for example. Nil for
    ///     calls for which the share decides.
    ///   - labels: Returns what else to record of a call, such as its region, for verdicts about a part of the calls. The
    ///     redactor gets each value at `label.NAME`.
    ///   - cancellation: How the operation reports that its call was cancelled.
    ///   - comparison: How results are compared.
    ///   - rule: What the candidate has to meet before callers get more of it.
    ///   - safeguards: What protects callers while the candidate serves a part of them.
    ///   - redactor: Determines what may be recorded of values and errors; by default nothing.
    ///   - recorder: Passes entries to the journals.
    ///   - clock: Measures latencies, deadlines, patience and the kill switch.
    ///   - random: Draws a number from a range, for the sample of a comparison.
    public init(
        _ name: String,
        between sides: Sides,
        plan: Plan = .legacy,
        salt: String? = nil,
        subject: @escaping @Sendable (Input) -> String,
        target: @escaping @Sendable (Input) -> Side? = { _ in nil },
        labels: (@Sendable (Input) -> [String: String])? = nil,
        control: @escaping Operation,
        candidate: @escaping Operation,
        cancellation: Cancellation<Failure>,
        comparison: Comparison<Input, Output, Failure>,
        rule: Rule = Rule(),
        safeguards: Safeguards<Failure> = Safeguards(),
        redactor: Redactor = .withholding,
        recorder: Recorder,
        clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable (Range<Int>) -> Int = { Int.random(in: $0) }
    ) {
        let pair = SidePair(
            Origin(operation: name, sides: sides),
            salt: salt,
            calls: CallContext(subject: subject, target: target, labels: labels),
            comparison: comparison.identity,
            control: control,
            candidate: candidate,
            cancellation: cancellation,
            safeguards: safeguards,
            mayFallBack: { _ in true },
            mayLeave: true,
            redactor: redactor,
            recorder: recorder,
            clock: clock
        )
        self.control = control
        self.rule = rule
        state = HandoverState(plan, pair, comparison, random)
    }

    /// Calls the operation, on the side or sides that the plan selects.
    @inlinable
    public func callAsFunction(_ input: Input) async throws(Failure) -> Output {
        // Inlined into the caller's module, so that plan `legacy` costs little more than the call of a closure.
        if isLegacy { return try await control(input) }
        return try await answered(input)
    }

    @usableFromInline var isLegacy: Bool {
        state.steps.plan.isLegacy
    }

    @usableFromInline
    func answered(_ input: Input) async throws(Failure) -> Output {
        try await state.answered(input)
    }

    /// The name of the operation in the journal.
    public var name: String {
        state.pair.origin.operation
    }

    /// The implementations that it joins.
    public var sides: Sides {
        state.pair.origin.sides
    }

    /// The plan. `release`, `compare` and `stepBack` change it.
    public var plan: Plan {
        state.steps.plan.plan
    }

    /// The state of the kill switch. Without a kill switch it is always closed.
    public var killSwitch: KillSwitch.State {
        state.pair.gate.state
    }

    /// The identity of the comparison.
    var comparison: String {
        state.comparison.identity
    }

    var recorder: Recorder {
        state.pair.recorder
    }

    var steps: PlanSteps<Plan> {
        state.steps
    }

    func record(_ fact: Fact) {
        state.pair.recorder.record(state.pair.origin, fact)
    }

    func calibrated(by name: String, _ sample: Share) -> Handover {
        let pair = state.pair
        return Handover(
            name,
            between: pair.origin.sides.calibration,
            plan: .compare(sample: sample),
            salt: pair.salt,
            subject: pair.calls.subject,
            labels: pair.calls.labels,
            control: control,
            candidate: control,
            cancellation: pair.cancellation,
            comparison: state.comparison.keepingNoSpecimens,
            rule: rule,
            safeguards: pair.safeguards,
            redactor: pair.redactor,
            recorder: pair.recorder,
            clock: pair.clock,
            random: state.random
        )
    }

    /// Waits until every comparison has its outcome. This takes no longer than its deadline and the end of its call;
    /// `Recorder.flush` then waits for the journal. For the end of a program, and for tests.
    public func settle() async {
        await state.flights.settled()
        await state.calibrations.flights.settled()
    }
}

/// The state that all copies of a hand-over share.
private final class HandoverState<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    let steps: PlanSteps<Plan>
    let pair: SidePair<Input, Output, Failure>
    let flights: Flights
    let comparison: Comparison<Input, Output, Failure>
    let runs: ComparisonRun<Input, Output, Failure>
    let calibrations: ComparisonRun<Input, Output, Failure>
    let random: @Sendable (Range<Int>) -> Int

    init(
        _ plan: Plan,
        _ pair: SidePair<Input, Output, Failure>,
        _ comparison: Comparison<Input, Output, Failure>,
        _ random: @escaping @Sendable (Range<Int>) -> Int
    ) {
        steps = PlanSteps(plan, of: pair)
        self.pair = pair
        self.comparison = comparison
        self.random = random
        flights = Flights(maximum: comparison.maximumUnderWay)
        runs = ComparisonRun(pair: pair, comparison: comparison, flights: flights)
        calibrations = ComparisonRun(
            pair: pair.calibration,
            comparison: comparison.keepingNoSpecimens,
            flights: Flights(maximum: comparison.maximumUnderWay)
        )
    }

    func answered(_ input: Input) async throws(Failure) -> Output {
        switch steps.plan.plan {
        case .legacy: return try await pair.control(input)
        case .compare(let sample, let noise): return try await compared(input, sample, calibrating: noise)
        case .rollout(let share, let sample):
            steps.noteServing()
            return try await rolledOut(input, share, comparing: sample)
        case .replacement:
            steps.noteServing()
            return try await pair.answered(input, by: .candidate)
        }
    }

    private func compared(
        _ input: Input,
        _ sample: Share,
        calibrating noise: Share
    ) async throws(Failure) -> Output {
        if noise > .none, Nesting.compared == nil, isChosen(noise), calibrations.flights.begin() {
            // Chosen by chance, as what a sample leaves out.
            pair.skip(input, .notSampled)
            return try await calibrations.answered(input)
        }
        if let reason = reasonToSkip(sample) {
            pair.skip(input, reason)
            return try await pair.control(input)
        }
        return try await runs.answered(input)
    }

    private func rolledOut(_ input: Input, _ share: Share, comparing sample: Share) async throws(Failure) -> Output {
        guard isChosen(sample) else {
            if sample > .none, pair.isInside(input, share) { pair.skip(input, .notSampled) }
            return try await pair.rolledOut(input, share)
        }
        return try await pair.rolledOut(input, share) { self.runs.follow(input, $0, latency: $1) }
    }

    /// Returns why a call is not compared; nil takes a place among the running comparisons.
    private func reasonToSkip(_ sample: Share) -> SkipReason? {
        if Nesting.compared != nil { return .nested }
        guard isChosen(sample) else { return .notSampled }
        return flights.begin() ? nil : .tooManyUnderWay
    }

    private func isChosen(_ sample: Share) -> Bool {
        sample == .all || (sample > .none && sample.contains(bucket: random(0..<Share.whole)))
    }
}

// MARK: - The verdict

extension Handover {
    /// Judges this hand-over's own pair of implementations, comparison and rule. The look is recorded.
    ///
    /// - Parameters:
    ///   - evidence: What the journals of all machines have.
    ///   - now: The end of the rule's period; by default the date of the recorder.
    public func verdict(in evidence: Evidence, now: Date? = nil) -> Verdict {
        let verdict = Verdict(
            of: name,
            between: sides,
            comparison: comparison,
            in: evidence,
            by: rule,
            now: now ?? recorder.now()
        )
        let found = killSwitch == .closed ? verdict : verdict.lacking(.killSwitch(killSwitch))
        record(.looked(rule: rule.description, isMet: found.isMet))
        return found
    }
}

// MARK: - Steps of the plan

extension Handover {
    /// Changes the plan to one that gives callers more of the candidate, on a verdict.
    ///
    /// A change applies to calls that begin after it, and is recorded. Unless it changes one share of a rollout to another, it also
    /// closes the kill switch.
    ///
    /// - Throws: `Refusal` if the verdict is not met, is of another hand-over, other sides, another comparison or another rule, is
    ///   more than a day old, or if the kill switch is not closed. The plan then stays as it is.
    public func release(_ plan: Plan, on verdict: Verdict) throws(Refusal) {
        let reason = verdict.reasonToRefuse(
            name,
            sides,
            comparison,
            rule,
            now: recorder.now(),
            killSwitch: killSwitch
        )
        if let reason { throw reason }
        steps.release(plan, on: verdict.description)
    }

    /// Changes the plan to one that gives callers more of the candidate, although no verdict says that it may. That there was
    /// none is recorded, and every later verdict says so.
    public func releaseWithoutVerdict(_ plan: Plan) {
        steps.releaseWithoutVerdict(plan)
    }

    /// Compares a sample of the calls from now on, and for another sample control with itself. Control serves all of them.
    public func compare(_ sample: Share, calibrating noise: Share = .none) {
        steps.change(to: .compare(sample: sample, calibrating: noise))
    }

    /// Changes the plan to one that gives callers no more of the candidate than before: by default the one before.
    ///
    /// - Returns: Whether it did. A plan that would give more leaves everything as it is.
    @discardableResult
    public func stepBack(to plan: Plan? = nil) -> Bool {
        steps.stepBack(to: plan)
    }

    /// Sets the plan of a source.
    func follow(_ plan: Plan) {
        if plan != self.plan { releaseWithoutVerdict(plan) }
    }
}

// MARK: - Shorter initializers

extension Handover where Output: Equatable, Failure == any Error {
    /// Creates a hand-over of an operation that throws any error. Errors are the same if their types and descriptions are, and
    /// `CancellationError` means that the call was cancelled. The parameters are those of the full initializer.
    public init(
        _ name: String,
        between sides: Sides,
        plan: Plan = .legacy,
        subject: @escaping @Sendable (Input) -> String,
        control: @escaping Operation,
        candidate: @escaping Operation,
        comparison: Comparison<Input, Output, any Error> = Comparison(),
        rule: Rule = Rule(),
        safeguards: Safeguards<any Error> = Safeguards(),
        redactor: Redactor = .withholding,
        recorder: Recorder
    ) {
        self.init(
            name,
            between: sides,
            plan: plan,
            subject: subject,
            control: control,
            candidate: candidate,
            cancellation: .standard,
            comparison: comparison,
            rule: rule,
            safeguards: safeguards,
            redactor: redactor,
            recorder: recorder
        )
    }
}

extension Handover where Output: Equatable, Failure == Never {
    /// Creates a hand-over of an operation that can't fail. There is no error for a cancelled caller, who waits for the
    /// candidate. The parameters are those of the full initializer.
    public init(
        _ name: String,
        between sides: Sides,
        plan: Plan = .legacy,
        subject: @escaping @Sendable (Input) -> String,
        control: @escaping Operation,
        candidate: @escaping Operation,
        comparison: Comparison<Input, Output, Never> = Comparison(),
        rule: Rule = Rule(),
        safeguards: Safeguards<Never> = Safeguards(),
        redactor: Redactor = .withholding,
        recorder: Recorder
    ) {
        self.init(
            name,
            between: sides,
            plan: plan,
            subject: subject,
            control: control,
            candidate: candidate,
            cancellation: .none,
            comparison: comparison,
            rule: rule,
            safeguards: safeguards,
            redactor: redactor,
            recorder: recorder
        )
    }
}
