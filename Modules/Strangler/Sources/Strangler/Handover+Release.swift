public import Foundation

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

extension Verdict {
    /// Returns why nothing of a hand-over can be released on the verdict; nil if it can.
    func reasonToRefuse(
        _ operation: String,
        _ sides: Sides,
        _ comparison: String?,
        _ rule: Rule,
        now: Date,
        killSwitch: KillSwitch.State
    ) -> Refusal? {
        if self.operation != operation { return .otherOperation(self.operation) }
        if self.sides != sides { return .otherSides(self.sides) }
        if self.comparison != comparison { return .otherComparison(self.comparison ?? "") }
        if self.rule != rule { return .otherRule(self.rule) }
        if !isMet { return .notMet(words) }
        if abs(date.timeIntervalSince(now)) > 86_400 { return .old(date) }
        return killSwitch == .closed ? nil : .killSwitch(killSwitch)
    }
}

/// Why a plan can't go forward on a verdict.
public enum Refusal: Error, Hashable, Sendable {
    /// The verdict is on another operation.
    case otherOperation(String)
    /// It is on other implementations.
    case otherSides(Sides)
    /// It is on another comparison.
    case otherComparison(String)
    /// It is by another rule.
    case otherRule(Rule)
    /// It is not met, for these reasons.
    case notMet(String)
    /// It was made more than a day ago, or later than now.
    case old(Date)
    /// The kill switch is not closed.
    case killSwitch(KillSwitch.State)
}

extension Refusal: CustomStringConvertible {
    /// What happened, and that the plan is as before.
    public var description: String {
        let reason =
            switch self {
            case .otherOperation(let name): "the verdict is on \(name)"
            case .otherSides(let sides): "the verdict is on \(sides)"
            case .otherComparison(let comparison): "the verdict is on another comparison (\(comparison))"
            case .otherRule(let rule): "the verdict is by another rule (\(rule))"
            case .notMet(let words): "the verdict is \(words)"
            case .old(let date): "the verdict is of \(date.formatted(.iso8601)); judge again"
            case .killSwitch(let state): "the kill switch is \(state.rawValue)"
            }
        return "The plan stays as it is: \(reason)."
    }
}
