/// Where a file falls back to something.
struct FallbackPlaces {
    /// The offsets of the defaults of parameters, of what stands behind `??`, and of what computed properties return.
    private(set) var offsets: Set<Int> = []
    /// The functions and properties that have one in their code, by the path around them and their name.
    private var members: Set<[FileFacts.Index]> = []

    init(of facts: FileFacts) {
        let values = Set(facts.fallbacks.map(\.place))
        offsets = Set(values.map { Int($0.offset) })
        for binding in facts.bindings where binding.isParameter {
            for item in binding.values.indices {
                offsets.insert(Int(facts.chains[Int(facts.lists[item])].place.offset))
            }
        }
        for member in facts.members where member.flags.contains(.isComputed) {
            for item in member.values.indices {
                offsets.insert(Int(facts.chains[Int(facts.lists[item])].place.offset))
            }
        }
        for chain in facts.chains where values.contains(chain.place) {
            let scope = facts.scopes[Int(chain.scope)]
            members.insert([scope.type, scope.function])
        }
    }

    /// Returns whether a member of the file has one in its code.
    func has(_ member: FileFacts.MemberFact) -> Bool { members.contains([member.owner, member.name]) }
}

/// Finds the uses of instances in one file.
struct InstanceFinder {
    let graph: Graph
    let wanted: Set<Graph.TypeID>

    /// Returns the names of the properties whose written type is one of the types.
    func holders() -> SymbolSet {
        let types = TypeResolver(graph: graph)
        let last = SymbolSet(wanted.map { graph.symbols.name(of: graph.types[$0].path) })
        var names = SymbolSet()
        for (number, file) in graph.files.enumerated() where file.symbols.contains(where: last.contains) {
            for member in file.facts.members where member.type >= 0 && !member.flags.contains(.isFunction) {
                let site = Graph.Site(file: number, module: file.modules[0])
                guard let name = file.symbol(at: member.name) else { continue }
                let value = types.instance(of: member.type, site: site, in: file.path(at: member.owner))
                if isWanted(value) != nil { names.insert(name) }
            }
        }
        return names
    }

    private func isWanted(_ value: Value) -> Graph.TypeID? {
        guard case .instance(let type) = value.kind, wanted.contains(type) else { return nil }
        return type
    }

    func uses(in number: Int, holders: SymbolSet, resolver: Resolver) -> [CodeGraph.InstanceUse] {
        let file = graph.files[number]
        let site = Graph.Site(file: number, module: file.modules[0])
        let named = Set(NamedChains(of: file, saying: holders)?.chains ?? [])
        return file.facts.chains.indices.compactMap { index in
            let chain = file.facts.chains[index]
            guard chain.steps.count > 0, named.contains(index) || chain.root == .binding else { return nil }
            return use(at: index, site: site, resolver: resolver)
        }
    }

    /// Returns the first use in a chain.
    private func use(at index: Int, site: Graph.Site, resolver: Resolver) -> CodeGraph.InstanceUse? {
        let file = graph.files[site.file]
        let facts = file.facts
        let chain = facts.chains[index]
        for step in 0..<Int(chain.steps.count) {
            let fact = facts.steps[Int(chain.steps.start) + step]
            guard fact.kind == .member, let member = facts.name(at: fact.name) else { continue }
            let value = resolver.value(chain: index, site: site, limit: step)
            guard let type = isWanted(value), !value.isNew, isHeld(index, at: step - 1, site: site, resolver: resolver)
            else {
                continue
            }
            let holder = property(chain: index, at: step - 1, site: site, resolver: resolver)
            guard !isInside(type, scope: facts.scopes[Int(chain.scope)], site: site) else { return nil }
            let scope = facts.scopes[Int(chain.scope)]
            let module = graph.modules[site.module]
            return CodeGraph.InstanceUse(
                type: CodeGraph.TypeID(index: type),
                member: member,
                place: CodeGraph.Place(file: file.path, offset: Int(chain.place.offset)),
                line: facts.location(of: chain.place).line,
                module: module.name,
                isTest: module.isTest,
                enclosingType: file.path(at: scope.type).map { graph.symbols.text(of: $0) } ?? "",
                enclosingFunction: facts.name(at: scope.function) ?? "",
                fallsBack: holder.map { FallbackPlaces(of: graph.files[Int($0.file)].facts).has(graph.member($0)) }
                    ?? false
            )
        }
        return nil
    }

    /// Returns whether a chain's part up to a step (-1 for the root) is a local name, or a property with a written type.
    private func isHeld(_ index: Int, at step: Int, site: Graph.Site, resolver: Resolver) -> Bool {
        if step < 0, graph.files[site.file].facts.chains[index].root == .binding { return true }
        return property(chain: index, at: step, site: site, resolver: resolver).map { graph.member($0).type >= 0 }
            ?? false
    }

    /// Returns the property that a chain's step reads, or its root (-1).
    func property(chain index: Int, at step: Int, site: Graph.Site, resolver: Resolver) -> Graph.MemberID? {
        let file = graph.files[site.file]
        let chain = file.facts.chains[index]
        let members: [Graph.MemberID]
        if step < 0 {
            guard chain.root == .name, let name = file.symbol(at: chain.base) else { return nil }
            members = free(name, scope: file.facts.scopes[Int(chain.scope)], site: site)
        } else {
            let fact = file.facts.steps[Int(chain.steps.start) + step]
            guard fact.kind == .member, let name = file.member(at: fact.name) else { return nil }
            guard case .instance(let type) = resolver.value(chain: index, site: site, limit: step).kind else {
                return nil
            }
            members = graph.members(named: name, of: type)
        }
        return members.first {
            !graph.member($0).flags.contains(.isFunction) && !graph.member($0).flags.contains(.isStatic)
        }
    }

    private func free(_ name: Symbol, scope: FileFacts.ScopeFact, site: Graph.Site) -> [Graph.MemberID] {
        var path = graph.files[site.file].path(at: scope.type)
        while let current = path {
            if let type = graph.ownType(at: current, site: site) {
                let members = graph.members(named: name, of: type)
                if !members.isEmpty { return members }
            }
            path = graph.symbols.parent(of: current)
        }
        return graph.global(named: name, site: site)?.members ?? []
    }

    private func isInside(_ type: Graph.TypeID, scope: FileFacts.ScopeFact, site: Graph.Site) -> Bool {
        var path = graph.files[site.file].path(at: scope.type)
        while let current = path {
            if graph.ownType(at: current, site: site) == type { return true }
            path = graph.symbols.parent(of: current)
        }
        return false
    }
}
