/// What the last step of a chain does with the value before it.
struct LastStep {
    typealias Site = Graph.Site

    let resolver: Resolver
    private var graph: Graph { resolver.graph }

    /// Returns whether a chain ends in the call of a method that changes the value before it.
    func mutates(_ index: Int, site: Site) -> Bool {
        let chain = resolver.file(of: site).facts.chains[index]
        guard chain.steps.count >= 2 else { return false }
        let facts = resolver.file(of: site).facts
        let last = chain.steps.indices.upperBound - 1
        guard facts.steps[last].kind == .call, facts.steps[last - 1].kind == .member,
            let name = resolver.file(of: site).symbol(at: facts.steps[last - 1].name)
        else { return false }
        let isKnown = graph.words.mutations.contains(name)
        guard isKnown || graph.mutating.contains(name) else { return false }
        switch resolver.value(chain: index, site: site, limit: Int(chain.steps.count) - 2).kind {
        case .instance(let type):
            guard graph.types[type].kind != .classType else { return false }
            return graph.members(named: name, of: type).contains { graph.member($0).flags.contains(.isMutating) }
        case .externalInstance(let type):
            return isKnown && graph.words.mutableValues.contains(type)
        default:
            return isKnown
        }
    }

    /// Returns the stored collection that a chain takes an element of; nil for another chain. The top of a stack is what is current:
    /// `stack.last!`.
    func stack(under index: Int, site: Site) -> Graph.MemberID? {
        let file = resolver.file(of: site)
        let chain = file.facts.chains[index]
        guard let last = chain.steps.indices.last else { return nil }
        let step = file.facts.steps[last]
        let isElement =
            step.kind == .subscriptCall || file.symbol(at: step.name).map { graph.words.tops.contains($0) } == true
        guard isElement else { return nil }
        var found: Graph.MemberID?
        _ = resolver.value(chain: index, site: site, limit: Int(chain.steps.count) - 1) { event in
            guard case .reached(let member, let step) = event, step + 2 == Int(chain.steps.count) else { return }
            found = member
        }
        guard let found, graph.isCollection(found), graph.isStored(found) else { return nil }
        return found
    }
}
