import SeamKit

/// Plans how callers get their instance from whoever makes them, up to the roots, so that no call relies on a default.
///
/// Each call that can pass an instance does, whatever the other calls of the caller do. A caller keeps its default until no
/// call relies on it; then the default goes, and a call that nobody saw doesn't compile. A plan is about one accessor: calls and
/// initializers have one place for a new argument.
///
/// Reasons: docs/adr/threading-and-retiring.md.
enum Threader {
    /// Returns the plan for the first accessor that can be passed on to anybody.
    static func plan(_ request: CutRequest) -> CutPlan {
        let request = request.withDelegateValues
        let accessors = request.options.slice.accessors(of: request.singleton)
        let first = plan(request, passing: accessors.first)
        if !first.changes.isEmpty { return first }
        let others = accessors.dropFirst().lazy.map { plan(request, passing: $0) }
        return others.first { !$0.changes.isEmpty } ?? first
    }

    /// Returns the calls that make callers of an accessor, settled; nil if nothing falls back to it.
    static func graph(
        _ request: CutRequest,
        passing accessor: Singleton.Accessor?
    ) -> (graph: ThreadGraph, outcomes: [CutPlan.Outcome]) {
        let found = ThreadCallers.find(request, passing: accessor)
        guard let instance = found.instance else { return (found.graph, found.outcomes) }
        let graph = MakerFinder.complete(found.graph, of: request, passing: instance, to: found.readers)
        return (graph.settled(), found.outcomes)
    }

    /// - Parameter accessor: the accessor whose instance is passed on; nil for a singleton that has none.
    private static func plan(_ request: CutRequest, passing accessor: Singleton.Accessor?) -> CutPlan {
        let (graph, found) = graph(request, passing: accessor)
        var outcomes = found
        guard let instance = graph.instance else {
            return plan(request, outcomes: outcomes, callers: [], failures: [], edits: [:])
        }
        var edits: [String: [TextEdit]] = [:]
        var callers: [CutPlan.Caller] = []
        var failures = graph.refused
        var changed: [ThreadEdits] = []
        let carried = CarriedType(graph)
        for node in graph.order.sorted().compactMap({ graph[$0] }) where !node.isHolder {
            guard node.isWanted else {
                for row in node.rows { outcomes[row] = .outside }
                continue
            }
            if !node.isRequired, let refusal = graph.refusal(of: node) {
                for row in node.rows { outcomes[row] = .left(refusal.reason) }
                if !node.rows.isEmpty {
                    let uses = node.rows.count
                    failures.append(CutPlan.Failure(caller: node.id, uses: uses, message: refusal.message))
                }
            } else {
                for row in node.rows { outcomes[row] = .rewritten(property: node.property) }
            }
            if node.failure != nil { continue }
            let taken = carried.instance(instance, for: node)
            let own = ThreadEdits(node: node, graph: graph, instance: taken, request: request)
            if !node.isRequired, graph.passing(node).isEmpty { continue }
            changed.append(own)
            callers.append(
                CutPlan.Caller(
                    name: node.title,
                    file: node.file.path,
                    property: node.property,
                    uses: node.isRequired ? node.rows.count : 0
                )
            )
        }
        add(changed, to: &edits, graph, carried)
        // A constant, which the instance is for those that hold it.
        let variable = instance.isMutable ? request.neverAssigned(instance.accessor, asConstant: true) : nil
        if !edits.isEmpty, let (file, decl) = variable {
            edits[file.path, default: []].append(TextEdit(replacing: decl.keyword, with: "let"))
        }
        var result = plan(request, outcomes: outcomes, callers: callers, failures: failures, edits: edits)
        result.calls = graph.calls(isAfterwards: true)
        return result
    }

    /// Adds the edits of all that takes or passes the instance.
    private static func add(
        _ changed: [ThreadEdits],
        to edits: inout [String: [TextEdit]],
        _ graph: ThreadGraph,
        _ carried: CarriedType
    ) {
        guard let instance = graph.instance else { return }
        var captures: [String: Captures] = [:]
        for part in changed { part.addPassing(to: &edits, &captures) }
        for (path, captured) in captures { edits[path, default: []] += captured.edits }
        for property in graph.rootProperties { edits[property.file.path, default: []].append(property.edit) }
        // What makers are made of changes last: values that move into their initializers take their edits with them.
        let keys = Set(changed.map(\.node.key))
        let passed = graph.passedValues
        var own: [String: [TextEdit]] = [:]
        for node in graph.order.sorted().compactMap({ graph[$0] }) {
            let values = passed[node.key] ?? []
            let first = Set(values.compactMap(\.moved))
            guard keys.contains(node.key) || !first.isEmpty else { continue }
            let moving = MovedValues(owner: node.owner, file: node.file, index: graph.request.index, instance: instance)
            let moved = first.isEmpty ? [] : moving.values(moving: first, &edits[node.file.path, default: []])
            let taken = carried.instance(instance, for: node)
            let part = ThreadEdits(node: node, graph: graph, instance: taken, request: graph.request)
            let isKept = values.contains(where: \.isStored)
            for (path, list) in part.own(moving: moved, isKept: isKept, isChanged: keys.contains(node.key)) {
                own[path, default: []] += list
            }
        }
        for moved in passed.keys.sorted().flatMap({ passed[$0] ?? [] }).compactMap(\.movedDefault) {
            let path = moved.file.path
            own[path, default: []] += moved.edits(moving: &edits[path, default: []])
        }
        for (path, list) in own { edits[path, default: []] += list }
        for part in changed {
            for (path, edit) in part.imports where !edits[path, default: []].contains(edit) {
                edits[path, default: []].insert(edit, at: 0)
            }
        }
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
            changes: request.index.changes(for: request.house.wrapped(edits, request.index))
        )
    }
}

extension CodeTree {
    /// Returns the changes of files, in order of their paths.
    func changes(for edits: [String: [TextEdit]]) -> [FileChange] {
        edits.keys.sorted().compactMap { path in
            file(path).map { FileChange(path: path, bytes: $0.bytes, edits: edits[path] ?? []) }
        }
    }
}
