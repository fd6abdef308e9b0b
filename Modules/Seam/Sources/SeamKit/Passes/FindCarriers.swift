/// Finds the names by which a singleton can be accessed: those of accessors, of the members of a locator, and of members whose
/// value is a singleton.
///
/// Needs the globals, after which everything is decided. Adds the carriers. A value is a singleton only if the code that
/// creates it contains such a name, so only members that contain a new one are checked. Each round adds a name, and their
/// number is limited, so this ends.
enum FindCarriers: Pass {
    static let needs: Set<Knowledge.Layer> = [.globals]
    static let adds = Knowledge.Layer.carriers

    static func run(_ knowledge: inout Knowledge) {
        let graph = knowledge.graph
        let decisions = knowledge.decisions
        let hash = knowledge.results.map { _ in decisions.hash(graph) }
        if let hash, let known = knowledge.results?.carriers(after: hash) {
            knowledge.carriers = SymbolSet(known.compactMap { graph.symbols.find($0) })
            return
        }
        var names = SymbolSet(decisions.external.keys.map(\.accessor))
        for member in decisions.accessors.keys { names.insert(graph.name(member)) }
        for member in decisions.locatorMembers.keys { names.insert(graph.name(member)) }
        var new = names
        let resolvers = { @Sendable in Resolver(graph: graph, decisions: decisions) }
        while !new.isEmpty {
            let said = new
            let found = Workers.map(graph.files.count, threads: knowledge.options.workers, state: resolvers) {
                carriers(in: $1, saying: said, $0)
            }
            new = SymbolSet()
            for name in found.joined() where names.insert(name) { new.insert(name) }
        }
        knowledge.carriers = names
        if let hash { knowledge.results?.keep(carriers: graph.symbols.texts(of: names), after: hash) }
    }

    /// Returns the names of members that a file declares or assigns to, and whose value is a singleton.
    private static func carriers(in number: Int, saying names: SymbolSet, _ resolver: Resolver) -> [Symbol] {
        let file = resolver.graph.files[number]
        let facts = file.facts
        guard let chains = NamedChains(file, saying: names) else { return [] }
        var found: [Symbol] = []
        for (index, member) in facts.members.enumerated() where chains.contains(member.values, of: facts) {
            guard let name = file.symbol(member.name) else { continue }
            let id = Graph.MemberID(number, index)
            if carries(id, resolver) { found.append(name) }
        }
        for (index, flow) in facts.flows.enumerated() where chains.contains(flow.values, of: facts) {
            for module in file.modules {
                let site = Graph.Site(file: number, module: module)
                guard let (type, name) = resolver.graph.target(ofFlow: index, site) else { continue }
                let members = resolver.graph.types[type].members[name] ?? []
                if members.contains(where: { carries($0, resolver) }) { found.append(name) }
            }
        }
        return found
    }

    /// Returns whether the value of a member is a singleton for one of the modules that compile it.
    private static func carries(_ id: Graph.MemberID, _ resolver: Resolver) -> Bool {
        let graph = resolver.graph
        let isFunction = graph.member(id).flags.contains(.isFunction)
        return graph.files[Int(id.file)].modules.contains { module in
            resolver.property([id], of: nil, seenFrom: module).origin != nil
                || isFunction && resolver.result(of: [id], seenFrom: module).origin != nil
        }
    }
}

extension Decisions {
    /// A hash of all that a use depends on.
    fileprivate func hash(_ graph: Graph) -> ContentHash {
        var key = ResultKey("decisions")
        for (index, found) in singletons.enumerated() {
            key.add([found.singleton.name, found.shape.rawValue, found.type.map(String.init) ?? ""])
            key.add(ownAccessors[index].map { $0.map { graph.symbols.text($0) }.sorted() })
            key.add(externalTypes[index].map { [graph.symbols.text($0)] })
        }
        for members in [accessors, locatorMembers] {
            key.add(
                members.map { id, index in
                    let name = graph.memberName(id)
                    return "\(name.file) \(name.name) \(name.number) \(index)"
                }.sorted()
            )
        }
        key.add(
            external.map { external, index in
                let isFunction = externalFunctions.contains(external)
                return
                    "\(graph.symbols.text(external.type)) \(graph.symbols.text(external.accessor)) \(index) \(isFunction)"
            }.sorted()
        )
        return key.hash
    }
}
