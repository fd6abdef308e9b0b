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

    /// Returns whether a static or global is such a constant, and no code changes it either.
    func isConstant(_ id: Graph.MemberID, of type: Graph.TypeID) -> Bool {
        !assigned.contains(id) && isNamedValue(id, of: type)
    }

    /// Returns whether a class has only data, and none of its functions acts or changes it.
    private func isPassive(_ type: Graph.TypeID) -> Bool {
        isData(type) && !changesItself(type)
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
