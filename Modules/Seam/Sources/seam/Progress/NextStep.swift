import Foundation
import SeamCut
import SeamKit

/// The step of a migration that is best now: the command to run, why, and what it changes.
struct NextStep: Encodable {
    /// The arguments after `seam`.
    var command: [String]
    var reason: String
    var change: String

    /// The command as a person types it.
    var line: String { CommandLineText.seam(command) }

    /// Returns the arguments that name a singleton and its tree.
    static func subject(for singleton: Singleton, in map: CodeMap, path: String) -> [String] {
        let name = map.singletons.count { $0.isCalled(singleton.name) } == 1 ? singleton.name : singleton.id
        return [name] + (path == "." ? [] : [path])
    }

    /// Finds the step for a tree; nil if nothing is left that a command can do.
    ///
    /// An accessor that nothing needs goes first, because then a singleton is finished. Then callers are threaded that take an
    /// instance and fall back to the accessor, so that nothing half-way grows old. Then uses are cut, beginning with
    /// the singleton that has most uses that can be moved.
    ///
    /// - Parameter path: the folder as the command is to name it; nil for `root`.
    static func find(
        in tree: AnalysedTree,
        root: String,
        shownAs path: String? = nil,
        roots: Roots,
        analysis: Analysis.Options
    ) -> NextStep? {
        let map = tree.map
        let own = map.singletons.filter { $0.shape != .framework && $0.shape != .elsewhere }
        var threads: [NextStep] = []
        var cuts: [(moved: Int, step: NextStep)] = []
        let planner = CutPlanner(tree, root: root, analysis: analysis)
        let movable = planner.movable(roots: roots)
        for singleton in own {
            let count = movable[singleton.id] ?? 0
            // A plan reads many files: there is none where the map shows that it would be empty.
            let isThreadable = map.uses.contains {
                $0.singleton == singleton.id && $0.member == Use.instance && !$0.isTest
            }
            guard count == 0 || isThreadable || count > (cuts.map(\.moved).max() ?? 0) else { continue }
            let finder = Finder(planner: planner, map: map, path: path ?? root, roots: roots, singleton: singleton)
            if count == 0, let step = finder.retire() { return step }
            if isThreadable, let step = finder.thread() { threads.append(step) }
            if count > 0, let step = finder.cut() { cuts.append((count, step)) }
        }
        return threads.first ?? cuts.max { $0.moved < $1.moved }?.step
    }
}

/// Finds the steps for one singleton.
private struct Finder {
    let planner: CutPlanner
    let map: CodeMap
    let path: String
    let roots: Roots
    let singleton: Singleton

    private func plan(for stage: Stage) -> CutPlan? {
        var options = Cut.Options(stage: stage)
        options.roots = roots
        guard planner.obstacles(to: options, of: singleton).isEmpty else { return nil }
        let plan = planner.plan(singleton, options)
        return plan.changes.isEmpty ? nil : plan
    }

    private func arguments(of command: [String], options: [String]) -> [String] {
        command + NextStep.subject(for: singleton, in: map, path: path) + options + ["--write"]
    }

    func retire() -> NextStep? {
        guard let plan = plan(for: .retire) else { return nil }
        return NextStep(
            command: arguments(of: ["retire"], options: []),
            reason: "nothing but the root and tests uses the accessor of \(singleton.name)",
            change: "the accessor goes, in \(Count.text(plan.changes.count, noun: "file"))"
        )
    }

    func thread() -> NextStep? {
        guard let plan = plan(for: .thread) else { return nil }
        return NextStep(
            command: arguments(of: ["cut"], options: ["--thread"]),
            reason:
                "\(Count.text(plan.callers.count, noun: "caller")) of \(singleton.name) can get the instance from what makes them",
            change: "\(Count.text(plan.callers.count, noun: "caller")) no longer fall back to the accessor"
        )
    }

    func cut() -> NextStep? {
        guard let plan = plan(for: .inject) else { return nil }
        let staying = plan.left.reduce(0) { $0 + $1.count }
        return NextStep(
            command: arguments(of: ["cut"], options: []),
            reason: "\(Count.text(plan.rewritten, noun: "use")) of \(singleton.name) can be moved to "
                + Count.text(plan.callers.count, noun: "caller"),
            change:
                "\(Count.text(plan.rewritten, noun: "use")) no longer name the accessor; \(Count.text(staying, noun: "other")) stay"
        )
    }
}
