/// The values of members and of names in bodies, each computed once.
extension Resolver {
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
        values.value(of: node, start: start, work: work)
    }

    private func site(of node: ValueNode) -> Site { Site(file: Int(node.file), module: Int(node.module)) }

    /// Returns the value of a node from its declaration alone, which is all that a query in between requires, as for
    /// `property = .shared`.
    private func start(of node: ValueNode) -> Value {
        guard node.kind == .property else { return Value() }
        let facts = graph.files[Int(node.file)].facts
        let fact = facts.members[Int(node.index)]
        guard fact.type >= 0 else { return Value() }
        return types.instance(of: fact.type, site: site(of: node), in: graph.files[Int(node.file)].path(at: fact.owner))
    }

    private func work(of node: ValueNode) -> Value {
        switch node.kind {
        case .binding: bindingValue(at: Int(node.index), site: site(of: node))
        case .property: propertyValue(of: MemberID(file: Int(node.file), member: Int(node.index)), site: site(of: node))
        case .result: resultValue(of: MemberID(file: Int(node.file), member: Int(node.index)), site: site(of: node))
        }
    }

    private func bindingValue(at index: Int, site: Site) -> Value {
        let facts = file(of: site).facts
        let fact = facts.bindings[index]
        var value = joined(fact.values, site: site)
        value.isAlias = true
        if fact.type >= 0, value.origin == nil {
            let around = fact.values.count > 0 ? facts.chains[Int(facts.lists[Int(fact.values.start)])].scope : 0
            let path = self.around(facts.scopes[Int(around)], site: site)
            let declared = types.instance(of: fact.type, site: site, in: path)
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
            let value = value(chain: Int(file(of: site).facts.lists[item]), site: site)
            if result.origin == nil, value.origin != nil || result.kind == .unknown { result = value }
        }
        if slice.count > 1 { result.origin?.mayDiffer() }
        return result
    }

    private func propertyValue(of id: MemberID, site: Site) -> Value {
        let fact = graph.member(id)
        let file = file(of: site)
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
            let wrapped = self.value(chain: Int(fact.wrapper), site: site)
            if wrapped.origin != nil { value = wrapped }
        }
        if value.origin == nil, fact.type >= 0 {
            let declared = types.instance(of: fact.type, site: site, in: owner)
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
            let facts = file(of: site).facts
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
        if fact.flags.contains(.isCase) { return types.instance(of: fact.type, site: site, in: nil) }
        var value = joined(fact.values, site: site)
        if fact.values.count != 1 || fact.parameters.count > 0 { value.origin = nil }
        if value.origin == nil, fact.type >= 0 {
            let declared = types.instance(of: fact.type, site: site, in: file(of: site).path(at: fact.owner))
            if declared.kind != .unknown { value.kind = declared.kind }
        }
        if value.origin?.path.isAccess == true { value.origin?.path = .property }
        return value
    }

    // MARK: Expected types

    /// Returns the type of an implicit member, from its context.
    func expected(_ chain: FileFacts.ChainFact, site: Site) -> Value {
        guard chain.contextChain >= 0 else { return Value() }
        let outer = Int(chain.contextChain)
        if chain.contextStep < 0 { return value(chain: outer, site: site).metatype }
        let callee = value(chain: outer, site: site, limit: Int(chain.contextStep))
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
            guard let label = file(of: site).symbol(at: chain.contextLabel) else { return Value() }
            let properties = graph.members(named: label, of: type).filter {
                !graph.member($0).flags.contains(.isStatic)
            }
            guard let first = properties.first else { return Value() }
            let home = graph.site(of: first.file, from: site.module)
            return types.type(written: graph.member(first).type, site: home, in: graph.types[type].path)
        case .method(let members):
            return parameter(of: overloads(of: members, site: site), chain: chain, site: site) ?? Value()
        default:
            return Value()
        }
    }

    private func step(_ number: Int, of chain: Int, site: Site) -> FileFacts.StepFact {
        let facts = file(of: site).facts
        return facts.steps[facts.chains[chain].steps.indices.lowerBound + number]
    }

    /// Returns the members that a call of these may mean: what the type inherits may have other parameters.
    private func overloads(of members: [MemberID], site: Site) -> [MemberID] {
        guard let first = members.first else { return members }
        let home = graph.site(of: first.file, from: site.module)
        let fact = graph.member(first)
        guard let path = file(of: home).path(at: fact.owner), let type = graph.ownType(at: path, site: home),
            let name = file(of: home).symbol(at: fact.name)
        else { return members }
        return graph.overloads(named: name, of: type)
    }

    /// Returns the type of the parameter that an implicit member is passed to. It isn't certain if overloads have other types
    /// there that may have the member too.
    private func parameter(of members: [MemberID], chain: FileFacts.ChainFact, site: Site) -> Value? {
        let label = file(of: site).symbol(at: chain.contextLabel)
        let position = Int(chain.contextPosition)
        let imports = file(of: site).imports
        let visible = members.filter { id in
            graph.files[Int(id.file)].modules.contains { $0 == site.module || imports.contains(graph.moduleNames[$0]) }
        }
        var found: Value?
        for id in visible.isEmpty ? members : visible {
            let fact = graph.member(id)
            let home = graph.site(of: id.file, from: site.module)
            let file = file(of: home)
            let parameters = file.facts.parameters[fact.parameters.indices]
            let match =
                if let label {
                    parameters.first { file.symbol(at: $0.label) == label }
                } else {
                    position < parameters.count ? parameters[parameters.startIndex + position] : nil
                }
            guard let match, label != nil || match.label < 0, match.type >= 0 else { continue }
            let type = types.type(written: match.type, site: home, in: file.path(at: fact.owner))
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
            let name = file(of: site).symbol(at: file(of: site).facts.steps[Int(chain.steps.start)].name)
        else { return true }
        return graph.members(named: name, of: id).contains { graph.member($0).flags.contains(.isStatic) }
    }

    // MARK: Changes

    /// Returns whether a chain ends in the call of a method that changes the value before it.
    func mutates(_ chain: FileFacts.ChainFact, index: Int, site: Site) -> Bool {
        guard chain.steps.count >= 2 else { return false }
        let facts = file(of: site).facts
        let last = chain.steps.indices.upperBound - 1
        guard facts.steps[last].kind == .call, facts.steps[last - 1].kind == .member,
            let name = file(of: site).symbol(at: facts.steps[last - 1].name)
        else { return false }
        let isKnown = graph.words.mutations.contains(name)
        guard isKnown || graph.mutating.contains(name) else { return false }
        switch value(chain: index, site: site, limit: Int(chain.steps.count) - 2).kind {
        case .instance(let type):
            guard graph.types[type].kind != .classType else { return false }
            return graph.members(named: name, of: type).contains { graph.member($0).flags.contains(.isMutating) }
        case .externalInstance(let type):
            return isKnown && graph.words.mutableValues.contains(type)
        default:
            return isKnown
        }
    }
}

/// Stacks, whose top is what is current: `stack.last!`.
extension Resolver {
    /// Returns the stored collection that a chain takes an element of; nil for another chain.
    func stack(under index: Int, site: Site) -> MemberID? {
        let file = file(of: site)
        let chain = file.facts.chains[index]
        guard let last = chain.steps.indices.last else { return nil }
        let step = file.facts.steps[last]
        let isElement =
            step.kind == .subscriptCall || file.symbol(at: step.name).map { graph.words.tops.contains($0) } == true
        guard isElement else { return nil }
        var found: MemberID?
        _ = value(chain: index, site: site, limit: Int(chain.steps.count) - 1) { event in
            guard case .reached(let member, let step) = event, step + 2 == Int(chain.steps.count) else { return }
            found = member
        }
        guard let found, graph.isCollection(found), graph.isStored(found) else { return nil }
        return found
    }
}
