/// Finds the names by which a singleton can be accessed: those of accessors, of the members of a locator, of members whose
/// value is a singleton, and of types whose subscripts or wrapped values read one.
///
/// Needs the globals, after which everything is decided. Adds the carriers. A value is a singleton only if the code that
/// creates it contains such a name, so only members that contain a new one are checked. A name leads to others over at most
/// `Decisions.rounds` more.
enum FindCarriers: Pass {
    static let needs: Set<Knowledge.Layer> = [.globals]
    static let adds = Knowledge.Layer.carriers

    static func run(on knowledge: inout Knowledge) {
        let graph = knowledge.graph
        let decisions = knowledge.decisions
        let hash = knowledge.results.map { _ in decisions.hash(of: graph) }
        if let hash, let known = knowledge.results?.carriers(after: hash) {
            knowledge.carriers = SymbolSet(known.compactMap { graph.symbols.find($0) })
            return
        }
        var names = SymbolSet(decisions.external.keys.map(\.accessor))
        for member in decisions.accessors.keys { names.insert(graph.name(of: member)) }
        for member in decisions.locatorMembers.keys { names.insert(graph.name(of: member)) }
        if !decisions.delegates.isEmpty { names.insert(graph.words.delegate) }
        var new = names
        let states = { @Sendable in Readers(resolver: Resolver(graph: graph, decisions: decisions)) }
        for _ in 0..<Decisions.rounds where !new.isEmpty {
            let said = new
            let found = Workers.map(graph.files.count, threads: knowledge.options.workers, state: states) {
                carriers(in: $1, saying: said, readers: $0)
            }
            new = SymbolSet()
            for name in found.joined() where names.insert(name) { new.insert(name) }
            for name in graph.aliases(of: new) where names.insert(name) { new.insert(name) }
        }
        knowledge.carriers = names
        if let hash { knowledge.results?.keep(carriers: graph.symbols.texts(of: names), after: hash) }
    }

    /// Returns the names of members that a file declares or assigns to, and whose value is a singleton.
    private static func carriers(in number: Int, saying names: SymbolSet, readers: Readers) -> [Symbol] {
        let resolver = readers.resolver
        let file = resolver.graph.files[number]
        let facts = file.facts
        guard let chains = NamedChains(of: file, saying: names) else { return [] }
        var found: [Symbol] = []
        for (index, member) in facts.members.enumerated()
        where chains.contains(member.values, of: facts) || chains.contains(member.wrapper) {
            guard let name = file.symbol(at: member.name) else { continue }
            let id = Graph.MemberID(file: number, member: index)
            if carries(id, readers: readers) { found.append(name) }
            if let name = self.name(ofReader: id, readers: readers) { found.append(name) }
        }
        for (index, flow) in facts.flows.enumerated() where chains.contains(flow.values, of: facts) {
            for module in file.modules {
                let site = Graph.Site(file: number, module: module)
                guard let (type, name) = resolver.graph.target(ofFlow: index, site: site) else { continue }
                let members = resolver.graph.types[type].members[name] ?? []
                if members.contains(where: { carries($0, readers: readers) }) { found.append(name) }
                found += members.compactMap { self.name(ofReader: $0, readers: readers) }
            }
        }
        return found
    }

    /// Returns the name that code says to use a getter that reads a singleton: that of a subscript's type, or `wrappedValue`.
    private static func name(ofReader id: Graph.MemberID, readers: Readers) -> Symbol? {
        let graph = readers.resolver.graph
        let fact = graph.member(id)
        let file = graph.files[Int(id.file)]
        let isSubscript = fact.flags.contains(.isSubscript)
        guard isSubscript || graph.name(of: id) == graph.words.wrappedValue,
            file.modules.contains(where: { readers.reader(of: id, seenFrom: $0) != nil })
        else { return nil }
        guard isSubscript, !graph.isEnclosing(id) else { return graph.words.wrappedValue }
        return file.path(at: fact.owner).map { graph.symbols.name(of: $0) }
    }

    /// Returns whether the value of a member is a singleton for one of the modules that compile it, or reads one by a subscript.
    private static func carries(_ id: Graph.MemberID, readers: Readers) -> Bool {
        let resolver = readers.resolver
        let graph = resolver.graph
        let isFunction = graph.member(id).flags.contains(.isFunction)
        return graph.files[Int(id.file)].modules.contains { module in
            let value = resolver.declared.property([id], seenFrom: module)
            if case .instance(let type) = value.kind, readers.hasSubscript(type, seenFrom: module) { return true }
            if DelegateCast(resolver: resolver).isDelegate(value) { return true }
            return value.origin != nil
                || isFunction && resolver.declared.result(of: [id], seenFrom: module).origin != nil
        }
    }
}

extension Graph {
    /// Returns the names of the aliases that stand for something with one of these names.
    fileprivate func aliases(of names: SymbolSet) -> [Symbol] {
        aliases.flatMap { path, all in
            all.contains { alias in
                self.path(written: alias.target, site: alias.site).map { names.contains(symbols.name(of: $0)) } ?? false
            } ? [symbols.name(of: path)] : []
        }
    }
}

extension Decisions {
    /// A hash of all that a use depends on.
    fileprivate func hash(of graph: Graph) -> ContentHash {
        var key = ResultKey("decisions")
        for (index, found) in singletons.enumerated() {
            key.add([found.singleton.name, found.shape.rawValue, found.type.map(String.init) ?? ""])
            key.add(ownAccessors[index].map { $0.map { graph.symbols.text(of: $0) }.sorted() })
            key.add(externalTypes[index].map { [graph.symbols.text(of: $0)] })
        }
        for members in [accessors, locatorMembers] {
            key.add(
                members.map { id, index in
                    let name = graph.memberName(of: id)
                    return "\(name.file) \(name.name) \(name.number) \(index)"
                }.sorted()
            )
        }
        key.add(delegates.map { "\($0) \($1)" }.sorted())
        key.add(
            external.map { external, index in
                let isFunction = externalFunctions.contains(external)
                return
                    "\(graph.symbols.text(of: external.type)) \(graph.symbols.text(of: external.accessor)) \(index) \(isFunction)"
            }.sorted()
        )
        return key.hash
    }
}
