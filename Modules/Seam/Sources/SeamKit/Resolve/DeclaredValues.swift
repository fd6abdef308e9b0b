/// The values of members and of names in bodies, each computed once.
final class DeclaredValues {
    typealias Site = Graph.Site
    typealias MemberID = Graph.MemberID
    typealias TypeID = Graph.TypeID

    private let graph: Graph
    /// Follows the chains that values are made of, and keeps what it has found.
    private unowned let resolver: Resolver
    private let table = ValueTable()

    init(graph: Graph, resolver: Resolver) { (self.graph, self.resolver) = (graph, resolver) }

    /// Returns the value of a property: its declared type, and whether it is a singleton under another name.
    func property(_ found: [MemberID], seenFrom module: Int) -> Value {
        found.first.map { value(of: node(of: $0, kind: .property, module: module)) } ?? Value()
    }

    /// Returns the result of a function call.
    func result(of found: [MemberID], seenFrom module: Int) -> Value {
        guard let id = found.first,
            found.count == 1 || found.allSatisfy({ graph.member($0).values.count < 2 })
        else { return Value() }
        return value(of: node(of: id, kind: .result, module: module))
    }

    func binding(at index: Int, site: Site) -> Value {
        let node = ValueNode(
            module: Int32(site.module),
            file: Int32(site.file),
            index: Int32(index),
            kind: .binding
        )
        return value(of: node)
    }

    private func node(of id: MemberID, kind: ValueNode.Kind, module: Int) -> ValueNode {
        let site = graph.site(of: id.file, from: module)
        return ValueNode(module: Int32(site.module), file: id.file, index: id.member, kind: kind)
    }

    private func value(of node: ValueNode) -> Value {
        table.value(of: node, start: start, work: work)
    }

    private func site(of node: ValueNode) -> Site { Site(file: Int(node.file), module: Int(node.module)) }

    /// Returns the value of a node from its declaration alone, which is all that a query in between requires, as for
    /// `property = .shared`.
    private func start(of node: ValueNode) -> Value {
        guard node.kind == .property else { return Value() }
        let facts = graph.files[Int(node.file)].facts
        let fact = facts.members[Int(node.index)]
        guard fact.type >= 0 else { return Value() }
        return resolver.types.instance(
            of: fact.type,
            site: site(of: node),
            in: graph.files[Int(node.file)].path(at: fact.owner)
        )
    }

    private func work(of node: ValueNode) -> Value {
        switch node.kind {
        case .binding: bindingValue(at: Int(node.index), site: site(of: node))
        case .property: propertyValue(of: MemberID(file: Int(node.file), member: Int(node.index)), site: site(of: node))
        case .result: resultValue(of: MemberID(file: Int(node.file), member: Int(node.index)), site: site(of: node))
        }
    }

    private func bindingValue(at index: Int, site: Site) -> Value {
        let facts = resolver.file(of: site).facts
        let fact = facts.bindings[index]
        var value = joined(fact.values, site: site)
        value.isAlias = true
        if fact.type >= 0, value.origin == nil {
            let around = fact.values.count > 0 ? facts.chains[Int(facts.lists[Int(fact.values.start)])].scope : 0
            let path = resolver.around(facts.scopes[Int(around)], site: site)
            let declared = resolver.types.instance(of: fact.type, site: site, in: path)
            if declared.kind != .unknown {
                value.kind = declared.kind
                value.isCertain = declared.isCertain
            }
        }
        guard value.origin != nil else { return value }
        if fact.isVariable, isValueType(value) { value.origin = nil }
        if fact.isReassigned || fact.isParameter { value.origin?.mayDiffer() }
        if value.origin?.path.isAccess == true || fact.isParameter {
            value.origin?.path = fact.isParameter ? .parameter : .alias
        }
        return value
    }

    private func isValueType(_ value: Value) -> Bool {
        guard case .instance(let type) = value.kind else { return false }
        return graph.types[type].kind == .structType || graph.types[type].kind == .enumType
    }

    /// Returns the value that several chains may have.
    func joined(_ slice: FileFacts.Slice, site: Site) -> Value {
        var result = Value()
        for item in slice.indices {
            let value = resolver.value(chain: Int(resolver.file(of: site).facts.lists[item]), site: site)
            if result.origin == nil, value.origin != nil || result.kind == .unknown { result = value }
        }
        if slice.count > 1 { result.origin?.mayDiffer() }
        return result
    }

    private func propertyValue(of id: MemberID, site: Site) -> Value {
        let fact = graph.member(id)
        let file = resolver.file(of: site)
        var value = joined(fact.values, site: site)
        if fact.flags.contains(.isComputed), fact.values.count != 1 { value.origin = nil }
        if fact.flags.contains(.isTaskLocal) { value.origin = nil }
        let owner = file.path(at: fact.owner)
        if fact.flags.isDisjoint(with: [.isComputed, .isStatic]), let owner, let name = file.symbol(at: fact.name),
            let type = graph.ownType(at: owner, site: site)
        {
            value = flow(into: name, of: type, initial: value, seenFrom: site.module)
        }
        if value.origin != nil, fact.flags.contains(.isVariable), !fact.flags.contains(.isComputed),
            isValueType(value)
        {
            value.origin = nil
        }
        if value.origin == nil, fact.wrapper >= 0 {
            let wrapped = resolver.value(chain: Int(fact.wrapper), site: site)
            if wrapped.origin != nil { value = wrapped }
        }
        if value.origin == nil, fact.type >= 0 {
            let declared = resolver.types.instance(of: fact.type, site: site, in: owner)
            if declared.kind != .unknown { value.kind = declared.kind }
        }
        return value
    }

    /// Adds the values that initialisers assign to a property.
    private func flow(into name: Symbol, of type: TypeID, initial: Value, seenFrom module: Int) -> Value {
        guard let flows = graph.flows[type]?[name], !flows.isEmpty else { return initial }
        var result = initial
        var others = 0
        for entry in flows {
            let site = graph.site(of: Int32(entry.file), from: module)
            let facts = resolver.file(of: site).facts
            let flow = facts.flows[entry.flow]
            let scope = facts.scopes[Int(facts.chains[Int(flow.chain)].scope)]
            let isInitializer = facts.name(at: scope.function)?.hasPrefix("init(") == true
            let value = joined(flow.values, site: site)
            if isInitializer, value.origin != nil, result.origin == nil {
                result = value
            } else if value.origin == nil || value.origin?.singleton != result.origin?.singleton {
                others += 1
            }
        }
        if others > 0 { result.origin?.mayDiffer() }
        return result
    }

    private func resultValue(of id: MemberID, site: Site) -> Value {
        let fact = graph.member(id)
        if fact.flags.contains(.isCase) { return resolver.types.instance(of: fact.type, site: site, in: nil) }
        var value = joined(fact.values, site: site)
        if fact.values.count != 1 || fact.parameters.count > 0 { value.origin = nil }
        if value.origin == nil, fact.type >= 0 {
            let declared = resolver.types.instance(
                of: fact.type,
                site: site,
                in: resolver.file(of: site).path(at: fact.owner)
            )
            if declared.kind != .unknown { value.kind = declared.kind }
        }
        if value.origin?.path.isAccess == true { value.origin?.path = .property }
        return value
    }
}
