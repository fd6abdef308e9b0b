/// Joins the facts of all files to one graph, whose names and paths have one index each.
///
/// Needs the facts. Adds the files, in order of their paths.
enum JoinFiles: Pass {
    static let needs: Set<Knowledge.Layer> = [.facts]
    static let adds = Knowledge.Layer.files

    static func run(on knowledge: inout Knowledge) {
        let facts = knowledge.facts
        var names: [FileNames] = []
        names.reserveCapacity(facts.count)
        for (number, file) in facts.enumerated() {
            names.append(FileNames(file: file, number: number, in: &knowledge.graph.symbols))
        }
        let exports = exports(of: facts, graph: &knowledge.graph)
        for (number, file) in facts.enumerated() {
            let own = file.modules.map { knowledge.graph.moduleNames[$0] }
            let seen = names[number].imports.union(own).flatMap { exports[$0] ?? [] }
            names[number].imports.formUnion(seen)
        }
        let named = names
        knowledge.graph.files = Workers.map(facts.count, threads: knowledge.options.workers, state: {}) {
            GraphFile(file: facts[$1], names: named[$1])
        }
    }

    /// Returns for each module the modules that its files export, and what those export.
    private static func exports(of facts: [CompiledFile], graph: inout Graph) -> [Symbol: Set<Symbol>] {
        var exports: [Symbol: Set<Symbol>] = [:]
        for file in facts {
            let exported = file.exports.map { graph.symbols.symbol($0) }
            for module in file.modules where !exported.isEmpty {
                exports[graph.moduleNames[module], default: []].formUnion(exported)
            }
        }
        var hasChanged = true
        while hasChanged {
            let next = exports.mapValues { $0.union($0.flatMap { exports[$0] ?? [] }) }
            hasChanged = next != exports
            exports = next
        }
        return exports
    }
}
