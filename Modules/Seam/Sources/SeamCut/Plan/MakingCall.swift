public import SeamKit

/// A call that makes a caller of a singleton outside of tests and previews, and relies on the default of the caller.
public struct MakingCall: Sendable, Equatable {
    /// The `Singleton.id` of the singleton.
    public var singleton: String
    /// Its name.
    public var type: String
    /// Path of the file.
    public var file: String
    /// The line, counted from 1.
    public var line: Int
    /// The column, counted from 1 in UTF-8 bytes.
    public var column: Int
    /// Module of the file.
    public var module: String
    /// What is around the call: a type, or a function; empty at top level.
    public var maker: String
    /// The type that is made.
    public var callee: String
    /// The label of the argument that the call leaves out.
    public var label: String
    /// Why it keeps relying on the default; nil if it passes an instance after the slice.
    public var reason: Reason?
    /// The same in words, with the place.
    public var message = ""
}

extension Cut {
    /// Returns all calls of a tree that rely on a default for the accessor of one of its singletons, in order of place.
    ///
    /// - Parameters:
    ///   - map: the map of the tree at `root`, created immediately before.
    ///   - analysis: the options with which the map was created.
    public static func calls(
        _ map: CodeMap,
        root: String,
        roots: Roots,
        analysis: Analysis.Options
    ) -> [MakingCall] {
        var options = Options(stage: .thread)
        options.roots = roots
        let index = TypeIndex(root: root, map: map, analysis: analysis)
        let uses = Dictionary(grouping: map.uses, by: \.singleton)
        // A framework's accessor is often a default of another kind, and never goes.
        let singletons = map.singletons.filter { $0.shape != .framework && $0.shape != .elsewhere }
        let found = Workers.map(singletons.count, threads: analysis.workers) {
            ()
        } body: { [options] _, position in
            let singleton = singletons[position]
            let own = uses[singleton.id] ?? []
            let request = CutRequest(map: map, uses: own, index: index, singleton: singleton, options: options)
            return singleton.accessors.flatMap { Threader.graph(request, passing: $0).graph.calls }
        }
        return found.flatMap(\.self).sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    }
}
