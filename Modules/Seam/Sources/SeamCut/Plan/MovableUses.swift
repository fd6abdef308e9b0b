public import SeamKit

extension Cut {
    /// Returns how many uses of each singleton of a map a cut without options rewrites, by the `Singleton.id`.
    ///
    /// Costs much less than a plan for each singleton, because files are read and parsed once. It is an option of the map all the
    /// same: the count doubles the time of a map. Facts alone know no closures, isolation or free names, so they would differ.
    ///
    /// - Parameters:
    ///   - map: the map of the tree at `root`, created immediately before.
    ///   - roots: the types and files that may use the accessors.
    ///   - analysis: the options with which the map was created.
    public static func movable(
        _ map: CodeMap,
        root: String,
        roots: Roots,
        analysis: Analysis.Options
    ) -> [String: Int] {
        var options = Options()
        options.roots = roots
        let index = TypeIndex(root: root, map: map, analysis: analysis)
        let uses = Dictionary(grouping: map.uses, by: \.singleton)
        let counts = Workers.map(map.singletons.count, threads: analysis.workers) {
            ()
        } body: { [options] _, position in
            let singleton = map.singletons[position]
            let own = uses[singleton.id] ?? []
            let request = CutRequest(map: map, uses: own, index: index, singleton: singleton, options: options)
            return (singleton.id, Gathering.plan(request).rewritten)
        }
        return Dictionary(counts, uniquingKeysWith: { first, _ in first })
    }
}
