import SeamKit
import SwiftSyntax

/// Plans how callers get their instance from whoever makes them, up to the roots, so that no fallback remains.
///
/// A caller is threaded only if every call that makes it can pass an instance. So the makers are followed first, then
/// failures spread to whatever they make, and only then edits are written. A plan is about one accessor: calls and initializers
/// have one place for a new argument.
///
/// Reasons: docs/adr/threading-and-retiring.md.
enum Threader {
    /// Returns the plan for the first accessor that can be passed on to anybody.
    static func plan(_ request: CutRequest) -> CutPlan {
        let accessors = request.options.slice.accessors(of: request.singleton)
        let first = plan(request, passing: accessors.first)
        if !first.changes.isEmpty { return first }
        let others = accessors.dropFirst().lazy.map { plan(request, passing: $0) }
        return others.first { !$0.changes.isEmpty } ?? first
    }

    /// - Parameter accessor: the accessor whose instance is passed on; nil for a singleton that has none.
    private static func plan(_ request: CutRequest, passing accessor: Singleton.Accessor?) -> CutPlan {
        let found = ThreadCallers.find(request, passing: accessor)
        guard let instance = found.instance else {
            return plan(request, outcomes: found.outcomes, callers: [], failures: [], edits: [:])
        }
        let graph = MakerFinder.complete(found.graph, of: request, passing: instance).spread()
        return plan(request, outcomes: found.outcomes, passing: instance, through: graph)
    }

    private static func plan(
        _ request: CutRequest,
        outcomes: [CutPlan.Outcome],
        passing instance: InjectedType,
        through graph: ThreadGraph
    ) -> CutPlan {
        var outcomes = outcomes
        var edits: [String: [TextEdit]] = [:]
        var callers: [CutPlan.Caller] = []
        var failures: [CutPlan.Failure] = []
        for node in graph.order.sorted().compactMap({ graph[$0] }) {
            if let failure = node.failure {
                for row in node.rows { outcomes[row] = .left(failure.reason) }
                if !node.rows.isEmpty {
                    failures.append(
                        CutPlan.Failure(caller: node.id, uses: node.rows.count, message: failure.message)
                    )
                }
                continue
            }
            guard node.isWanted else {
                for row in node.rows { outcomes[row] = .outside }
                continue
            }
            for row in node.rows { outcomes[row] = .rewritten(property: node.property) }
            let own = ThreadEdits(node: node, graph: graph, instance: instance, request: request)
            for (path, list) in own.edits { edits[path, default: []] += list }
            if node.isHolder { continue }
            for (path, edit) in own.imports where !edits[path, default: []].contains(edit) {
                edits[path, default: []].insert(edit, at: 0)
            }
            callers.append(
                CutPlan.Caller(
                    name: node.owner.name,
                    file: node.file.path,
                    property: node.property,
                    uses: node.rows.count
                )
            )
        }
        return plan(request, outcomes: outcomes, callers: callers, failures: failures, edits: edits)
    }

    private static func plan(
        _ request: CutRequest,
        outcomes: [CutPlan.Outcome],
        callers: [CutPlan.Caller],
        failures: [CutPlan.Failure],
        edits: [String: [TextEdit]]
    ) -> CutPlan {
        CutPlan(
            singleton: request.singleton,
            stage: .thread,
            rows: zip(request.uses, outcomes).map { CutPlan.Row(use: $0, outcome: $1) },
            callers: callers.sorted { ($0.file, $0.name) < ($1.file, $1.name) },
            failures: failures,
            changes: request.index.changes(for: edits)
        )
    }
}

extension TypeIndex {
    /// Returns the changes of files, in order of their paths.
    func changes(for edits: [String: [TextEdit]]) -> [FileChange] {
        edits.keys.sorted().compactMap { path in
            file(path).map { FileChange(path: path, bytes: $0.bytes, edits: edits[path] ?? []) }
        }
    }
}
