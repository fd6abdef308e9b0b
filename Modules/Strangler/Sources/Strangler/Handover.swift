/// Joins the legacy implementation of an operation that reads (control) and the one to replace it (candidate), and is
/// itself that operation.
///
/// Who answers is the `plan`, which may change while calls are under way: a call keeps the plan that it found when it
/// began. In `legacy` and `compare` every caller gets exactly what control does. A cancelled call gets what the side
/// that answers it does, and is never compared, counted, recorded or a reason to fall back.
///
/// Copies share their plan, kill switch and comparisons. It is isolated to nothing, and costs one atomic load in plan
/// `legacy`. For operations that write there is `EffectHandover`.
public struct Handover<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// One of the two implementations.
    public typealias Operation = @Sendable (Input) async throws(Failure) -> Output

    @usableFromInline let control: Operation
    private let joint: Joint<Input, Output, Failure>

    /// - Parameters:
    ///   - name: What the operation is called in the journal, `orders` for example. Unique among hand-overs.
    ///   - plan: The plan to begin with.
    ///   - salt: Separates this rollout's subjects from those of others; by default the name. Changing it deals anew.
    ///   - subject: Whom a rollout is sticky to: the user's number, the device. Never recorded.
    ///   - control: The legacy implementation.
    ///   - candidate: The replacement.
    ///   - isCancellation: Whether an error says that the call was cancelled.
    ///   - comparison: How answers are compared.
    ///   - safeguards: What protects callers while the candidate answers a part of them.
    ///   - redactor: What may be recorded of values and errors; by default nothing.
    ///   - recorder: Takes what happened to the journals.
    ///   - clock: Measures latencies, deadlines, patience and the kill switch.
    ///   - random: Draws a number from a range, for the sample of a comparison.
    public init(
        _ name: String,
        plan: Plan = .legacy,
        salt: String? = nil,
        subject: @escaping @Sendable (Input) -> String,
        control: @escaping Operation,
        candidate: @escaping Operation,
        isCancellation: @escaping @Sendable (Failure) -> Bool,
        comparison: Comparison<Input, Output, Failure>,
        safeguards: Safeguards<Failure> = Safeguards(),
        redactor: Redactor = .withholding,
        recorder: Recorder,
        clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable (Range<Int>) -> Int = { Int.random(in: $0) }
    ) {
        let lane = Lane(
            name,
            salt: salt,
            subject: subject,
            control: control,
            candidate: candidate,
            isCancellation: isCancellation,
            safeguards: safeguards,
            mayFallBack: { _ in true },
            redactor: redactor,
            recorder: recorder,
            clock: clock
        )
        self.control = control
        joint = Joint(plan, lane, comparison, random)
    }

    /// Calls the operation, on the side or sides that the plan says.
    @inlinable
    public func callAsFunction(_ input: Input) async throws(Failure) -> Output {
        // Inlined into the caller's module, so that plan `legacy` costs little more than the call of a closure.
        if isLegacy { return try await control(input) }
        return try await answered(input)
    }

    @usableFromInline var isLegacy: Bool {
        joint.plan.isLegacy
    }

    @usableFromInline
    func answered(_ input: Input) async throws(Failure) -> Output {
        try await joint.answered(input)
    }

    /// What the operation is called in the journal.
    public var name: String {
        joint.lane.name
    }

    /// Who answers. A change holds for calls that begin after it, and is recorded. Unless it goes from one share of a
    /// rollout to another, it also closes the kill switch.
    public var plan: Plan {
        get { joint.plan.plan }
        nonmutating set { joint.change(to: newValue) }
    }

    /// Where a rollout's traffic goes now. Without a kill switch it is always closed.
    public var killSwitch: KillSwitch.State {
        joint.lane.gate.state
    }

    func calibrated(by name: String, _ sample: Share) -> Handover {
        let lane = joint.lane
        return Handover(
            name,
            plan: .compare(sample: sample),
            salt: lane.salt,
            subject: lane.subject,
            control: control,
            candidate: control,
            isCancellation: lane.isCancellation,
            comparison: joint.comparison.keepingNoSpecimens,
            safeguards: lane.safeguards,
            redactor: lane.redactor,
            recorder: lane.recorder,
            clock: lane.clock,
            random: joint.random
        )
    }

    /// Waits until no comparison is without its outcome, which its deadline and the end of its call bound;
    /// `Recorder.flush` then waits for the journal. For the end of a program, and for tests.
    public func settle() async {
        await joint.flights.settled()
    }
}

/// What all copies of a hand-over share.
private final class Joint<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    let plan: PlanSwitch<Plan>
    let lane: Lane<Input, Output, Failure>
    let flights: Flights
    let comparison: Comparison<Input, Output, Failure>
    let random: @Sendable (Range<Int>) -> Int

    init(
        _ plan: Plan,
        _ lane: Lane<Input, Output, Failure>,
        _ comparison: Comparison<Input, Output, Failure>,
        _ random: @escaping @Sendable (Range<Int>) -> Int
    ) {
        self.plan = PlanSwitch(plan)
        self.lane = lane
        self.comparison = comparison
        self.random = random
        flights = Flights(maximum: comparison.maximumUnderWay)
    }

    func answered(_ input: Input) async throws(Failure) -> Output {
        switch plan.plan {
        case .legacy: try await lane.control(input)
        case .compare(let sample): try await compared(input, sample)
        case .rollout(let share): try await lane.rolledOut(input, share)
        case .replacement: try await lane.answered(input, by: .candidate)
        }
    }

    func change(to plan: Plan) {
        lane.planChanged(from: self.plan.exchange(plan), to: plan)
    }

    private func compared(_ input: Input, _ sample: Share) async throws(Failure) -> Output {
        if let reason = reasonToSkip(sample) {
            lane.recorder.skip(lane.name, reason)
            return try await lane.control(input)
        }
        return try await ComparisonRun(lane: lane, comparison: comparison, flights: flights).answered(input)
    }

    /// Nil takes a place among the comparisons under way.
    private func reasonToSkip(_ sample: Share) -> SkipReason? {
        if Nesting.isComparedCandidate { return .nested }
        if sample < .all, !sample.contains(bucket: random(0..<Share.whole)) { return .notSampled }
        return flights.begin() ? nil : .tooManyUnderWay
    }
}
