/// The values of members and of names in bodies, each computed once.
extension Resolver {
    /// Returns the value of a property: its declared type, and whether it is a singleton under another name.
    func property(_ found: [MemberID], seenFrom module: Int) -> Value {
        found.first.map { value(of: node($0, kind: .property, module: module)) } ?? Value()
    }

    /// Returns the result of a function call.
    func result(of found: [MemberID], seenFrom module: Int) -> Value {
        guard let id = found.first,
            found.count == 1 || found.allSatisfy({ graph.member($0).values.count < 2 })
        else { return Value() }
        return value(of: node(id, kind: .result, module: module))
    }

    func binding(_ index: Int, _ site: Site) -> Value {
        let node = ValueNode(
            module: Int32(site.module),
            file: Int32(site.file),
            index: Int32(index),
            kind: .binding
        )
        return value(of: node)
    }

    private func node(_ id: MemberID, kind: ValueNode.Kind, module: Int) -> ValueNode {
        let site = graph.site(id.file, from: module)
        return ValueNode(module: Int32(site.module), file: id.file, index: id.member, kind: kind)
    }

    private func value(of node: ValueNode) -> Value {
        values.value(node, start: start, work: work)
    }

    private func site(_ node: ValueNode) -> Site { Site(file: Int(node.file), module: Int(node.module)) }

    /// Returns the value of a node from its declaration alone, which is all that a query in between requires, as for
    /// `property = .shared`.
    private func start(_ node: ValueNode) -> Value {
        guard node.kind == .property else { return Value() }
        let facts = graph.files[Int(node.file)].facts
        let fact = facts.members[Int(node.index)]
        guard fact.type >= 0 else { return Value() }
        return types.instance(of: fact.type, site(node), in: graph.files[Int(node.file)].path(fact.owner))
    }

    private func work(_ node: ValueNode) -> Value {
        switch node.kind {
        case .binding: bindingValue(Int(node.index), site: site(node))
        case .property: propertyValue(MemberID(Int(node.file), Int(node.index)), site: site(node))
        case .result: resultValue(MemberID(Int(node.file), Int(node.index)), site: site(node))
        }
    }

    private func bindingValue(_ index: Int, site: Site) -> Value {
        let facts = file(site).facts
        let fact = facts.bindings[index]
        var value = joined(fact.values, site)
        value.isAlias = true
        if fact.type >= 0, value.origin == nil {
            let around = fact.values.count > 0 ? facts.chains[Int(facts.lists[Int(fact.values.start)])].scope : 0
            let path = self.around(facts.scopes[Int(around)], site)
            let declared = types.instance(of: fact.type, site, in: path)
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
    func joined(_ slice: FileFacts.Slice, _ site: Site) -> Value {
        var result = Value()
        for item in slice.indices {
            let value = value(chain: Int(file(site).facts.lists[item]), site)
            if result.origin == nil, value.origin != nil || result.kind == .unknown { result = value }
        }
        if slice.count > 1 { result.origin?.mayDiffer() }
        return result
    }

    private func propertyValue(_ id: MemberID, site: Site) -> Value {
        let fact = graph.member(id)
        let file = file(site)
        var value = joined(fact.values, site)
        if fact.flags.contains(.isComputed), fact.values.count != 1 { value.origin = nil }
        if fact.flags.contains(.isTaskLocal) { value.origin = nil }
        let owner = file.path(fact.owner)
        if fact.flags.isDisjoint(with: [.isComputed, .isStatic]), let owner, let name = file.symbol(fact.name),
            let type = graph.ownType(owner, site)
        {
            value = flow(into: name, of: type, initial: value, seenFrom: site.module)
        }
        if value.origin != nil, fact.flags.contains(.isVariable), !fact.flags.contains(.isComputed),
            isValueType(value)
        {
            value.origin = nil
        }
        if value.origin == nil, fact.wrapper >= 0 {
            let wrapped = self.value(chain: Int(fact.wrapper), site)
            if wrapped.origin != nil { value = wrapped }
        }
        if value.origin == nil, fact.type >= 0 {
            let declared = types.instance(of: fact.type, site, in: owner)
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
            let site = graph.site(Int32(entry.file), from: module)
            let facts = file(site).facts
            let flow = facts.flows[entry.flow]
            let scope = facts.scopes[Int(facts.chains[Int(flow.chain)].scope)]
            let isInitializer = facts.name(scope.function)?.hasPrefix("init(") == true
            let value = joined(flow.values, site)
            if isInitializer, value.origin != nil, result.origin == nil {
                result = value
            } else if value.origin == nil || value.origin?.singleton != result.origin?.singleton {
                others += 1
            }
        }
        if others > 0 { result.origin?.mayDiffer() }
        return result
    }

    private func resultValue(_ id: MemberID, site: Site) -> Value {
        let fact = graph.member(id)
        if fact.flags.contains(.isCase) { return types.instance(of: fact.type, site, in: nil) }
        var value = joined(fact.values, site)
        if fact.values.count != 1 || fact.parameters.count > 0 { value.origin = nil }
        if value.origin == nil, fact.type >= 0 {
            let declared = types.instance(of: fact.type, site, in: file(site).path(fact.owner))
            if declared.kind != .unknown { value.kind = declared.kind }
        }
        if value.origin?.path.isAccess == true { value.origin?.path = .property }
        return value
    }

    // MARK: Expected types

    /// Returns the type of an implicit member, from its context.
    func expected(_ chain: FileFacts.ChainFact, _ site: Site) -> Value {
        guard chain.contextChain >= 0 else { return Value() }
        let outer = Int(chain.contextChain)
        if chain.contextStep < 0 { return value(chain: outer, site).metatype }
        let callee = value(chain: outer, site, limit: Int(chain.contextStep))
        switch callee.kind {
        case .type(let type), .instance(let type):
            let isSubscript = step(Int(chain.contextStep), of: outer, site: site).kind == .subscriptCall
            if isSubscript {
                return parameter(graph.members(graph.words.subscript, of: type), chain: chain, site: site) ?? Value()
            }
            guard callee.kind == .type(type) else { return Value() }
            let initializers = graph.members(graph.words.`init`, of: type)
            if let found = parameter(initializers, chain: chain, site: site) { return found }
            // The initialiser that the compiler generates.
            guard let label = file(site).symbol(chain.contextLabel) else { return Value() }
            let properties = graph.members(label, of: type).filter {
                !graph.member($0).flags.contains(.isStatic)
            }
            guard let first = properties.first else { return Value() }
            let home = graph.site(first.file, from: site.module)
            return types.type(written: graph.member(first).type, home, in: graph.types[type].path)
        case .method(let members):
            return parameter(overloads(of: members, site), chain: chain, site: site) ?? Value()
        default:
            return Value()
        }
    }

    private func step(_ number: Int, of chain: Int, site: Site) -> FileFacts.StepFact {
        let facts = file(site).facts
        return facts.steps[facts.chains[chain].steps.indices.lowerBound + number]
    }

    /// Returns the members that a call of these may mean: what the type inherits may have other parameters.
    private func overloads(of members: [MemberID], _ site: Site) -> [MemberID] {
        guard let first = members.first else { return members }
        let home = graph.site(first.file, from: site.module)
        let fact = graph.member(first)
        guard let path = file(home).path(fact.owner), let type = graph.ownType(path, home),
            let name = file(home).symbol(fact.name)
        else { return members }
        return graph.overloads(name, of: type)
    }

    /// Returns the type of the parameter that an implicit member is passed to. It isn't certain if overloads have other types
    /// there that may have the member too.
    private func parameter(_ members: [MemberID], chain: FileFacts.ChainFact, site: Site) -> Value? {
        let label = file(site).symbol(chain.contextLabel)
        let position = Int(chain.contextPosition)
        let imports = file(site).imports
        let visible = members.filter { id in
            graph.files[Int(id.file)].modules.contains { $0 == site.module || imports.contains(graph.moduleNames[$0]) }
        }
        var found: Value?
        for id in visible.isEmpty ? members : visible {
            let fact = graph.member(id)
            let home = graph.site(id.file, from: site.module)
            let file = file(home)
            let parameters = file.facts.parameters[fact.parameters.indices]
            let match =
                if let label {
                    parameters.first { file.symbol($0.label) == label }
                } else {
                    position < parameters.count ? parameters[parameters.startIndex + position] : nil
                }
            guard let match, label != nil || match.label < 0, match.type >= 0 else { continue }
            let type = types.type(written: match.type, home, in: file.path(fact.owner))
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
            let name = file(site).symbol(file(site).facts.steps[Int(chain.steps.start)].name)
        else { return true }
        return graph.members(name, of: id).contains { graph.member($0).flags.contains(.isStatic) }
    }

    // MARK: Changes

    /// Returns whether a chain ends in the call of a method that changes the value before it.
    func mutates(_ chain: FileFacts.ChainFact, index: Int, _ site: Site) -> Bool {
        guard chain.steps.count >= 2 else { return false }
        let facts = file(site).facts
        let last = chain.steps.indices.upperBound - 1
        guard facts.steps[last].kind == .call, facts.steps[last - 1].kind == .member,
            let name = file(site).symbol(facts.steps[last - 1].name)
        else { return false }
        let isKnown = graph.words.mutations.contains(name)
        guard isKnown || graph.mutating.contains(name) else { return false }
        switch value(chain: index, site, limit: Int(chain.steps.count) - 2).kind {
        case .instance(let type):
            guard graph.types[type].kind != .classType else { return false }
            return graph.members(name, of: type).contains { graph.member($0).flags.contains(.isMutating) }
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
