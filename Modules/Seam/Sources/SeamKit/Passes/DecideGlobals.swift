/// Decides which globals are singletons, and which globals and statics without parameters return a world: a value with
/// replaceable parts, which a property wrapper, a task-local, a function or another global holds.
///
/// Needs the locators. Adds the globals.
enum DecideGlobals: Pass {
    static let needs: Set<Knowledge.Layer> = [.locators]
    static let adds = Knowledge.Layer.globals

    static func run(on knowledge: inout Knowledge) {
        let graph = knowledge.graph
        let judge = Judge(graph: graph, decisions: knowledge.decisions, assigned: knowledge.assigned)
        judge.learn(knowledge.decisions)
        let globals = graph.globals.values.joined().map { (graph.symbols.text(of: graph.name(of: $0)), $0) }
            .sorted { ($0.0, $0.1.file, $0.1.member) < ($1.0, $1.1.file, $1.1.member) }
        var known: [GlobalName: Int] = [:]
        for (_, id) in globals { knowledge.decide(id, of: nil, judge: judge, known: &known) }
        for type in graph.types.indices {
            let statics = graph.types[type].statics.filter {
                !graph.member($0).flags.isDisjoint(with: [.isComputed, .isFunction])
            }
            for id in statics.sorted(by: { ($0.file, $0.member) < ($1.file, $1.member) }) {
                knowledge.decide(id, of: type, judge: judge, known: &known)
            }
        }
    }
}

/// The identity of a global, which several branches of an `#if` may declare.
private struct GlobalName: Hashable {
    var name: Symbol
    var owner: Graph.TypeID?
    var module: Int
    /// The file of a global that is visible only in this file.
    var file: Int32?
}

extension Knowledge {
    fileprivate mutating func decide(
        _ id: Graph.MemberID,
        of owner: Graph.TypeID?,
        judge: Judge,
        known: inout [GlobalName: Int]
    ) {
        let fact = graph.member(id)
        // The storage behind a static is already decided on, and so are the members of a locator.
        guard decisions.accessors[id] == nil, decisions.locatorMembers[id] == nil,
            fact.flags.isDisjoint(with: [.isTaskLocal, .isInitializer, .isCase, .isSubscript])
        else { return }
        let isComputed = !fact.flags.isDisjoint(with: [.isComputed, .isFunction])
        let decision = isComputed ? handedOut(id, of: owner, judge: judge) : held(id, judge: judge)
        guard let (type, shape) = decision else { return }
        let module = graph.files[Int(id.file)].modules[0]
        let key = GlobalName(
            name: graph.name(of: id),
            owner: owner,
            module: module,
            file: fact.flags.contains(.isPrivate) ? id.file : nil
        )
        if let index = known[key] {
            decisions.accessors[id] = index
            decisions.singletons[index].singleton.accessors.append(graph.accessor(of: id))
            return
        }
        known[key] = decisions.singletons.count
        decisions.accessors[id] = decisions.singletons.count
        let place = graph.files[Int(id.file)].facts.location(of: fact.place)
        var singleton = Singleton(
            name: graph.text(of: type),
            module: graph.modules[module].name,
            shape: shape,
            accessors: [graph.accessor(of: id)],
            file: graph.files[Int(id.file)].path,
            line: place.line,
            column: place.column
        )
        if let owner {
            if let home = graph.types[owner].modules.first { singleton.module = graph.modules[home].name }
            singleton.id = "\(singleton.module).\(graph.text(of: owner)).\(singleton.accessors[0].name)"
        }
        decisions.singletons.append(Decisions.Found(singleton: singleton, type: type))
    }

    /// Returns the type and shape of the singleton that a stored global holds; nil for none.
    private func held(_ id: Graph.MemberID, judge: Judge) -> (Graph.TypeID, Singleton.Shape)? {
        let flags = graph.member(id).flags
        let module = graph.files[Int(id.file)].modules[0]
        let value = judge.resolver.declared.property([id], seenFrom: module)
        if let type = collected(id, module: module, judge: judge) { return (type, .global) }
        guard value.origin == nil, case .instance(let type) = value.kind else { return nil }
        switch graph.types[type].kind {
        case .classType, .actorType:
            if judge.isConstant(id, of: type) { return nil }
            let isShared = judge.changes(type) || judge.reachesOutside(type) || !judge.isImmutableData(type)
            return isShared ? (type, .global) : nil
        case .structType, .enumType:
            let isVariable = flags.contains(.isVariable)
            let holds = judge.holdsDependencies(type, resolver: judge.resolver)
            if isVariable, graph.types[type].kind == .structType, holds { return (type, .world) }
            if holds, judge.reachesOutside(type) { return (type, isVariable ? .world : .global) }
            return assigned.contains(id) || judge.reachesOutside(type) ? (type, .global) : nil
        case .protocolType:
            return judge.isService(value, other: nil) ? (type, .global) : nil
        case .extensionOf:
            return nil
        }
    }

    /// Returns the type of the services in a global collection that changes: `var modules: [Module] = []`; nil for another global.
    private func collected(_ id: Graph.MemberID, module: Int, judge: Judge) -> Graph.TypeID? {
        let fact = graph.member(id)
        let site = graph.site(of: id.file, from: module)
        let element: FileFacts.Index
        switch graph.files[site.file].facts.type(at: fact.type) {
        case .array(let inner), .dictionary(let inner): element = inner
        default: return nil
        }
        guard fact.flags.contains(.isVariable), element >= 0, !isBehindTop(id, site: site, judge: judge) else {
            return nil
        }
        let value = judge.resolver.types.instance(of: element, site: site, in: nil)
        guard case .instance(let type) = value.kind, graph.types[type].kind != .extensionOf else { return nil }
        return assigned.contains(id) || judge.isService(value, other: nil) ? type : nil
    }

    /// Returns whether a private collection is the storage of a global that returns one of its elements.
    private func isBehindTop(_ id: Graph.MemberID, site: Graph.Site, judge: Judge) -> Bool {
        let facts = graph.files[site.file].facts
        return graph.member(id).flags.contains(.isPrivate)
            && facts.members.contains { other in
                other.owner < 0 && other.values.count == 1
                    && LastStep(resolver: judge.resolver).stack(
                        under: Int(facts.lists[Int(other.values.start)]),
                        site: site
                    ) == id
            }
    }

    /// Returns the type of the world that a computed global or a static without parameters returns; nil for none.
    ///
    /// A global that returns a singleton is another name for it, and one that creates a value each time is a factory.
    private func handedOut(
        _ id: Graph.MemberID,
        of owner: Graph.TypeID?,
        judge: Judge
    ) -> (Graph.TypeID, Singleton.Shape)? {
        let fact = graph.member(id)
        guard fact.parameters.count == 0, fact.type >= 0, fact.values.count == 1 else { return nil }
        let module = graph.files[Int(id.file)].modules[0]
        let site = graph.site(of: id.file, from: module)
        let file = graph.files[site.file]
        let declared = judge.resolver.types.instance(of: fact.type, site: site, in: file.path(at: fact.owner))
        guard case .instance(let type) = declared.kind, type != owner else { return nil }
        switch graph.types[type].kind {
        case .classType, .actorType, .structType: break
        case .protocolType, .enumType, .extensionOf: return nil
        }
        let index = Int(file.facts.lists[Int(fact.values.start)])
        guard isHandedOn(index, site: site, judge: judge) else { return nil }
        if judge.holdsDependencies(type, resolver: judge.resolver) { return (type, .world) }
        // The top of a stack is one instance for all; a world that something resolves is a value with parts.
        let isObject = graph.types[type].kind.isReference && !judge.isImmutableData(type)
        return isObject && LastStep(resolver: judge.resolver).stack(under: index, site: site) != nil
            ? (type, .global) : nil
    }

    /// Returns whether something outside its body stores the value of a chain.
    private func isHandedOn(_ index: Int, site: Graph.Site, judge: Judge) -> Bool {
        let file = graph.files[site.file]
        let chain = file.facts.chains[index]
        if chain.root == .typed, chain.steps.count == 0, chain.contextChain >= 0 {
            return isHandedOn(Int(chain.contextChain), site: site, judge: judge)
        }
        if chain.root == .binding {
            let binding = file.facts.bindings[Int(chain.base)]
            if chain.steps.count == 0, binding.isWrapped { return true }
            // `let world = lookUp(); return world`
            guard chain.steps.count == 0, binding.values.count == 1, !binding.isParameter else { return false }
            return isHandedOn(Int(file.facts.lists[Int(binding.values.start)]), site: site, judge: judge)
        }
        var isAtEnd = false
        var isOnWay = false
        var isOtherName = false
        let value = judge.resolver.value(chain: index, site: site) { event in
            guard case .reached(let member, let step) = event, graph.isStored(member) else { return }
            isOnWay = true
            guard step + 1 == Int(chain.steps.count) else { return }
            isAtEnd = true
            // A global that this pass has decided on is not an origin yet.
            isOtherName = isOtherName || decisions.accessors[member] != nil
        }
        guard value.origin == nil, !value.isNew, !isOtherName else { return false }
        if isAtEnd || LastStep(resolver: judge.resolver).stack(under: index, site: site) != nil { return true }
        // The result of a function, or of a call on a stored value: `resolve()`, `Container.shared.resolve()`.
        guard value.kind == .unknown, let last = chain.steps.indices.last, file.facts.steps[last].kind == .call else {
            return false
        }
        let isFunction = chain.root == .name && chain.steps.count == 1
        return isOnWay || (isFunction && file.symbol(at: chain.base).map { !graph.symbols.isCapital($0) } ?? false)
    }
}
