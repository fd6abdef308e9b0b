package import SeamCheck

/// How a goal stands at the last commit.
package struct GoalState: Sendable {
    package var goal: Configuration.Goal
    /// The uses of its singleton that still have to move.
    package var remaining: Int
    package var forecast: Result<Forecast, Forecast.Absence>
    /// Whether more are left than the goal allows, and its day is over.
    package var isMissed: Bool
    /// Whether the trend misses it: the slower forecast is behind its day, or there is no end in sight.
    package var isAtRisk: Bool

    /// A sentence about it.
    package var text: String {
        let aim = "\(goal.singleton.text) down to \(goal.uses) by \(goal.by)"
        if remaining <= goal.uses { return "\(aim): reached" }
        if isMissed { return "\(aim): missed, \(remaining) left" }
        switch forecast {
        case .success(let forecast) where isAtRisk: return "\(aim): the trend misses it, \(forecast.latest) is likelier"
        case .success: return "\(aim): on its way, \(remaining) left"
        case .failure(let absence): return "\(aim): \(remaining) left; forecast: \(absence.rawValue)"
        }
    }
}

extension UseHistory {
    /// The state of each goal of `seam.yml` whose singleton this history knows.
    ///
    /// - Parameter today: the day to compare with; nil for that of the last commit.
    package func goalStates(on today: Day? = nil) -> [GoalState] {
        let today = today ?? last.day
        return goals.flatMap { goal in
            singletons(called: goal.singleton.text).map { singleton in
                let remaining = last.count { $0.singleton == singleton.id && $0.isOpen }
                let forecast = forecast(of: singleton.id, to: goal.uses)
                let isReached = remaining <= goal.uses
                let isOver = Day(goal.by).map { $0 < today } ?? false
                var isAtRisk = false
                switch forecast {
                case .success(let forecast): isAtRisk = Day(goal.by).map { $0 < forecast.latest } ?? false
                case .failure(let absence): isAtRisk = absence == .rising
                }
                return GoalState(
                    goal: goal,
                    remaining: remaining,
                    forecast: forecast,
                    isMissed: !isReached && isOver,
                    isAtRisk: !isReached && isAtRisk
                )
            }
        }
    }
}
