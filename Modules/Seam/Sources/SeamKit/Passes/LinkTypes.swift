/// Links types to the types that inherit from them, and properties to the values assigned to them.
///
/// Needs the types. Adds the links.
enum LinkTypes: Pass {
    static let needs: Set<Knowledge.Layer> = [.types]
    static let adds = Knowledge.Layer.links

    static func run(on knowledge: inout Knowledge) {
        knowledge.graph.linkSubtypes()
        for file in knowledge.graph.files.indices { knowledge.graph.linkFlows(of: file) }
    }
}

extension Graph {
    fileprivate mutating func linkSubtypes() {
        for id in types.indices {
            for parent in types[id].inherits {
                guard let found = lookup(written: parent.type, site: parent.site, in: nil)?.type, found != id,
                    subtypes[found]?.contains(id) != true
                else { continue }
                subtypes[found, default: []].append(id)
            }
        }
    }

    fileprivate mutating func linkFlows(of number: Int) {
        let file = files[number]
        for index in file.facts.flows.indices {
            var seen: [TypeID] = []
            for module in file.modules {
                guard let (type, name) = target(ofFlow: index, site: Site(file: number, module: module)),
                    !seen.contains(type)
                else { continue }
                seen.append(type)
                flows[type, default: [:]][name, default: []].append((number, index))
            }
        }
    }

    /// Returns the property of the type around it that a flow assigns to.
    func target(ofFlow index: Int, site: Site) -> (type: TypeID, name: Symbol)? {
        let file = files[site.file]
        let chain = file.facts.chains[Int(file.facts.flows[index].chain)]
        guard let path = file.path(at: file.facts.scopes[Int(chain.scope)].type) else { return nil }
        let name: Symbol?
        switch chain.root {
        case .selfValue where chain.steps.count == 1:
            let step = file.facts.steps[chain.steps.indices.lowerBound]
            name = step.kind == .member ? file.symbol(at: step.name) : nil
        case .name where chain.steps.count == 0:
            name = file.symbol(at: chain.base)
        default: name = nil
        }
        guard let name, let type = ownType(at: path, site: site) else { return nil }
        return (type, name)
    }
}
