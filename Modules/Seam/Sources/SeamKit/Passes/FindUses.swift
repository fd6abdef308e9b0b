/// Finds the uses of the singletons in every file, as each of its modules compiles it.
///
/// Needs the carriers: only code that contains one of their names can be a use. Adds the uses. If modules interpret the same
/// place differently, each use names the modules with its interpretation.
enum FindUses: Pass {
    static let needs: Set<Knowledge.Layer> = [.carriers]
    static let adds = Knowledge.Layer.uses

    static func run(on knowledge: inout Knowledge) {
        let graph = knowledge.graph
        let decisions = knowledge.decisions
        let carriers = knowledge.carriers
        let states = { @Sendable in
            UseFinder(resolver: Resolver(graph: graph, decisions: decisions), carriers: carriers)
        }
        let results = knowledge.results
        let found = Workers.map(graph.files.count, threads: knowledge.options.workers, state: states) {
            results?.uses(in: $1) ?? $0.uses(in: $1)
        }
        for (file, uses) in found.enumerated() where results?.uses(in: file) == nil {
            knowledge.results?.keep(uses, in: file)
        }
        knowledge.uses = Array(found.joined())
    }
}

/// A use, with its singleton's index in `Decisions`, which determines the id once all singletons are known.
struct FoundUse: Sendable {
    var singleton: Int
    var use: Use
}

/// Finds the uses of singletons in one file.
private struct UseFinder {
    let resolver: Resolver
    private let carriers: SymbolSet
    private let readers: Readers
    private var graph: Graph { resolver.graph }
    private var decisions: Decisions { resolver.decisions }

    init(resolver: Resolver, carriers: SymbolSet) {
        self.resolver = resolver
        self.carriers = carriers
        readers = Readers(resolver: resolver)
    }

    /// The properties that must be equal for two modules to interpret a place in the same way.
    private struct Reading: Hashable {
        var singleton: Int
        var offset: Int
        var member: String
        var kind: Use.Kind
        /// Whether it is a cast, which begins where the use of what is cast does.
        var isCast: Bool
        /// The position among several at that place.
        var count: Int

        var place: [Int] { [offset, isCast ? 1 : 0] }
    }

    func uses(in number: Int) -> [FoundUse] {
        let modules = graph.files[number].modules
        guard let carrying = NamedChains(of: graph.files[number], saying: carriers) else { return [] }
        guard modules.count > 1 else { return uses(of: carrying, in: Graph.Site(file: number, module: modules[0])) }
        var order: [Reading] = []
        var readings: [Reading: [(module: Int, use: FoundUse)]] = [:]
        for module in modules {
            var counts: [Reading: Int] = [:]
            for found in uses(of: carrying, in: Graph.Site(file: number, module: module)) {
                var reading = Reading(
                    singleton: found.singleton,
                    offset: found.use.offset,
                    member: found.use.member,
                    kind: found.use.kind,
                    isCast: found.use.path == .cast,
                    count: 0
                )
                counts[reading, default: 0] += 1
                reading.count = counts[reading, default: 1]
                if readings[reading] == nil { order.append(reading) }
                readings[reading, default: []].append((module, found))
            }
        }
        // A guess in one module counts for nothing if another module is certain.
        let known = Set(
            order.filter { readings[$0]?.contains { $0.use.use.certainty != .byName } == true }.map(\.place)
        )
        let left = order.filter { reading in
            !known.contains(reading.place) || readings[reading]?.contains { $0.use.use.certainty != .byName } == true
        }
        let singletons = Dictionary(grouping: left, by: \.place).mapValues { Set($0.map(\.singleton)).count }
        return left.compactMap { reading in
            guard let all = readings[reading],
                let best = all.min(by: { $0.use.use.certainty < $1.use.use.certainty })
            else { return nil }
            var found = best.use
            let home =
                all.map(\.module).min { rank(of: $0, modules: modules) < rank(of: $1, modules: modules) } ?? best.module
            found.use.module = graph.modules[home].name
            found.use.isTest = graph.modules[home].isTest
            found.use.alsoIn = all.map(\.module).filter { $0 != home }.map { graph.modules[$0].name }
            found.use.isDisputed = (singletons[reading.place] ?? 1) > 1
            return found
        }
    }

    private func rank(of module: Int, modules: [Int]) -> Int { modules.firstIndex(of: module) ?? 0 }

    // MARK: One module

    private func uses(of carrying: NamedChains, in site: Graph.Site) -> [FoundUse] {
        let file = graph.files[site.file]
        let facts = file.facts
        var keyPaths: [Int64: FileFacts.Index] = [:]
        for chain in facts.chains where chain.root == .keyPath && chain.contextChain >= 0 {
            if let first = chain.steps.indices.first {
                keyPaths[Int64(chain.contextChain) << 32 | Int64(chain.contextStep)] = facts.steps[first].name
            }
        }
        var results: [FoundUse] = []
        for index in carrying.chains where facts.chains[index].ending != .copy {
            let chain = facts.chains[index]
            let place = Place(chain: chain, index: index, file: file, site: site)
            _ = resolver.value(chain: index, site: site) { event in
                switch event {
                case .reached: break
                case .instance(let origin, let step):
                    guard !isOwnAccessor(origin.singleton, place: place) else { return }
                    let isLast = step + 1 == Int(chain.steps.count)
                    // A base is part of the expression around it; an alias that is assigned no longer counts.
                    if isLast, chain.ending == .base || (chain.ending == .write && !origin.path.isAccess) { return }
                    let (member, kind) = member(after: step, place: place, keyPaths: keyPaths)
                    results.append(
                        result(
                            for: origin.singleton,
                            member: member,
                            kind: kind,
                            certainty: origin.certainty,
                            path: chain.root == .keyPath ? .keyPath : origin.path,
                            place: place
                        )
                    )
                case .locator(let locator, let id, let step, let isCertain):
                    guard !isInside(locator, place: place) else { return }
                    results.append(
                        result(
                            for: locator,
                            member: graph.symbols.text(of: graph.name(of: id)),
                            kind: kind(ofMemberAt: step, place: place),
                            certainty: isCertain ? .resolved : .byName,
                            path: .direct,
                            place: place
                        )
                    )
                case .getter(let members, let dynamic, let step):
                    if let use = use(of: members, dynamic: dynamic, at: step, place: place, keyPaths: keyPaths) {
                        results.append(use)
                    }
                }
            }
        }
        markDefaults(among: &results, in: facts)
        return results
    }

    /// Marks the uses that are default values of parameters.
    private func markDefaults(among results: inout [FoundUse], in facts: FileFacts) {
        guard !results.isEmpty else { return }
        var places: Set<Int> = []
        for binding in facts.bindings where binding.isParameter {
            for item in binding.values.indices {
                places.insert(Int(facts.chains[Int(facts.lists[item])].place.offset))
            }
        }
        for index in results.indices { results[index].use.isDefault = places.contains(results[index].use.offset) }
    }

    /// Returns the use of a singleton behind a subscript, a property wrapper or a dynamic member that reads it.
    private func use(
        of members: [Graph.MemberID],
        dynamic: Symbol?,
        at step: Int,
        place: Place,
        keyPaths: [Int64: FileFacts.Index]
    ) -> FoundUse? {
        let facts = place.file.facts
        let isSubscript = facts.steps[place.chain.steps.indices.lowerBound + step].kind == .subscriptCall
        let call = resolver.call(ofGetterAt: step, chain: place.index, site: place.site)
        let path = keyPaths[Int64(place.index) << 32 | Int64(call)].flatMap { facts.name(at: $0) }
        guard
            let reader = readers.reader(
                of: members,
                chain: place.index,
                step: call,
                hasPath: path != nil,
                site: place.site
            ), !isOwnAccessor(reader.singleton, place: place),
            !isLocator(reader.singleton) || !isInside(reader.singleton, place: place)
        else { return nil }
        let named = path == "self" ? nil : dynamic.map { graph.symbols.text(of: $0) } ?? path
        return result(
            for: reader.singleton,
            member: reader.member ?? named ?? (isSubscript ? "subscript" : nil),
            kind: kind(ofMemberAt: step, place: place),
            certainty: reader.certainty,
            path: .wrapper,
            place: place
        )
    }

    private func isLocator(_ singleton: Int) -> Bool { decisions.singletons[singleton].shape == .locator }

    /// A chain and its position.
    private struct Place {
        var chain: FileFacts.ChainFact
        var index: Int
        var file: GraphFile
        var site: Graph.Site

        var scope: FileFacts.ScopeFact { file.facts.scopes[Int(chain.scope)] }
    }

    private func result(
        for singleton: Int,
        member: String?,
        kind: Use.Kind,
        certainty: Use.Certainty,
        path: Use.Path,
        place: Place
    ) -> FoundUse {
        let found = decisions.singletons[singleton].singleton
        let module = graph.modules[place.site.module]
        let facts = place.file.facts
        let (line, column) = facts.location(of: place.chain.place)
        var use = Use(
            singleton: "",
            type: found.name,
            member: member ?? Use.instance,
            kind: kind,
            certainty: certainty,
            path: path,
            file: place.file.path,
            line: line,
            column: column,
            module: module.name,
            enclosingType: place.file.path(at: place.scope.type).map { graph.symbols.text(of: $0) } ?? "",
            enclosingFunction: facts.name(at: place.scope.function) ?? "",
            isTest: module.isTest
        )
        use.offset = Int(place.chain.place.offset)
        use.isInStaticCode = place.scope.isStatic
        let fallback = facts.fallbacks.first { $0.place == place.chain.place }
        use.fallbackFor = fallback.flatMap { facts.name(at: $0.name) } ?? ""
        return FoundUse(singleton: singleton, use: use)
    }

    /// Returns whether a chain is in the body of an accessor of the singleton.
    private func isOwnAccessor(_ singleton: Int, place: Place) -> Bool {
        guard let type = decisions.singletons[singleton].type, let names = decisions.ownAccessors[singleton],
            let path = place.file.path(at: place.scope.type),
            let function = place.file.facts.name(at: place.scope.function)
        else { return false }
        let base = FunctionName.base(of: function)
        return names.contains { graph.symbols.text(of: $0) == base }
            && graph.ownType(at: path, site: place.site) == type
    }

    /// Returns whether a chain is in a type, or in one nested in it.
    private func isInside(_ locator: Int, place: Place) -> Bool {
        guard let type = decisions.singletons[locator].type else { return false }
        var path = place.file.path(at: place.scope.type)
        while let current = path {
            if graph.ownType(at: current, site: place.site) == type { return true }
            path = graph.symbols.parent(of: current)
        }
        return false
    }

    // MARK: Members and kinds

    private func member(
        after step: Int,
        place: Place,
        keyPaths: [Int64: FileFacts.Index]
    ) -> (String?, Use.Kind) {
        let next = step + 1
        let chain = place.chain
        let facts = place.file.facts
        guard next < Int(chain.steps.count) else { return (nil, chain.ending == .write ? .write : .read) }
        let fact = facts.steps[chain.steps.indices.lowerBound + next]
        let kind: Use.Kind = chain.ending == .write ? .write : .read
        switch fact.kind {
        case .member, .keyPathMember:
            let name = facts.name(at: fact.name)
            if name == "self", next + 1 == Int(chain.steps.count) { return (nil, .read) }
            return (name, fact.kind == .keyPathMember ? kind : self.kind(ofMemberAt: next, place: place))
        case .metatype:
            return (nil, .read)
        case .call:
            return ("callAsFunction", .call)
        case .subscriptCall:
            let key = Int64(place.index) << 32 | Int64(next)
            if place.file.symbol(at: fact.name) == graph.words.keyPath,
                let name = keyPaths[key].flatMap({ facts.name(at: $0) })
            {
                return (name, kind)
            }
            return ("subscript", kind)
        }
    }

    private func kind(ofMemberAt step: Int, place: Place) -> Use.Kind {
        let chain = place.chain
        let steps = place.file.facts.steps[chain.steps.indices]
        let first = steps.startIndex
        if step + 1 < steps.count, steps[first + step + 1].kind == .call { return .call }
        if chain.ending == .write { return .write }
        if step >= 0, place.file.projected[steps[first + step].name] != nil { return .read }
        // A method that changes the value it is called on, anywhere below the member.
        guard steps.count >= step + 3 else { return .read }
        return LastStep(resolver: resolver).mutates(place.index, site: place.site) ? .write : .read
    }
}
