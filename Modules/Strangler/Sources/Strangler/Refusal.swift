public import Foundation

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
