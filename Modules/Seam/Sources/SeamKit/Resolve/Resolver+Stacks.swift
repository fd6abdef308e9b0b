/// Stacks, whose top is what is current: `stack.last!`.
extension Resolver {
    /// Returns the stored collection that a chain takes an element of; nil for another chain.
    func stack(under index: Int, _ site: Site) -> MemberID? {
        let file = file(site)
        let chain = file.facts.chains[index]
        guard let last = chain.steps.indices.last else { return nil }
        let step = file.facts.steps[last]
        let isElement =
            step.kind == .subscriptCall || file.symbol(step.name).map { graph.words.tops.contains($0) } == true
        guard isElement else { return nil }
        var found: MemberID?
        _ = value(chain: index, site, limit: Int(chain.steps.count) - 1) { event in
            guard case .reached(let member, let step) = event, step + 2 == Int(chain.steps.count) else { return }
            found = member
        }
        guard let found, graph.isCollection(found), graph.isStored(found) else { return nil }
        return found
    }
}
