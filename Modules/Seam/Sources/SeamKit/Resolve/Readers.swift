/// Finds getters that return a part of a singleton: those of subscripts, and the wrapped values of property wrappers.
///
///     static subscript<T>(_ path: KeyPath<Settings, T>) -> T { shared[keyPath: path] }
///
/// Code that uses such a getter uses the singleton without naming its accessor. It caches its results, so it belongs to one
/// thread.
final class Readers {
    /// What a getter reads.
    struct Reader {
        /// The index in `Decisions`.
        var singleton: Int
        /// For a locator, the static that is read.
        var member: String?
        var certainty: Use.Certainty
        /// Whether the instance is the default of a parameter, so that a caller may pass another.
        var isDefault: Bool
    }

    private struct Key: Hashable {
        var member: Graph.MemberID
        var module: Int
    }

    let resolver: Resolver
    private var graph: Graph { resolver.graph }
    private var known: [Key: Reader?] = [:]

    init(resolver: Resolver) { self.resolver = resolver }

    /// Returns what a getter reads, as a module of its file compiles it; nil if that is nothing of a singleton of the tree.
    func reader(of id: Graph.MemberID, seenFrom module: Int) -> Reader? {
        let site = graph.site(of: id.file, from: module)
        let key = Key(member: id, module: site.module)
        if let found = known[key] { return found }
        let found = reader(of: id, site: site, trail: [])
        known[key] = .some(found)
        return found
    }

    /// Returns whether a subscript of a type reads a singleton.
    func hasSubscript(_ type: Graph.TypeID, seenFrom module: Int) -> Bool {
        graph.members(named: graph.words.subscript, of: type).contains { reader(of: $0, seenFrom: module) != nil }
    }

    /// - Parameter trail: the getters that led here. Each is followed once, so a cycle ends.
    private func reader(of id: Graph.MemberID, site: Graph.Site, trail: [Graph.MemberID]) -> Reader? {
        guard !trail.contains(id) else { return nil }
        let facts = resolver.file(of: site).facts
        let chains = graph.member(id).values.indices.map { (Int(facts.lists[$0]), site) } + assigned(to: id, site: site)
        for (chain, site) in chains {
            if let found = reader(chain: chain, site: site, trail: trail + [id]) { return found }
        }
        return nil
    }

    /// Returns the chains that the initializers of a type assign to a stored property.
    private func assigned(to id: Graph.MemberID, site: Graph.Site) -> [(Int, Graph.Site)] {
        let file = resolver.file(of: site)
        let fact = graph.member(id)
        guard fact.flags.isDisjoint(with: [.isComputed, .isSubscript]), let path = file.path(at: fact.owner),
            let type = graph.ownType(at: path, site: site)
        else { return [] }
        return (graph.flows[type]?[graph.name(of: id)] ?? []).flatMap { entry in
            let home = graph.site(of: Int32(entry.file), from: site.module)
            let facts = resolver.file(of: home).facts
            return facts.flows[entry.flow].values.indices.map { (Int(facts.lists[$0]), home) }
        }
    }

    private func reader(chain index: Int, site: Graph.Site, trail: [Graph.MemberID]) -> Reader? {
        let facts = resolver.file(of: site).facts
        // `let name = Settings.shared.name; return name ?? ""`
        return facts.origins(of: FileFacts.Index(index), throughMembers: true).lazy.compactMap {
            self.reader(only: Int($0), site: site, trail: trail)
        }.first
    }

    private func reader(only index: Int, site: Graph.Site, trail: [Graph.MemberID]) -> Reader? {
        let chain = resolver.file(of: site).facts.chains[index]
        var found: Reader?
        _ = resolver.value(chain: index, site: site) { event in
            guard found == nil else { return }
            switch event {
            case .instance(let origin, let step):
                // What returns the instance itself is another name for it.
                guard step + 1 < Int(chain.steps.count), self.isOwn(origin.singleton) else { return }
                let isDefault = origin.path == .parameter
                found = Reader(
                    singleton: origin.singleton,
                    certainty: isDefault && origin.certainty == .possible ? .resolved : origin.certainty,
                    isDefault: isDefault
                )
            case .locator(let locator, let member, _, let isCertain):
                let name = self.graph.symbols.text(of: self.graph.name(of: member))
                found = Reader(
                    singleton: locator,
                    member: name,
                    certainty: isCertain ? .resolved : .byName,
                    isDefault: false
                )
            case .getter(let members, _, let step):
                found = self.nested(members, chain: index, step: step, site: site, trail: trail)
            case .reached: break
            }
        }
        return found ?? ofOwnMethod(chain: index, site: site, trail: trail)
    }

    /// Returns what a method of the getter's type reads that the getter calls: `get { read() }`.
    private func ofOwnMethod(chain index: Int, site: Graph.Site, trail: [Graph.MemberID]) -> Reader? {
        let file = resolver.file(of: site)
        let own = file.path(at: file.facts.scopes[Int(file.facts.chains[index].scope)].type)
        for limit in 0...1 {
            guard case .method(let methods) = resolver.value(chain: index, site: site, limit: limit).kind else {
                continue
            }
            let found = methods.filter { graph.files[Int($0.file)].path(at: graph.member($0).owner) == own }
            return nested(found, chain: index, step: limit, site: site, trail: trail)
        }
        return nil
    }

    /// Returns what a getter reads that another one uses.
    private func nested(
        _ members: [Graph.MemberID],
        chain index: Int,
        step: Int,
        site: Graph.Site,
        trail: [Graph.MemberID]
    ) -> Reader? {
        let found = members.lazy.compactMap {
            self.reader(of: $0, site: self.graph.site(of: $0.file, from: site.module), trail: trail)
        }.first
        guard var found else { return nil }
        let call = resolver.call(ofGetterAt: step, chain: index, site: site)
        if found.isDefault, isPassed(to: members, chain: index, step: call, site: site) { return nil }
        found.isDefault = false
        return found
    }

    private func isOwn(_ singleton: Int) -> Bool { resolver.decisions.singletons[singleton].type != nil }

    // MARK: Calls

    /// Returns what the use of a getter reads.
    ///
    /// - Parameters:
    ///   - members: the overloads of the getter.
    ///   - step: the call with the getter's arguments: that of a subscript, or of a wrapper's initializer.
    ///   - path: whether a key path is among the arguments.
    func reader(
        of members: [Graph.MemberID],
        chain index: Int,
        step: Int,
        hasPath: Bool,
        site: Graph.Site
    ) -> Reader? {
        let fitting = overloads(among: members, chain: index, step: step, hasPath: hasPath, site: site)
        let found = fitting.compactMap { reader(of: $0, seenFrom: site.module) }
        guard var first = found.first, !first.isDefault || !isPassed(to: fitting, chain: index, step: step, site: site)
        else {
            return nil
        }
        // Arguments have no types here, so another overload may be meant.
        if found.count < fitting.count { first.certainty = .byName }
        return first
    }

    private func overloads(
        among members: [Graph.MemberID],
        chain index: Int,
        step: Int,
        hasPath: Bool,
        site: Graph.Site
    ) -> [Graph.MemberID] {
        let file = resolver.file(of: site)
        let chain = file.facts.chains[index]
        let call = file.facts.steps[chain.steps.indices.lowerBound + step]
        guard call.kind == .subscriptCall else { return members }
        let labelled = members.filter { id in
            let home = graph.files[Int(id.file)]
            let first = home.facts.parameters[graph.member(id).parameters.indices].first
            return home.symbol(at: first?.label ?? -1) == file.symbol(at: call.name)
        }
        guard hasPath else { return labelled }
        let paths = labelled.filter { takesPath($0) }
        return paths.isEmpty ? labelled : paths
    }

    private func takesPath(_ id: Graph.MemberID) -> Bool {
        let facts = graph.files[Int(id.file)].facts
        return facts.parameters[graph.member(id).parameters.indices].contains { parameter in
            guard case .named(let path)? = facts.type(at: parameter.type) else { return false }
            return facts.name(at: facts.paths[Int(path)].name)?.hasSuffix("KeyPath") == true
        }
    }

    /// Returns whether a call passes as many arguments as there are parameters, so that no default of them counts.
    private func isPassed(
        to members: [Graph.MemberID],
        chain index: Int,
        step: Int,
        site: Graph.Site
    ) -> Bool {
        let facts = resolver.file(of: site).facts
        let call = facts.steps[facts.chains[index].steps.indices.lowerBound + step]
        var called = members
        if call.kind == .call, case .type(let type) = resolver.value(chain: index, site: site, limit: step).kind {
            called = graph.members(named: graph.words.`init`, of: type)
        }
        return !called.isEmpty && called.allSatisfy { parameters(of: $0) <= Int(call.arguments) }
    }

    /// Returns the number of parameters that arguments are written for. The initial value of a property is another argument.
    private func parameters(of id: Graph.MemberID) -> Int {
        let file = graph.files[Int(id.file)]
        return file.facts.parameters[graph.member(id).parameters.indices].count {
            file.symbol(at: $0.label) != graph.words.wrappedValue
        }
    }
}

extension Resolver {
    /// Reports the subscripts of a type or of its instances that a step may read.
    ///
    /// - Parameter dynamic: the name of a dynamic member; nil if a subscript is called.
    func readSubscript(of value: Value, dynamic: Symbol?, offset: Int, event: Listener) {
        let owner: (type: Graph.TypeID, isStatic: Bool)? =
            switch value.kind {
            case .type(let type): (type, true)
            case .instance(let type): (type, false)
            default: nil
            }
        guard let owner else { return }
        let found = graph.members(named: graph.words.subscript, of: owner.type).filter { id in
            let fact = graph.member(id)
            guard fact.flags.contains(.isStatic) == owner.isStatic else { return false }
            guard dynamic != nil else { return true }
            let file = graph.files[Int(id.file)]
            return fact.parameters.indices.first.map {
                file.symbol(at: file.facts.parameters[$0].label) == graph.words.dynamicMember
            } ?? false
        }
        if !found.isEmpty { event(.getter(found, dynamic: dynamic, step: offset)) }
    }

    /// Returns the step with the arguments of a getter: for a wrapped value, those of the initializer before it.
    func call(ofGetterAt step: Int, chain index: Int, site: Graph.Site) -> Int {
        let facts = file(of: site).facts
        let first = facts.chains[index].steps.indices.lowerBound
        let isWrapped =
            step > 0 && facts.steps[first + step].kind == .member && facts.steps[first + step - 1].kind == .call
        return isWrapped ? step - 1 : step
    }
}
