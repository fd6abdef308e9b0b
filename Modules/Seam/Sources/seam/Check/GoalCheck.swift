import Foundation
import SeamCheck
import SeamKit
import SeamProgress

/// Compares the goals of a `seam.yml` with the tree, and with the trend of its history.
struct GoalCheck {
    /// What there is to say; each is one line.
    private(set) var warnings: [String] = []
    /// The goals that are missed and that the check is to fail for.
    private(set) var failures: [String] = []

    /// Reads the history of a tree. Without one, goals are compared with nothing, and a line says so.
    init(run: CheckRun, cache: ResultCache?) {
        guard !run.configuration.goals.isEmpty else { return }
        let options = HistoryRun.Options(cache: cache)
        do throws(HistoryFailure) {
            let history = try HistoryRun(path: run.root, options: options).run()
            for goal in run.configuration.goals where history.singletons(called: goal.singleton.text).isEmpty {
                warnings.append("goal \(goal.singleton.text): no singleton of the history has this name")
            }
            for state in history.goalStates(on: Day(time: Int(Date.now.timeIntervalSince1970))) {
                if state.isMissed, state.goal.fails {
                    failures.append("goal \(state.text)")
                } else if state.isMissed || state.isAtRisk {
                    warnings.append("goal \(state.text)")
                }
            }
        } catch {
            warnings.append("goals are not compared with the history: \(error.message)")
        }
    }
}
