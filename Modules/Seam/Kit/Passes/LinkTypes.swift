/// Links types to what inherits them, and properties to what is put into them.
///
/// Needs the types. Adds the links.
enum LinkTypes: Pass {
    static let needs: Set<Knowledge.Layer> = [.types]
    static let adds = Knowledge.Layer.links

    static func run(_ knowledge: inout Knowledge) {
        knowledge.graph.linkSubtypes()
        for file in knowledge.graph.files.indices { knowledge.graph.linkFlows(of: file) }
    }
}

extension Graph {
    fileprivate mutating func linkSubtypes() {
        for id in types.indices {
            for parent in types[id].inherits {
                guard let found = lookup(written: parent.type, parent.site, in: nil)?.type, found != id,
                    subtypes[found]?.contains(id) != true
                else { continue }
                subtypes[found, default: []].append(id)
            }
        }
    }

    fileprivate mutating func linkFlows(of number: Int) {
        let file = files[number]
        for (index, flow) in file.facts.flows.enumerated() {
            let chain = file.facts.chains[Int(flow.chain)]
            guard let path = file.path(file.facts.scopes[Int(chain.scope)].type) else { continue }
            let name: Symbol?
            switch chain.root {
            case .selfValue where chain.steps.count == 1:
                let step = file.facts.steps[chain.steps.indices.lowerBound]
                name = step.kind == .member ? file.symbol(step.name) : nil
            case .name where chain.steps.count == 0:
                name = file.symbol(chain.base)
            default: name = nil
            }
            guard let name else { continue }
            var seen: [TypeID] = []
            for module in file.modules {
                guard let type = ownType(path, Site(file: number, module: module)), !seen.contains(type) else {
                    continue
                }
                seen.append(type)
                flows[type, default: [:]][name, default: []].append((number, index))
            }
        }
    }
}
