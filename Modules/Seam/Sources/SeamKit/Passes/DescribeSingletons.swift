/// Lists the singletons and their uses as a map shows them: with ids, state and the functions that use it, without those that
/// don't count because nobody uses them.
///
/// Needs the uses. Adds the description.
enum DescribeSingletons: Pass {
    static let needs: Set<Knowledge.Layer> = [.uses]
    static let adds = Knowledge.Layer.description

    static func run(on knowledge: inout Knowledge) {
        let decisions = knowledge.decisions
        // Variables at the top level of main.swift are globals only if declarations use them.
        let uses = knowledge.uses.filter { found in
            let shape = decisions.singletons[found.singleton].shape
            let isGlobal = shape == .global || shape == .world
            return
                !(isGlobal && RelativePath.name(of: found.use.file) == "main.swift"
                && found.use.enclosingType.isEmpty && found.use.enclosingFunction.isEmpty)
        }
        let used = Set(uses.map(\.singleton))
        var listed: [Singleton] = []
        var places: [Int: Int] = [:]
        for (index, found) in decisions.singletons.enumerated()
        where used.contains(index) || isListedUnused(found, graph: knowledge.graph) {
            places[index] = listed.count
            listed.append(described(found, index: index, knowledge: knowledge))
        }
        Singleton.distinguish(&listed)
        knowledge.listedUses = uses.compactMap { found in
            guard let place = places[found.singleton] else { return nil }
            var use = found.use
            use.singleton = listed[place].id
            return use
        }
        knowledge.singletons = merged(listed)
    }

    private static func isListedUnused(_ found: Decisions.Found, graph: Graph) -> Bool {
        switch found.shape {
        case .framework, .elsewhere: false
        case .global, .world: RelativePath.name(of: found.singleton.file) != "main.swift"
        // A type with instances is a locator only for code that uses its statics.
        case .locator: found.type.map { graph.isNamespace($0) } ?? true
        case .instance, .function: true
        }
    }

    private static func described(_ found: Decisions.Found, index: Int, knowledge: Knowledge) -> Singleton {
        var singleton = found.singleton
        guard let type = found.type else { return singleton }
        let insides = Insides(of: type, in: knowledge.graph)
        singleton.protocols = protocols(of: type, in: knowledge.graph)
        // A singleton's way in is not what it is made of.
        let own = singleton.shape == .locator ? [] : knowledge.decisions.ownAccessors[index] ?? []
        let accessors = Set(own.map { knowledge.graph.symbols.text(of: $0) })
        singleton.state = insides.state.filter { !accessors.contains($0) }
        singleton.touches = insides.touches.compactMapValues { touched in
            let others = touched.filter { !accessors.contains($0) }
            return others.isEmpty ? nil : others
        }
        return singleton
    }

    /// Returns, for each member, the first protocol by name that asks for it.
    private static func protocols(of type: Graph.TypeID, in graph: Graph) -> [String: String] {
        var found: [String: String] = [:]
        for (candidate, conforming) in graph.subtypes
        where graph.types[candidate].kind == .protocolType && conforming.contains(type) {
            let name = graph.text(of: candidate)
            for member in graph.types[candidate].members.keys {
                found[graph.symbols.text(of: member)] = min(found[graph.symbols.text(of: member)] ?? name, name)
            }
        }
        return found
    }

    /// Merges singletons of frameworks and from elsewhere that differ only in their accessors.
    private static func merged(_ singletons: [Singleton]) -> [Singleton] {
        var result: [Singleton] = []
        var known: [String: Int] = [:]
        for singleton in singletons {
            if singleton.file.isEmpty, let index = known[singleton.id] {
                result[index].accessors.append(contentsOf: singleton.accessors)
                result[index].accessors.sort { $0.name < $1.name }
            } else {
                if singleton.file.isEmpty { known[singleton.id] = result.count }
                result.append(singleton)
            }
        }
        return result
    }
}

/// The stored properties of a type, and which of them its functions and computed properties use.
private struct Insides {
    var state: [String] = []
    var touches: [String: [String]] = [:]

    init(of type: Graph.TypeID, in graph: Graph) {
        let info = graph.types[type]
        let stored = Set(
            info.members.filter { _, found in
                found.contains {
                    graph.member($0).flags.isDisjoint(with: [
                        .isComputed, .isFunction, .isInitializer, .isCase, .isSubscript,
                    ])
                }
            }.keys
        )
        state = stored.map { graph.symbols.text(of: $0) }.sorted()
        let names = Dictionary(
            info.members.keys.map { (graph.symbols.text(of: $0), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var said: [Symbol: Set<Symbol>] = [:]
        for entry in info.scopes {
            let file = graph.files[entry.file]
            guard let function = file.facts.name(at: file.facts.scopes[entry.scope].function),
                let own = names[FunctionName.base(of: function)]
            else { continue }
            for item in file.chains(in: entry.scope) {
                let chain = file.facts.chains[Int(item)]
                let first = chain.steps.indices.first.flatMap { file.symbol(at: file.facts.steps[$0].name) }
                let isSelf = chain.root == .selfValue || chain.root == .selfType
                let name = isSelf ? first : chain.root == .name ? file.symbol(at: chain.base) : nil
                if let name, info.members[name] != nil { said[own, default: []].insert(name) }
            }
        }
        // From each function along the names in it, each name once.
        for function in info.members.keys where !stored.contains(function) {
            var seen: Set<Symbol> = [function]
            var open = [function]
            while let next = open.popLast() {
                for name in said[next] ?? [] where seen.insert(name).inserted && !stored.contains(name) {
                    open.append(name)
                }
            }
            let found = seen.intersection(stored).map { graph.symbols.text(of: $0) }.sorted()
            if !found.isEmpty { touches[graph.symbols.text(of: function)] = found }
        }
    }
}
