/// Decides which types are locators: they are accessed through statics that store or return services of other types, or global
/// state.
///
/// Needs the delegates: a type that is already a singleton is not a locator. Adds the locators.
enum DecideLocators: Pass {
    static let needs: Set<Knowledge.Layer> = [.delegates]
    static let adds = Knowledge.Layer.locators

    static func run(on knowledge: inout Knowledge) {
        let known = knowledge
        let taken = Set(known.decisions.singletons.compactMap(\.type))
        // What one type turns out to be changes nothing for the others.
        let judges = { @Sendable in
            let judge = Judge(graph: known.graph, decisions: known.decisions, assigned: known.assigned)
            judge.learn(known.decisions)
            return judge
        }
        let found = Workers.map(known.graph.types.count, threads: known.options.workers, state: judges) {
            taken.contains($1) ? nil : known.located(in: $1, judge: $0)
        }
        for (type, located) in found.enumerated() {
            if let located { knowledge.add(located, of: type) }
        }
    }
}

/// The statics of a locator.
private struct Located: Sendable {
    /// The statics that store or return a service or global state, sorted by name.
    var chosen: [Graph.MemberID]
    /// Private functions that use its state: other code in their file accesses it through them.
    var others: [Graph.MemberID]
}

extension Knowledge {
    /// Returns the statics of a type that make it a locator; nil if none does.
    fileprivate func located(in type: Graph.TypeID, judge: Judge) -> Located? {
        guard graph.types[type].kind != .protocolType, !graph.types[type].isLocal else { return nil }
        let statics = graph.types[type].statics.sorted { ($0.file, $0.member) < ($1.file, $1.member) }
        guard !statics.isEmpty else { return nil }
        let chosen = statics.filter { isLocated($0, in: type, judge: judge) }.map {
            (graph.symbols.text(of: graph.name(of: $0)), $0)
        }
        .sorted { ($0.0, $0.1.file, $0.1.member) < ($1.0, $1.1.file, $1.1.member) }.map(\.1)
        guard !chosen.isEmpty else { return nil }
        let others = statics.filter {
            graph.member($0).flags.contains(.isPrivate) && judge.touchesState($0, in: type)
        }
        return Located(chosen: chosen, others: others)
    }

    fileprivate mutating func add(_ located: Located, of type: Graph.TypeID) {
        let info = graph.types[type]
        let place = graph.location(of: type)
        let index = decisions.singletons.count
        let module = info.modules.first ?? graph.files[info.file].modules[0]
        decisions.singletons.append(
            Decisions.Found(
                singleton: Singleton(
                    name: graph.text(of: type),
                    module: graph.modules[module].name,
                    shape: .locator,
                    accessors: located.chosen.map { graph.accessor(of: $0) },
                    file: graph.files[info.file].path,
                    line: place.line,
                    column: place.column
                ),
                type: type
            )
        )
        for id in located.chosen + located.others { decisions.locatorMembers[id] = index }
    }

    private func isLocated(_ id: Graph.MemberID, in type: Graph.TypeID, judge: Judge) -> Bool {
        let fact = graph.member(id)
        guard !fact.flags.contains(.isPrivate), !graph.isForOthers(id, of: type),
            fact.flags.isDisjoint(with: [.isCase, .isInitializer, .isSubscript, .isTaskLocal])
        else { return false }
        let module = graph.types[type].modules.first ?? 0
        let site = graph.site(of: id.file, from: module)
        let facts = graph.files[site.file].facts
        if fact.flags.contains(.isFunction) || fact.flags.contains(.isComputed) {
            if judge.touchesState(id, in: type) { return true }
            if fact.flags.contains(.isFunction), fact.parameters.count > 0 { return false }
            // It returns a service that is stored somewhere; if it creates one each time, it is a factory.
            guard fact.values.count == 1 else { return false }
            let value = judge.resolver.value(chain: Int(facts.lists[Int(fact.values.start)]), site: site)
            if let origin = value.origin {
                // An extension of the application's class is another way to its delegate.
                return graph.types[type].kind != .extensionOf
                    || !decisions.delegates.values.contains(origin.singleton)
            }
            guard !value.isNew, value.source != nil else { return false }
            return judge.isService(value, other: type)
        }
        if assigned.contains(id), fact.flags.contains(.isVariable) { return true }
        let value = judge.resolver.declared.property([id], seenFrom: module)
        if case .instance(let part) = value.kind, value.origin == nil,
            judge.isConstant(id, of: part) || isListed(id, part: part, in: type, judge: judge)
        {
            return false
        }
        if value.origin != nil || judge.isService(value, other: type) { return true }
        // If it is declared as a protocol, the created value says more.
        guard isAbstract(value), fact.values.count == 1 else { return false }
        let made = judge.resolver.value(chain: Int(facts.lists[Int(fact.values.start)]), site: site)
        return made.isNew && judge.isService(made, other: type)
    }

    /// Returns whether a static is one of several values of a class of data, as the names of logs are. Where code changes what it
    /// finds in one of them, as in settings, they are state.
    private func isListed(_ id: Graph.MemberID, part: Graph.TypeID, in type: Graph.TypeID, judge: Judge) -> Bool {
        guard judge.isNamedValue(id, of: part) else { return false }
        let module = graph.types[type].modules.first ?? 0
        let list = graph.types[type].statics.filter { other in
            judge.isNamedValue(other, of: part)
                && judge.resolver.declared.property([other], seenFrom: module).kind == .instance(part)
        }
        return list.count > 1 && !judge.data.isChanged(part, through: Set(list))
    }

    /// Returns whether only a protocol, or a type that no file declares, is known of a value.
    private func isAbstract(_ value: Value) -> Bool {
        switch value.kind {
        case .instance(let type): graph.types[type].kind == .protocolType || graph.types[type].kind == .extensionOf
        case .externalInstance: true
        default: false
        }
    }
}
