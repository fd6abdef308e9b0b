/// Joins the facts of all files to one graph, whose names and paths have one index each.
///
/// Needs the facts. Adds the files, in order of their paths.
enum JoinFiles: Pass {
    static let needs: Set<Knowledge.Layer> = [.facts]
    static let adds = Knowledge.Layer.files

    static func run(_ knowledge: inout Knowledge) {
        let facts = knowledge.facts
        var names: [FileNames] = []
        names.reserveCapacity(facts.count)
        for (number, file) in facts.enumerated() {
            names.append(FileNames(file, number: number, in: &knowledge.graph.symbols))
        }
        let named = names
        knowledge.graph.files = Workers.map(facts.count, threads: knowledge.options.workers, state: {}) {
            GraphFile(facts[$1], names: named[$1])
        }
    }
}
