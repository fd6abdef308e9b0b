/// Sets the plans of hand-overs from a source, so that they are the same on every machine of a fleet.
///
/// If the source can't be reached or read, every hand-over keeps its plan. A hand-over that the source doesn't name keeps its
/// plan too.
public actor PlanFollower {
    private let source: any PlanSource
    private let report: @Sendable (any Error) -> Void
    private var tag: String?
    private var plans: [String: Plan] = [:]
    private var followers: [(name: String, set: @Sendable (Plan) -> Void)] = []

    /// Creates a follower of a source.
    ///
    /// - Parameters:
    ///   - source: The source of the plans.
    ///   - report: Called each time the source can't be reached or read.
    public init(_ source: any PlanSource, report: @escaping @Sendable (any Error) -> Void = { _ in }) {
        self.source = source
        self.report = report
    }

    /// Makes a hand-over follow the source from now on. Whoever writes the source is asked for the verdict: a step forward is
    /// recorded as one without a verdict here.
    public func add<Input, Output, Failure>(_ handover: Handover<Input, Output, Failure>) {
        add(handover.name) { handover.follow($0) }
    }

    /// Makes a hand-over that writes follow the source from now on. A plan that isn't valid for it has no effect.
    public func add<Input, Output, Failure>(_ handover: EffectHandover<Input, Output, Failure>) {
        add(handover.name) { plan in
            guard let plan = EffectPlan(plan.description), handover.plan != plan else { return }
            handover.releaseWithoutVerdict(plan)
        }
    }

    /// Reads the source once, and sets the plans if they changed there.
    public func poll() async {
        do {
            guard let news = try await source.plans(unless: tag) else { return }
            tag = news.tag
            plans = news.plans
            for follower in followers { news.plans[follower.name].map(follower.set) }
        } catch {
            report(error)
        }
    }

    /// Reads the source now and after each interval, until the task is cancelled.
    public func follow(every interval: Duration, on clock: some Clock<Duration> = ContinuousClock()) async {
        while !Task.isCancelled {
            await poll()
            // This throws when the task is cancelled, which ends the loop.
            try? await clock.sleep(for: interval)
        }
    }

    private func add(_ name: String, set: @escaping @Sendable (Plan) -> Void) {
        followers.append((name, set))
        plans[name].map(set)
    }
}
