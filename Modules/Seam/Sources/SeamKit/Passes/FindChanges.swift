/// Finds the statics and globals that some source assigns or changes.
///
/// Needs the externals and interfaces. Adds the changes. A chain changes a static or global only if it contains its name. A number
/// that only tests assign is a constant of the program. A static without an initial value that Objective-C sees is assigned there, if no Swift does it.
enum FindChanges: Pass {
    static let needs: Set<Knowledge.Layer> = [.externals, .interfaces]
    static let adds = Knowledge.Layer.changes

    static func run(on knowledge: inout Knowledge) {
        let graph = knowledge.graph
        let names = graph.namesOfStatics()
        let resolvers = { @Sendable in Resolver(graph: graph, decisions: Decisions()) }
        let results = knowledge.results
        let parts = Workers.map(graph.files.count, threads: knowledge.options.workers, state: resolvers) {
            results?.changes(in: $1).flatMap { graph.members(named: $0) } ?? changed(in: $1, names: names, resolver: $0)
        }
        for (file, part) in parts.enumerated() {
            knowledge.assigned.formUnion(part)
            guard let results, results.changes(in: file) == nil else { continue }
            knowledge.results?.keep(Set(part).map { graph.memberName(of: $0) }, in: file)
        }
        knowledge.assigned.formUnion(graph.assignedElsewhere())
    }

    private static func changed(in number: Int, names: SymbolSet, resolver: Resolver) -> [Graph.MemberID] {
        let graph = resolver.graph
        let file = graph.files[number]
        var found: [Graph.MemberID] = []
        for index in NamedChains(of: file, saying: names, aliases: false)?.chains ?? [] {
            let chain = file.facts.chains[index]
            switch chain.root {
            case .name, .selfType, .selfValue, .localType, .type: break
            default: continue
            }
            for module in file.modules {
                let site = Graph.Site(file: number, module: module)
                guard chain.ending == .write || LastStep(resolver: resolver).mutates(index, site: site) else {
                    continue
                }
                _ = resolver.value(chain: index, site: site) { event in
                    guard case .reached(let member, _) = event else { return }
                    if !graph.modules[module].isTest || !graph.isNumber(member) { found.append(member) }
                }
            }
        }
        return found
    }
}

extension Graph {
    /// Returns the members with these names; nil if one is missing.
    fileprivate func members(named names: [FileResults.MemberName]) -> [MemberID]? {
        let found = names.compactMap { member(named: $0) }
        return found.count == names.count ? found : nil
    }

    /// Returns whether a member of the program is declared as a number.
    fileprivate func isNumber(_ id: MemberID) -> Bool {
        let file = files[Int(id.file)]
        guard let module = file.modules.first, !modules[module].isTest else { return false }
        return path(written: member(id).type, site: site(of: id.file, from: module)).map(words.numbers.contains)
            ?? false
    }

    /// Returns the statics that only Objective-C can have assigned: they have no initial value.
    fileprivate func assignedElsewhere() -> [MemberID] {
        files.indices.flatMap { number in
            files[number].facts.members.enumerated().filter { _, fact in
                fact.flags.isSuperset(of: [.isObjectiveC, .isStatic, .isVariable])
                    && fact.flags.isDisjoint(with: [.hasValue, .isComputed, .isPrivate, .isPrivateSetter])
            }.map { MemberID(file: number, member: $0.offset) }
        }
    }

    /// Returns the names of statics and globals.
    fileprivate func namesOfStatics() -> SymbolSet {
        var names = SymbolSet(globals.keys)
        for file in files {
            for member in file.facts.members where member.flags.contains(.isStatic) {
                if let name = file.symbol(at: member.name) { names.insert(name) }
            }
        }
        return names
    }
}
