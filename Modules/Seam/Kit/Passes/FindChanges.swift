/// Finds the statics and globals that some source assigns or changes.
///
/// Needs the externals. Adds the changes.
enum FindChanges: Pass {
    static let needs: Set<Knowledge.Layer> = [.externals]
    static let adds = Knowledge.Layer.changes

    static func run(_ knowledge: inout Knowledge) {
        let graph = knowledge.graph
        let resolvers = { @Sendable in Resolver(graph: graph, decisions: Decisions()) }
        let parts = Workers.map(graph.files.count, threads: knowledge.options.workers, state: resolvers) {
            changed(in: $1, $0)
        }
        for part in parts { knowledge.assigned.formUnion(part) }
    }

    private static func changed(in number: Int, _ resolver: Resolver) -> [Graph.MemberID] {
        let file = resolver.graph.files[number]
        var found: [Graph.MemberID] = []
        for (index, chain) in file.facts.chains.enumerated() {
            switch chain.root {
            case .name, .selfType, .selfValue, .localType, .type: break
            default: continue
            }
            for module in file.modules {
                let site = Graph.Site(file: number, module: module)
                guard chain.ending == .write || resolver.mutates(chain, index: index, site) else { continue }
                _ = resolver.value(chain: index, site) { event in
                    if case .reached(let member, _) = event { found.append(member) }
                }
            }
        }
        return found
    }
}
