/// The types that places of implicit members expect: `.shared` as an argument.
struct ExpectedType {
    typealias Site = Graph.Site
    typealias MemberID = Graph.MemberID
    typealias TypeID = Graph.TypeID

    let resolver: Resolver
    private var graph: Graph { resolver.graph }

    /// Returns the type of an implicit member, from its context.
    func type(of chain: FileFacts.ChainFact, site: Site) -> Value {
        guard chain.contextChain >= 0 else { return Value() }
        let outer = Int(chain.contextChain)
        if chain.contextStep < 0 { return resolver.value(chain: outer, site: site).metatype }
        let callee = resolver.value(chain: outer, site: site, limit: Int(chain.contextStep))
        switch callee.kind {
        case .type(let type), .instance(let type):
            let isSubscript = step(Int(chain.contextStep), of: outer, site: site).kind == .subscriptCall
            if isSubscript {
                return parameter(of: graph.members(named: graph.words.subscript, of: type), chain: chain, site: site)
                    ?? Value()
            }
            guard callee.kind == .type(type) else { return Value() }
            let initializers = graph.members(named: graph.words.`init`, of: type)
            if let found = parameter(of: initializers, chain: chain, site: site) { return found }
            // The initialiser that the compiler generates.
            guard let label = resolver.file(of: site).symbol(at: chain.contextLabel) else { return Value() }
            let properties = graph.members(named: label, of: type).filter {
                !graph.member($0).flags.contains(.isStatic)
            }
            guard let first = properties.first else { return Value() }
            let home = graph.site(of: first.file, from: site.module)
            return resolver.types.type(written: graph.member(first).type, site: home, in: graph.types[type].path)
        case .method(let members):
            return parameter(of: overloads(of: members, site: site), chain: chain, site: site) ?? Value()
        default:
            return Value()
        }
    }

    private func step(_ number: Int, of chain: Int, site: Site) -> FileFacts.StepFact {
        let facts = resolver.file(of: site).facts
        return facts.steps[facts.chains[chain].steps.indices.lowerBound + number]
    }

    /// Returns the members that a call of these may mean: what the type inherits may have other parameters.
    private func overloads(of members: [MemberID], site: Site) -> [MemberID] {
        guard let first = members.first else { return members }
        let home = graph.site(of: first.file, from: site.module)
        let fact = graph.member(first)
        guard let path = resolver.file(of: home).path(at: fact.owner), let type = graph.ownType(at: path, site: home),
            let name = resolver.file(of: home).symbol(at: fact.name)
        else { return members }
        return graph.overloads(named: name, of: type)
    }

    /// Returns the type of the parameter that an implicit member is passed to. It isn't certain if overloads have other types
    /// there that may have the member too.
    private func parameter(of members: [MemberID], chain: FileFacts.ChainFact, site: Site) -> Value? {
        let label = resolver.file(of: site).symbol(at: chain.contextLabel)
        let position = Int(chain.contextPosition)
        let imports = resolver.file(of: site).imports
        let visible = members.filter { id in
            graph.files[Int(id.file)].modules.contains { $0 == site.module || imports.contains(graph.moduleNames[$0]) }
        }
        var found: Value?
        for id in visible.isEmpty ? members : visible {
            let fact = graph.member(id)
            let home = graph.site(of: id.file, from: site.module)
            let file = resolver.file(of: home)
            let parameters = file.facts.parameters[fact.parameters.indices]
            let match =
                if let label {
                    parameters.first { file.symbol(at: $0.label) == label }
                } else {
                    position < parameters.count ? parameters[parameters.startIndex + position] : nil
                }
            guard let match, label != nil || match.label < 0, match.type >= 0 else { continue }
            let type = resolver.types.type(written: match.type, site: home, in: file.path(at: fact.owner))
            if found == nil {
                found = type
            } else if type.kind != found?.kind, mayHave(chain, type: type, site: site) {
                found?.isCertain = false
            }
        }
        return found
    }

    /// Returns whether a type may have the implicit member that a chain begins with.
    private func mayHave(_ chain: FileFacts.ChainFact, type: Value, site: Site) -> Bool {
        guard case .type(let id) = type.kind, chain.steps.count > 0,
            let name = resolver.file(of: site).symbol(
                at: resolver.file(of: site).facts.steps[Int(chain.steps.start)].name
            )
        else { return true }
        return graph.members(named: name, of: id).contains { graph.member($0).flags.contains(.isStatic) }
    }
}
