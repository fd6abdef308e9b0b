/// Which types are data: objects that are values, as an enum's cases are, because their own code changes nothing.
final class DataTypes {
    private let graph: Graph
    private let resolver: Resolver
    /// What was asked about a type once, and is asked for each of its statics.
    private var answers: [Question: [Graph.TypeID: Bool]] = [:]
    /// The chains that assign to a member of something, by the member's name.
    private lazy var writes = writesToMembers()

    init(graph: Graph, resolver: Resolver) { (self.graph, self.resolver) = (graph, resolver) }

    /// A question about a whole type, whose answer is found once.
    private enum Question { case isData, isPassive, isChanged, isFormatter }

    /// Returns the answer to a question about a type, which is found once.
    private func answer(_ question: Question, of type: Graph.TypeID, find: () -> Bool) -> Bool {
        if let known = answers[question]?[type] { return known }
        let found = find()
        answers[question, default: [:]][type] = found
        return found
    }

    func property(_ id: Graph.MemberID, of type: Graph.TypeID?) -> Value {
        resolver.declared.property([id], seenFrom: type.flatMap { graph.types[$0].modules.first } ?? 0)
    }

    /// Returns whether a class has only data, which may change, and no function that acts without returning anything.
    func isData(_ type: Graph.TypeID) -> Bool { answer(.isData, of: type) { hasOnlyData(type) } }

    private func hasOnlyData(_ type: Graph.TypeID) -> Bool {
        let stored = graph.storedProperties(of: type)
        guard !stored.isEmpty, graph.types[type].kind == .classType else { return false }
        for id in graph.types[type].members.values.joined() {
            let fact = graph.member(id)
            guard fact.flags.contains(.isFunction), fact.flags.isDisjoint(with: [.isStatic, .isInitializer]) else {
                continue
            }
            if fact.type < 0 { return false }
        }
        return !holdsFunctions(type)
    }

    func holdsFunctions(_ type: Graph.TypeID) -> Bool {
        graph.storedProperties(of: type).contains {
            graph.files[Int($0.file)].facts.isFunction(at: graph.member($0).type)
        }
    }

    /// Returns whether a static is one of the variants of a structure that consists of what they do: `static let fade = Effect(name: "fade") { ... }`.
    func isPreset(_ id: Graph.MemberID, of type: Graph.TypeID) -> Bool {
        graph.types[type].kind == .structType && holdsFunctions(type) && isMadeWithArguments(id)
    }

    func isMadeWithArguments(_ id: Graph.MemberID) -> Bool {
        let fact = graph.member(id)
        guard graph.isStored(id), !fact.flags.contains(.isVariable), fact.values.count == 1 else { return false }
        let facts = graph.files[Int(id.file)].facts
        return facts.origins(of: facts.lists[Int(fact.values.start)]).contains { index in
            facts.chains[Int(index)].steps.indices.last.map {
                facts.steps[$0].kind == .call && facts.steps[$0].arguments > 0
            } ?? false
        }
    }

    /// Returns whether code outside of a class may assign to a property of an instance.
    func isChanged(_ type: Graph.TypeID) -> Bool { answer(.isChanged, of: type) { isAssignedFromOutside(type) } }

    private func isAssignedFromOutside(_ type: Graph.TypeID) -> Bool {
        variables(of: type).contains { name in
            (writes[name] ?? []).contains { site, index, step in
                let facts = graph.files[site.file].facts
                let chain = facts.chains[index]
                let around = resolver.around(facts.scopes[Int(chain.scope)], site: site).flatMap {
                    graph.ownType(at: $0, site: site)
                }
                guard around != type else { return false }
                switch resolver.value(chain: index, site: site, limit: step).kind {
                case .instance(let other): return graph.inherits(other, from: type) || graph.inherits(type, from: other)
                case .externalInstance, .type, .externalType: return false
                case .unknown, .method, .accessor, .module: return true
                }
            }
        }
    }

    /// Returns whether code assigns to a property of what one of some statics holds: `Settings.theme.value = .dark`.
    func isChanged(_ type: Graph.TypeID, through statics: Set<Graph.MemberID>) -> Bool {
        variables(of: type).contains { name in
            (writes[name] ?? []).contains { site, index, step in
                var isReached = false
                _ = resolver.value(chain: index, site: site, limit: step) { event in
                    if case .reached(let member, _) = event, statics.contains(member) { isReached = true }
                }
                return isReached
            }
        }
    }

    /// Returns the names of the stored variables of a type's instances.
    private func variables(of type: Graph.TypeID) -> Set<Symbol> {
        Set(
            graph.storedProperties(of: type).filter { graph.member($0).flags.contains(.isVariable) }.map {
                graph.name(of: $0)
            }
        )
    }

    /// A member that code assigns to or changes, with what is below it, as a step of a chain.
    private typealias Write = (site: Graph.Site, chain: Int, step: Int)

    /// Returns what code assigns to or changes, by the member's name.
    private func writesToMembers() -> [Symbol: [Write]] {
        var found: [Symbol: [Write]] = [:]
        for (number, file) in graph.files.enumerated() {
            let site = Graph.Site(file: number, module: file.modules[0])
            for (index, chain) in file.facts.chains.enumerated() {
                let (steps, facts) = (chain.steps.indices, file.facts)
                guard let last = steps.last else { continue }
                let isMutation =
                    steps.count > 1 && facts.steps[last].kind == .call
                    && file.symbol(at: facts.steps[last - 1].name).map { graph.words.mutations.contains($0) } ?? false
                guard chain.ending == .write || isMutation else { continue }
                for (step, place) in steps.enumerated() {
                    guard let name = file.symbol(at: facts.steps[place].name) else { continue }
                    found[name, default: []].append((site, index, step))
                }
            }
        }
        return found
    }

    /// Returns whether a class has only data, and none of its functions acts or changes it.
    func isPassive(_ type: Graph.TypeID) -> Bool {
        answer(.isPassive, of: type) { isData(type) && !changesItself(type) }
    }

    /// Returns whether a class of data is one of values: each is made with arguments, and none is handed out by the class.
    func isValueObject(_ type: Graph.TypeID) -> Bool {
        let initializers = graph.types[type].members[graph.words.`init`] ?? []
        return !initializers.isEmpty && graph.types[type].statics.count == initializers.count
            && initializers.allSatisfy { graph.member($0).parameters.count > 0 } && isPassive(type)
    }

    /// Returns whether a class has nothing but formatters and data, which nobody changes: it turns values into texts.
    func isFormatter(_ type: Graph.TypeID) -> Bool {
        answer(.isFormatter, of: type) {
            let kinds = graph.storedProperties(of: type).map { id -> Bool? in
                guard case .externalInstance(let path) = property(id, of: type).kind else { return nil }
                return graph.symbols.text(of: path).hasSuffix("Formatter")
                    ? true : graph.words.data.contains(path) ? false : nil
            }
            return kinds.contains(true) && !kinds.contains(nil) && isPassive(type) && !isChanged(type)
        }
    }

    private func changesItself(_ type: Graph.TypeID) -> Bool {
        let stored = Set(graph.storedProperties(of: type).map { graph.name(of: $0) })
        return graph.types[type].scopes.contains { entry in
            let file = graph.files[entry.file]
            let function = file.facts.name(at: file.facts.scopes[entry.scope].function) ?? ""
            guard !function.hasPrefix("init("), !file.facts.scopes[entry.scope].isStatic,
                !makesItself(function, of: type)
            else { return false }
            let isGetter = isGetter(function, of: type)
            return file.chains(in: entry.scope).contains { item in
                let chain = file.facts.chains[Int(item)]
                let steps = chain.steps.indices.map { file.symbol(at: file.facts.steps[$0].name) }
                let name =
                    chain.root == .selfValue
                    ? steps.first ?? nil : chain.root == .name ? file.symbol(at: chain.base) : nil
                guard let name, stored.contains(name), !isGetter || !isPrivate(name, of: type) else { return false }
                return chain.ending == .write
                    || steps.contains { $0.map { graph.words.mutations.contains($0) } ?? false }
            }
        }
    }

    /// Returns whether a function is a step of making an instance: it returns the instance that it changes.
    private func makesItself(_ function: String, of type: Graph.TypeID) -> Bool {
        functions(named: FunctionName.base(of: function), of: type).contains { id in
            let facts = graph.files[Int(id.file)].facts
            return graph.member(id).flags.contains(.isFunction) && facts.type(at: graph.member(id).type) == .own
        }
    }

    /// Returns whether a body is that of a property that nothing sets: what it stores in a private variable is a cache.
    private func isGetter(_ function: String, of type: Graph.TypeID) -> Bool {
        functions(named: function, of: type).contains {
            let flags = graph.member($0).flags
            return flags.contains(.isComputed) && flags.isDisjoint(with: [.hasSetter, .isFunction])
        }
    }

    private func functions(named name: String, of type: Graph.TypeID) -> [Graph.MemberID] {
        graph.symbols.find(name).flatMap { graph.types[type].members[$0] } ?? []
    }

    private func isPrivate(_ name: Symbol, of type: Graph.TypeID) -> Bool {
        graph.types[type].members[name]?.allSatisfy { graph.member($0).flags.contains(.isPrivate) } ?? false
    }
}
