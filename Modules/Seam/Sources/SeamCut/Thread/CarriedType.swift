import SeamKit

/// The type under which makers take an instance that they only pass on: that of what they pass it to, where all of it takes the same
/// protocol.
struct CarriedType {
    private let graph: ThreadGraph
    /// What each maker passes the instance to, by its key.
    private let taken: [String: [ThreadNode]]

    init(_ graph: ThreadGraph) {
        self.graph = graph
        var taken: [String: [ThreadNode]] = [:]
        for node in graph.order.compactMap({ graph[$0] }) where node.isWanted && node.failure == nil {
            let values = graph.passing(node).compactMap { call in
                if case .maker(let value) = call.source { value } else { nil }
            }
            for key in Set(values.map(graph.key)) { taken[key, default: []].append(node) }
        }
        self.taken = taken
    }

    /// Returns the instance as a type or function takes it.
    func instance(_ instance: InjectedType, for node: ThreadNode) -> InjectedType {
        guard let type = type(of: node, besides: []), type.unmarked != instance.type.unmarked else { return instance }
        var result = instance
        (result.type, result.isOwnType) = (type, false)
        // Where it is named, it means what it means where it is taken.
        let index = graph.request.index
        guard let found = index.type(of: result)?.owner, found.kind == .protocol, isSeen(found, by: node.owner),
            taken[node.key]?.allSatisfy({ index.type(result.typeName, in: $0.owner)?.owner == found }) == true,
            !instance.isSendable || index.conforms(found, to: ["Sendable"])
        else { return instance }
        return result
    }

    private func isSeen(_ type: OwnerDecl, by maker: OwnerDecl) -> Bool {
        type.isPublic || !maker.isPublic && !["private", "fileprivate"].contains(where: type.hasModifier)
    }

    /// - Parameter makers: those that pass it to this one.
    private func type(of node: ThreadNode, besides makers: Set<String>) -> TypeStructure? {
        if node.isReader { return graph.instance?.type }
        guard node.isCarrier else { return node.caller?.type }
        let types = (taken[node.key] ?? []).filter { !makers.contains($0.key) && $0.key != node.key }.map {
            type(of: $0, besides: makers.union([node.key]))
        }
        guard let first = types.first, types.allSatisfy({ $0?.unmarked == first?.unmarked }) else { return nil }
        return first
    }
}

extension CutRequest {
    /// Returns the types as which a maker may have what a callee takes: the callee's, or else the accessor's own.
    func types(of instance: InjectedType, for callee: ThreadNode) -> [TypeStructure] {
        let wanted = callee.caller?.type ?? instance.type
        guard case .success(let own) = self.instance(instance.accessor), own.type.unmarked != wanted.unmarked else {
            return [wanted]
        }
        return [wanted, own.type]
    }
}

extension MakerFinder {
    /// Throws if a type has the instance as a protocol to which nothing else conforms, and a callee takes more than that.
    func checkNarrower(in owner: OwnerDecl, for callee: ThreadNode) throws(MakerRefusal) {
        let wanted = callee.caller?.type ?? instance.type
        for decl in owner.variables where decl.isLet {
            guard let binding = decl.part, binding.isPlain, binding.value == nil, let type = binding.type?.structure,
                type.unmarked != wanted.unmarked, let name = type.unmarked.fullName,
                let found = index.id(name, in: owner), let own = index.id(of: request.singleton),
                index.conforming(to: found) == [own]
            else { continue }
            throw .takes(type, owner.name, wanted)
        }
    }
}

extension MakerRefusal {
    /// A maker takes another type than what it makes.
    static func takes(_ type: TypeStructure, _ maker: String, _ wanted: TypeStructure) -> MakerRefusal {
        MakerRefusal(
            "\(maker) takes \(type), and not \(wanted)",
            "Let one of them take the type of the other, or choose callers with --protocol."
        )
    }
}
