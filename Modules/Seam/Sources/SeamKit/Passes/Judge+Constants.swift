/// Objects that are values: constants of a class whose own code changes nothing, as an enum's cases are.
extension Judge {
    /// Returns whether a static or global is a constant that is created with arguments, of a class of data that doesn't change itself:
    /// `static let favorites = Folder("Favorites")`. Who changes it from outside is another question.
    func isNamedValue(_ id: Graph.MemberID, of type: Graph.TypeID) -> Bool {
        let fact = graph.member(id)
        guard graph.isStored(id), !fact.flags.contains(.isVariable), fact.values.count == 1, isPassive(type),
            !reachesOutside(type)
        else { return false }
        let facts = graph.files[Int(id.file)].facts
        return facts.origins(of: facts.lists[Int(fact.values.start)]).contains { index in
            facts.chains[Int(index)].steps.indices.last.map {
                facts.steps[$0].kind == .call && facts.steps[$0].arguments > 0
            } ?? false
        }
    }

    /// Returns whether a static or global is such a constant, and nobody changes an instance of the class once it is made.
    func isConstant(_ id: Graph.MemberID, of type: Graph.TypeID) -> Bool {
        isNamedValue(id, of: type) && !answer(.isChanged, type) { isChanged(type) }
    }

    /// Returns whether code outside of a class may assign to a property of an instance.
    private func isChanged(_ type: Graph.TypeID) -> Bool {
        let names = graph.storedProperties(of: type).filter { graph.member($0).flags.contains(.isVariable) }
        return Set(names.map { graph.name($0) }).contains { name in
            (writes[name] ?? []).contains { site, index, step in
                let facts = graph.files[site.file].facts
                let chain = facts.chains[index]
                let around = resolver.around(facts.scopes[Int(chain.scope)], site).flatMap { graph.ownType($0, site) }
                guard around != type else { return false }
                switch resolver.value(chain: index, site, limit: step).kind {
                case .instance(let other): return graph.inherits(other, type) || graph.inherits(type, other)
                case .externalInstance, .type, .externalType: return false
                case .unknown, .method, .accessor, .module: return true
                }
            }
        }
    }

    /// A member that code assigns to or changes, with what is below it, as a step of a chain.
    typealias Write = (site: Graph.Site, chain: Int, step: Int)

    /// Returns what code assigns to or changes, by the member's name.
    func writesToMembers() -> [Symbol: [Write]] {
        var found: [Symbol: [Write]] = [:]
        for (number, file) in graph.files.enumerated() {
            let site = Graph.Site(file: number, module: file.modules[0])
            for (index, chain) in file.facts.chains.enumerated() {
                let (steps, facts) = (chain.steps.indices, file.facts)
                guard let last = steps.last else { continue }
                let isMutation =
                    steps.count > 1 && facts.steps[last].kind == .call
                    && file.symbol(facts.steps[last - 1].name).map { graph.words.mutations.contains($0) } ?? false
                guard chain.ending == .write || isMutation else { continue }
                for (step, place) in steps.enumerated() {
                    guard let name = file.symbol(facts.steps[place].name) else { continue }
                    found[name, default: []].append((site, index, step))
                }
            }
        }
        return found
    }

    /// Returns whether a class has only data, and none of its functions acts or changes it.
    private func isPassive(_ type: Graph.TypeID) -> Bool {
        answer(.isPassive, type) { isData(type) && !changesItself(type) }
    }

    private func changesItself(_ type: Graph.TypeID) -> Bool {
        let stored = Set(graph.storedProperties(of: type).map { graph.name($0) })
        return graph.types[type].scopes.contains { entry in
            let file = graph.files[entry.file]
            let function = file.facts.name(file.facts.scopes[entry.scope].function) ?? ""
            guard !function.hasPrefix("init("), !file.facts.scopes[entry.scope].isStatic else { return false }
            return file.chains(in: entry.scope).contains { item in
                let chain = file.facts.chains[Int(item)]
                let steps = chain.steps.indices.map { file.symbol(file.facts.steps[$0].name) }
                let name =
                    chain.root == .selfValue ? steps.first ?? nil : chain.root == .name ? file.symbol(chain.base) : nil
                guard let name, stored.contains(name) else { return false }
                return chain.ending == .write
                    || steps.contains { $0.map { graph.words.mutations.contains($0) } ?? false }
            }
        }
    }
}
