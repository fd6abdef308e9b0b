/// Finds the statics and globals that some source assigns or changes.
///
/// Needs the externals. Adds the changes. A chain changes a static or global only if it contains its name.
enum FindChanges: Pass {
    static let needs: Set<Knowledge.Layer> = [.externals]
    static let adds = Knowledge.Layer.changes

    static func run(_ knowledge: inout Knowledge) {
        let graph = knowledge.graph
        let names = graph.namesOfStatics()
        let resolvers = { @Sendable in Resolver(graph: graph, decisions: Decisions()) }
        let parts = Workers.map(graph.files.count, threads: knowledge.options.workers, state: resolvers) {
            changed(in: $1, names, $0)
        }
        for part in parts { knowledge.assigned.formUnion(part) }
    }

    private static func changed(in number: Int, _ names: SymbolSet, _ resolver: Resolver) -> [Graph.MemberID] {
        let file = resolver.graph.files[number]
        var found: [Graph.MemberID] = []
        for index in NamedChains(file, saying: names, aliases: false)?.chains ?? [] {
            let chain = file.facts.chains[index]
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

extension Graph {
    /// Returns the names of statics and globals.
    fileprivate func namesOfStatics() -> SymbolSet {
        var names = SymbolSet(globals.keys)
        for file in files {
            for member in file.facts.members where member.flags.contains(.isStatic) {
                if let name = file.symbol(member.name) { names.insert(name) }
            }
        }
        return names
    }
}
