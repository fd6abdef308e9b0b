/// Decides whether instances of a type change, and whether its code accesses something outside: network, disk, streams, clock,
/// another singleton.
///
/// Both questions spread: a type with a changing part changes too. `Components` decides them at once for all types that lead to
/// each other.
final class Judge {
    let graph: Graph
    let resolver: Resolver
    /// What classes of data are.
    let data: DataTypes
    let assigned: Set<Graph.MemberID>
    private var changing: [Graph.TypeID: Bool] = [:]
    private var reaching: [Graph.TypeID: Bool] = [:]
    private var traces: [Graph.TypeID: Trace] = [:]
    private var touching: [Graph.TypeID: Set<Symbol>] = [:]
    /// The singletons by their accessors, as far as they are decided.
    private var decided: [Graph.MemberID: Int] = [:]
    private var owners: [Int: Graph.TypeID] = [:]

    /// What a type's code accesses, independent of decisions.
    private struct Trace {
        var isOutside = false
        /// The statics and globals of other types that the code accesses.
        var slots: Set<Graph.MemberID> = []
        /// The types of the stored properties.
        var parts: [Graph.TypeID] = []
    }

    init(graph: Graph, decisions: Decisions, assigned: Set<Graph.MemberID>) {
        self.graph = graph
        self.assigned = assigned
        resolver = Resolver(graph: graph, decisions: decisions)
        data = DataTypes(graph: graph, resolver: resolver)
    }

    /// Adds the latest decisions: a type that accesses a singleton accesses something outside.
    func learn(_ decisions: Decisions) {
        decided = decisions.accessors
        for (index, found) in decisions.singletons.enumerated() { owners[index] = found.type }
        reaching = [:]
    }

    // MARK: State

    /// Returns whether an instance of the type can change.
    func changes(_ type: Graph.TypeID) -> Bool {
        if let known = changing[type] { return known }
        Components.spread(from: type, into: &changing) { ownChange(of: $0) }
        return changing[type] ?? false
    }

    private func ownChange(of type: Graph.TypeID) -> Components.Answer<Graph.TypeID> {
        if data.isFormatter(type) { return .ask([]) }
        var next: [Graph.TypeID] = []
        for id in graph.storedProperties(of: type) {
            if graph.member(id).flags.contains(.isVariable), graph.types[type].kind != .protocolType { return .yes }
            switch data.property(id, of: type).kind {
            case .instance(let part):
                if graph.types[part].kind.isReference { next.append(part) }
            case .externalInstance(let name):
                if graph.words.mutable.contains(name) { return .yes }
            default: continue
            }
        }
        if let parent = graph.parents(of: type).first, graph.types[parent].kind == .classType { next.append(parent) }
        return .ask(next)
    }

    /// Returns whether a class has only constants of plain data, and no function that acts without returning anything.
    func isImmutableData(_ type: Graph.TypeID) -> Bool { data.isData(type) && !changes(type) }

    /// Returns whether copies of a value see each other's changes, as those of a struct around a box do. Each type is checked
    /// once.
    private func sharesState(_ type: Graph.TypeID) -> Bool {
        var seen: Set<Graph.TypeID> = []
        var open = [type]
        while let current = open.popLast() {
            guard seen.insert(current).inserted else { continue }
            let kind = graph.types[current].kind
            if kind.isReference, changes(current) { return true }
            guard kind == .structType || kind == .enumType else { continue }
            for id in graph.storedProperties(of: current) {
                switch data.property(id, of: current).kind {
                case .externalInstance(let name) where graph.words.cells.contains(name): return true
                case .instance(let part): open.append(part)
                default: continue
                }
            }
        }
        return false
    }

    // MARK: Constants

    /// Returns whether a static or global is a constant that is created with arguments, of a class of data that doesn't change itself:
    /// `static let favorites = Folder("Favorites")`. Who changes it from outside is another question.
    func isNamedValue(_ id: Graph.MemberID, of type: Graph.TypeID) -> Bool {
        data.isMadeWithArguments(id) && data.isPassive(type) && !reachesOutside(type)
    }

    /// Returns whether a static or global is such a constant, and nobody changes an instance of the class once it is made.
    func isConstant(_ id: Graph.MemberID, of type: Graph.TypeID) -> Bool {
        isNamedValue(id, of: type) && !data.isChanged(type)
    }

    // MARK: Reach

    /// Returns whether code of the type accesses something outside.
    func reachesOutside(_ type: Graph.TypeID) -> Bool {
        if let known = reaching[type] { return known }
        Components.spread(from: type, into: &reaching) { ownReach(of: $0) }
        return reaching[type] ?? false
    }

    private func ownReach(of type: Graph.TypeID) -> Components.Answer<Graph.TypeID> {
        let trace = trace(of: type)
        if trace.isOutside { return .yes }
        var next = trace.parts
        for slot in trace.slots {
            guard let singleton = decided[slot] else { continue }
            // A value that uses shared state to compute itself is still a value.
            guard isValue(type), let owner = owners[singleton] else { return .yes }
            next.append(owner)
        }
        return .ask(next)
    }

    private func isValue(_ type: Graph.TypeID) -> Bool {
        graph.types[type].kind == .structType || graph.types[type].kind == .enumType
    }

    private func trace(of type: Graph.TypeID) -> Trace {
        if let known = traces[type] { return known }
        var trace = Trace()
        // What only the statics of a value type do says nothing about its instances, unless they consist of functions.
        let countsStatics = !isValue(type) || data.holdsFunctions(type)
        for entry in graph.types[type].scopes where !trace.isOutside {
            let file = graph.files[entry.file]
            if file.facts.scopes[entry.scope].isStatic, !countsStatics { continue }
            let site = graph.site(of: Int32(entry.file), from: graph.types[type].modules.first ?? 0)
            for item in file.chains(in: entry.scope) {
                follow(Int(item), site: site, of: type, trace: &trace)
                if trace.isOutside { break }
            }
        }
        for id in graph.storedProperties(of: type) where !trace.isOutside {
            switch data.property(id, of: type).kind {
            case .externalInstance(let name):
                trace.isOutside = graph.words.outsideTypes.contains(name) && name != graph.words.dateType
            // What the tree adds to a type from outside says nothing about the values of that type.
            case .instance(let part) where graph.types[part].kind == .extensionOf:
                let name = graph.types[part].path
                trace.isOutside = graph.words.outsideTypes.contains(name) && name != graph.words.dateType
            case .instance(let part) where part != type && graph.types[part].kind != .protocolType:
                trace.parts.append(part)
            default: continue
            }
        }
        traces[type] = trace
        return trace
    }

    private func follow(_ index: Int, site: Graph.Site, of type: Graph.TypeID, trace: inout Trace) {
        let file = graph.files[site.file]
        let chain = file.facts.chains[index]
        if chain.root == .name, let name = file.symbol(at: chain.base),
            reaches(name, chain: chain, index: index, site: site, of: type)
        {
            trace.isOutside = true
            return
        }
        var slots: [Graph.MemberID] = []
        var isOutside = false
        _ = resolver.value(chain: index, site: site) { event in
            switch event {
            case .reached(let member, _): slots.append(member)
            case .instance(let origin, _):
                let external = self.resolver.decisions.externalTypes[origin.singleton]
                let isAmbient =
                    external.map { self.graph.words.ambient.contains($0) } == true
                    && (self.isValue(type) || self.data.isValueObject(type))
                isOutside = isOutside || origin.path.isAccess && !isAmbient
            case .locator, .getter: break
            }
        }
        guard isOutside || !slots.isEmpty, !isOwn(chain, in: type, site: site) else { return }
        trace.isOutside = isOutside
        trace.slots.formUnion(slots)
    }

    /// Returns whether a name that the tree does not declare means something outside.
    private func reaches(
        _ name: Symbol,
        chain: FileFacts.ChainFact,
        index: Int,
        site: Graph.Site,
        of type: Graph.TypeID
    ) -> Bool {
        let words = graph.words
        let isName = words.outsideNames.contains(name) || words.opensFile.contains(name)
        guard isName || words.functions.contains(name) || words.streams.contains(name) else { return false }
        let path = graph.symbols.find(name, in: nil)
        // A value that reads the screen or the bundle to compute itself is still a value, and so is a formatter that reads the clock.
        if let path, words.ambient.contains(path), isValue(type) || data.isValueObject(type) { return false }
        if name == words.date, data.isFormatter(type) { return false }
        if let path, graph.lookup(path, site: site, in: graph.types[type].path) != nil { return false }
        guard graph.members(named: name, of: type).isEmpty else { return false }
        let facts = graph.files[site.file].facts
        let first = chain.steps.indices.first.map { facts.steps[$0] }
        let isCalled = first?.kind == .call
        if isCalled ? words.functions.contains(name) : words.streams.contains(name), graph.globals[name] == nil {
            return true
        }
        if words.outsideNames.contains(name), let path, words.outsideTypes.contains(path) {
            let member = first.flatMap { graph.files[site.file].symbol(at: $0.name) }
            let isHarmless = member.map { words.harmless.contains(.init(type: path, accessor: $0)) } ?? false
            return !isHarmless && (name != words.date || readsClock(chain, site: site))
        }
        return isCalled && words.opensFile.contains(name) && opensFile(index, site: site)
    }

    /// Returns whether a chain is `Date()` or `Date.now`, but not a computed date.
    private func readsClock(_ chain: FileFacts.ChainFact, site: Graph.Site) -> Bool {
        let file = graph.files[site.file]
        guard let first = chain.steps.indices.first else { return false }
        let step = file.facts.steps[first]
        if step.kind == .call { return step.arguments == 0 }
        let name = file.symbol(at: step.name)
        return name == graph.words.now
            || name == graph.words.`init` && chain.steps.count > 1 && file.facts.steps[first + 1].arguments == 0
    }

    /// Returns whether a chain is `Data(contentsOf:)` or similar.
    private func opensFile(_ index: Int, site: Graph.Site) -> Bool {
        let file = graph.files[site.file]
        return file.facts.chains.contains { chain in
            Int(chain.contextChain) == index
                && file.symbol(at: chain.contextLabel).map { graph.words.filePaths.contains($0) } ?? false
        }
    }

    /// Returns whether a chain in a type's code starts at the type itself.
    private func isOwn(_ chain: FileFacts.ChainFact, in type: Graph.TypeID, site: Graph.Site) -> Bool {
        switch chain.root {
        case .selfType, .selfValue: return true
        case .name:
            guard let name = graph.files[site.file].symbol(at: chain.base) else { return false }
            let found = graph.symbols.find(name, in: nil).flatMap {
                graph.lookup($0, site: site, in: graph.types[type].path)
            }
            return found?.type == type || !graph.members(named: name, of: type).isEmpty
        default: return false
        }
    }

    // MARK: Services

    /// Returns whether a value is a service of another type.
    func isService(_ value: Value, other type: Graph.TypeID?) -> Bool {
        switch value.kind {
        case .instance(let part) where part != type:
            switch graph.types[part].kind {
            case .classType, .actorType: return changes(part) || reachesOutside(part)
            case .structType, .enumType: return reachesOutside(part)
            case .protocolType:
                // If only its protocol is known, it is a service if a conforming type is one.
                for conforming in graph.subtypes[part] ?? []
                where graph.types[conforming].kind.isReference || reachesOutside(conforming) {
                    return true
                }
                return false
            case .extensionOf:
                return false
            }
        case .externalInstance(let name):
            return graph.words.services.contains(name)
        default: return false
        }
    }

    /// Returns whether a type has parts that can be replaced: functions, services.
    func holdsDependencies(_ type: Graph.TypeID, resolver: Resolver) -> Bool {
        if data.holdsFunctions(type) { return true }
        for id in graph.storedProperties(of: type) {
            let value = resolver.declared.property([id], seenFrom: graph.types[type].modules.first ?? 0)
            if value.origin != nil || isService(value, other: type) { return true }
            if case .method = value.kind { return true }
        }
        return false
    }

    // MARK: Static state

    /// Returns whether a static function or computed property uses static state of its type that changes, directly or through
    /// others of the type.
    func touchesState(_ id: Graph.MemberID, in type: Graph.TypeID) -> Bool {
        if touching[type] == nil { touching[type] = functionsOnState(of: type) }
        return touching[type]?.contains(graph.name(of: id)) ?? false
    }

    /// Returns the functions that name static state, and those that name these functions: from the state outwards, each name
    /// once.
    private func functionsOnState(of type: Graph.TypeID) -> Set<Symbol> {
        let info = graph.types[type]
        var state: Set<Symbol> = []
        for (name, members) in info.members {
            for id in members where isState(id, of: type) { state.insert(name) }
        }
        guard !state.isEmpty else { return [] }
        let names = Dictionary(
            info.members.keys.map { (graph.symbols.text(of: $0), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var sayers: [Symbol: Set<Symbol>] = [:]
        for entry in info.scopes {
            let file = graph.files[entry.file]
            let scope = file.facts.scopes[entry.scope]
            guard scope.isStatic, let function = file.facts.name(at: scope.function),
                let own = names[FunctionName.base(of: function)]
            else { continue }
            for item in file.chains(in: entry.scope) {
                let chain = file.facts.chains[Int(item)]
                let first = chain.steps.indices.first.flatMap { file.symbol(at: file.facts.steps[$0].name) }
                let isName = chain.root == .name
                let base = isName ? file.symbol(at: chain.base) : nil
                let isSelf =
                    chain.root == .selfType || chain.root == .selfValue
                    || (base != nil && base.flatMap { graph.symbols.find($0, in: nil) } == info.path)
                let said = isSelf ? first : base
                if let said { sayers[said, default: []].insert(own) }
            }
        }
        var found = state
        var open = Array(state)
        while let name = open.popLast() {
            for sayer in sayers[name] ?? [] where found.insert(sayer).inserted { open.append(sayer) }
        }
        return found.subtracting(state)
    }

    /// Returns whether a stored static changes: it is assigned somewhere, or it is a constant with a value that can change.
    private func isState(_ id: Graph.MemberID, of type: Graph.TypeID) -> Bool {
        let flags = graph.member(id).flags
        guard flags.contains(.isStatic), flags.isDisjoint(with: [.isComputed, .isFunction, .isCase, .isTaskLocal])
        else { return false }
        if flags.contains(.isVariable) { return assigned.contains(id) }
        guard flags.contains(.isPrivate) else { return false }
        switch data.property(id, of: type).kind {
        case .externalInstance(let name): return graph.words.cells.contains(name)
        case .instance(let part): return part != type && sharesState(part)
        default: return false
        }
    }
}
