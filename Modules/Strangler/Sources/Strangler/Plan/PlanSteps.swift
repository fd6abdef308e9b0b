/// The plan of a hand-over of any kind, and the steps by which it changes. Each is recorded.
struct PlanSteps<Word: PlanWord>: Sendable {
    let plan: PlanSwitch<Word>
    private let record: @Sendable (Fact) -> Void
    private let closeKillSwitch: @Sendable () -> Void

    init(_ plan: Word, of pair: SidePair<some Sendable, some Sendable, some Error>) {
        self.plan = PlanSwitch(plan)
        record = { [recorder = pair.recorder, origin = pair.origin] in recorder.record(origin, $0) }
        closeKillSwitch = { [gate = pair.gate] in gate.reset() }
    }

    /// Records, once in a process, that callers get the candidate, and by which plan: one that it began with was released by nobody
    /// here.
    func noteServing() {
        if plan.isFirstServing { record(.began(plan.plan.description)) }
    }

    /// Changes the plan to any other. Unless it changes one share to another, it also closes the kill switch.
    func change(to next: Word) {
        let former = plan.exchange(next)
        guard former != next else { return }
        if !former.isShared || !next.isShared { closeKillSwitch() }
        record(.planChanged(from: former.description, to: next.description))
    }

    /// Changes the plan on a verdict.
    func release(_ next: Word, on verdict: String) {
        change(to: next)
        record(.released(next.description, verdict: verdict))
    }

    /// Changes the plan although there is no verdict. If callers get more of the candidate, every later verdict says so.
    func releaseWithoutVerdict(_ next: Word) {
        let givesMore = next.givesMore(than: plan.plan)
        change(to: next)
        if givesMore { record(.released(next.description, verdict: nil)) }
    }

    /// Changes the plan to one that gives callers no more of the candidate than before: by default the one before. Returns
    /// whether it did.
    func stepBack(to next: Word?) -> Bool {
        let next = next ?? plan.plan.oneStepBack
        guard !next.givesMore(than: plan.plan) else { return false }
        change(to: next)
        return true
    }
}
