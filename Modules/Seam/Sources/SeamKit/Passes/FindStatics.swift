/// Finds the statics that return an instance of their own type, without deciding whether they are singletons.
///
/// Needs the changes. Adds the statics.
enum FindStatics: Pass {
    static let needs: Set<Knowledge.Layer> = [.changes]
    static let adds = Knowledge.Layer.statics

    static func run(on knowledge: inout Knowledge) {
        let graph = knowledge.graph
        // The framework singletons are known here; nothing else is decided yet.
        let decisions = knowledge.decisions
        let states = { @Sendable in StaticFinder(resolver: Resolver(graph: graph, decisions: decisions)) }
        let found = Workers.map(graph.types.count, threads: knowledge.options.workers, state: states) {
            $0.statics(of: $1)
        }
        for (type, list) in found.enumerated() where !list.isEmpty { knowledge.statics[type] = list }
    }
}

private struct StaticFinder {
    let resolver: Resolver
    private var graph: Graph { resolver.graph }

    init(resolver: Resolver) { self.resolver = resolver }

    func statics(of type: Graph.TypeID) -> [OwnStatic] {
        let info = graph.types[type]
        var members: [(String, Graph.MemberID)] = []
        for id in info.statics {
            let fact = graph.member(id)
            guard fact.parameters.count == 0,
                fact.flags.isDisjoint(with: [.isCase, .isInitializer, .isSubscript, .isTaskLocal])
            else { continue }
            members.append((graph.symbols.text(of: graph.name(of: id)), id))
        }
        members.sort { ($0.0, $0.1.file, $0.1.member) < ($1.0, $1.1.file, $1.1.member) }
        return members.compactMap { _, id in
            if info.kind == .protocolType, isRequirement(id) { return nil }
            if graph.isForOthers(id, of: type) { return nil }
            return ownStatic(id, of: type)
        }
    }

    /// Returns whether a member belongs to a protocol and has no value or body.
    private func isRequirement(_ id: Graph.MemberID) -> Bool {
        let fact = graph.member(id)
        let facts = graph.files[Int(id.file)].facts
        return fact.values.count == 0
            && facts.types.contains { $0.kind == .protocolType && $0.path == fact.owner }
            && !facts.types.contains { $0.kind == .extensionOf && $0.path == fact.owner }
    }

    private func ownStatic(_ id: Graph.MemberID, of type: Graph.TypeID) -> OwnStatic? {
        let fact = graph.member(id)
        let facts = graph.files[Int(id.file)].facts
        let site = graph.site(of: id.file, from: graph.types[type].modules.first ?? 0)
        let isFunction = fact.flags.contains(.isFunction)
        let isStored = !isFunction && !fact.flags.contains(.isComputed)
        var reachesStatic = false
        let made = fact.values.indices.map { item in
            resolver.value(chain: Int(facts.lists[item]), site: site) { event in
                if case .reached(let member, _) = event, member != id,
                    !graph.member(member).flags.contains(.isFunction)
                {
                    reachesStatic = true
                }
            }
        }
        guard isOwn(fact, made: made, site: site, of: type) else { return nil }
        let stacks = fact.values.indices.compactMap {
            LastStep(resolver: resolver).stack(under: Int(facts.lists[$0]), site: site)
        }
        let sources = Set(made.compactMap(\.source) + stacks)
        if !isStored {
            if fact.values.count == 1, stops(Int(facts.lists[Int(fact.values.start)]), site: site) { return nil }
            // A static that returns a new instance at each access is not a singleton, nor is an instance for each thread or
            // task.
            if !made.isEmpty, made.allSatisfy({ $0.isNew }) { return nil }
            if mentionsThread(in: graph.name(of: id), of: type) { return nil }
            // The instance has to be stored somewhere: a value that is computed each time is not shared.
            let isKept =
                reachesStatic || made.contains { $0.origin != nil || ($0.source != nil && !$0.isNew) }
                || fact.values.indices.contains {
                    DelegateCast(resolver: resolver).isDelegate(castBy: Int(facts.lists[$0]), site: site)
                }
            if !isKept, !Decisions.isConventional(graph.symbols.text(of: graph.name(of: id))),
                !keepsInstance(of: type, in: graph.name(of: id))
            {
                return nil
            }
            if sources.contains(where: { graph.member($0).flags.contains(.isTaskLocal) }) { return nil }
        }
        return OwnStatic(
            member: id,
            name: graph.name(of: id),
            isFunction: isFunction,
            isStored: isStored,
            isPrivate: fact.flags.contains(.isPrivate),
            sources: sources
        )
    }

    /// Returns whether the result of a static is of its own type, according to its declaration or its value.
    private func isOwn(
        _ fact: FileFacts.MemberFact,
        made: [Value],
        site: Graph.Site,
        of type: Graph.TypeID
    ) -> Bool {
        let facts = graph.files[site.file].facts
        if facts.type(at: fact.type) == .own { return true }
        if let found = graph.lookup(written: fact.type, site: site, in: graph.types[type].path)?.type {
            if found == type { return true }
            if graph.inherits(type, from: found) {
                let isProtocol = graph.types[found].kind == .protocolType
                if !isProtocol || graph.types[type].kind == .protocolType { return true }
            }
        }
        return made.contains { value in
            if case .instance(let made) = value.kind { return made == type || graph.inherits(made, from: type) }
            return false
        }
    }

    /// Returns whether a chain is a call that never returns.
    private func stops(_ chain: Int, site: Graph.Site) -> Bool {
        let file = graph.files[site.file]
        let fact = file.facts.chains[chain]
        guard fact.root == .name, let name = file.symbol(at: fact.base) else { return false }
        return graph.words.stops.contains(name)
    }

    /// Returns the chains in the bodies of a type's functions and properties with a name.
    private func chains(in function: Symbol, of type: Graph.TypeID) -> [(GraphFile, FileFacts.ChainFact)] {
        let base = graph.symbols.text(of: function)
        return graph.types[type].scopes.flatMap { entry -> [(GraphFile, FileFacts.ChainFact)] in
            let file = graph.files[entry.file]
            guard let name = file.facts.name(at: file.facts.scopes[entry.scope].function),
                FunctionName.base(of: name) == base
            else { return [] }
            return file.chains(in: entry.scope).map { (file, file.facts.chains[Int($0)]) }
        }
    }

    /// Returns whether the body of a static names a stored static of its type.
    private func keepsInstance(of type: Graph.TypeID, in function: Symbol) -> Bool {
        let stored = Set(graph.types[type].statics.filter { mayKeep($0, type: type) }.map { graph.name(of: $0) })
        guard !stored.isEmpty else { return false }
        return chains(in: function, of: type).contains { file, chain in
            if chain.root == .name, let name = file.symbol(at: chain.base), stored.contains(name) { return true }
            guard let first = chain.steps.indices.first else { return false }
            return file.symbol(at: file.facts.steps[first].name).map { stored.contains($0) } ?? false
        }
    }

    /// Returns whether a static may store an instance of its type, as far as its own type is known.
    private func mayKeep(_ id: Graph.MemberID, type: Graph.TypeID) -> Bool {
        let fact = graph.member(id)
        guard graph.isStored(id), !fact.flags.contains(.isTaskLocal) else { return false }
        if graph.isCollection(id) { return true }
        let value = resolver.declared.property([id], seenFrom: graph.types[type].modules.first ?? 0)
        switch value.kind {
        case .instance(let other):
            return graph.inherits(type, from: other) || graph.inherits(other, from: type)
                || graph.types[other].kind.isReference
        case .externalInstance(let name): return graph.words.cells.contains(name)
        default: return !fact.flags.contains(.hasLiteral)
        }
    }

    private func mentionsThread(in function: Symbol, of type: Graph.TypeID) -> Bool {
        chains(in: function, of: type).contains { file, chain in
            chain.steps.indices.contains { step in
                file.symbol(at: file.facts.steps[step].name).map { graph.words.threads.contains($0) } ?? false
            }
        }
    }
}

/// Names of functions with their labels: `load(_:)`.
enum FunctionName {
    static func base(of function: String) -> String {
        function.firstIndex(of: "(").map { String(function[..<$0]) } ?? function
    }
}

/// What statics are for, where that says that they are nobody's way to a shared instance.
extension Graph {
    /// Returns whether a static exists for the system or for previews: the default value of an environment key, an example, a
    /// parameter of a tip's rules.
    func isForOthers(_ id: MemberID, of type: TypeID) -> Bool {
        let file = files[Int(id.file)]
        let wrapper = member(id).wrapper
        if wrapper >= 0, file.imports.contains(words.tips), file.facts.chains[Int(wrapper)].root == .type,
            path(written: file.facts.chains[Int(wrapper)].base, site: Site(file: Int(id.file), module: 0))
                == words.parameter
        {
            return true
        }
        let owner = text(of: type).lastName
        if words.previews.contains(name(of: id)) || ["Fixture", "Fixtures"].contains(where: owner.hasSuffix) {
            return true
        }
        let keys = words.keyMembers.contains(name(of: id)) ? words.keys : words.previewProviders
        return firstAncestor(of: type) { ancestor in
            types[ancestor].inherits.contains { parent in
                path(written: parent.type, site: parent.site).map { keys.contains($0) } ?? false
            }
        } != nil
    }
}
