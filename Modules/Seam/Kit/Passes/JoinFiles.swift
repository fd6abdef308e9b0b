/// Puts the facts of all files into one graph, whose names and paths have one number each.
///
/// Needs the facts. Adds the files, in order of their paths.
enum JoinFiles: Pass {
    static let needs: Set<Knowledge.Layer> = [.facts]
    static let adds = Knowledge.Layer.files

    static func run(_ knowledge: inout Knowledge) {
        for (number, file) in knowledge.facts.enumerated() {
            knowledge.graph.files.append(GraphFile(file, number: number, symbols: &knowledge.graph.symbols))
        }
    }
}
