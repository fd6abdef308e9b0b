/// Decides which statics of their own type are singletons. Constants have the same form, so two questions decide: do its users
/// share state, and does it access something outside the process?
///
/// Needs the statics. Adds the instances. A type that accesses a singleton accesses something outside, so one decision may
/// cause others. The pass is repeated until nothing changes, at most `Decisions.rounds` times.
enum DecideStatics: Pass {
    static let needs: Set<Knowledge.Layer> = [.statics]
    static let adds = Knowledge.Layer.instances

    static func run(on knowledge: inout Knowledge) {
        let judge = Judge(graph: knowledge.graph, decisions: knowledge.decisions, assigned: knowledge.assigned)
        var open = knowledge.statics.keys.sorted()
        var hasDecided = true
        for _ in 0..<Decisions.rounds where hasDecided {
            judge.learn(knowledge.decisions)
            let count = knowledge.decisions.singletons.count
            open.removeAll { type in
                guard let statics = knowledge.statics[type] else { return true }
                return knowledge.decide(type, statics: statics, judge: judge)
            }
            hasDecided = knowledge.decisions.singletons.count > count
        }
    }
}

extension Knowledge {
    /// Decides on the statics of one type. Returns false if they may be a singleton once more is known.
    fileprivate mutating func decide(_ type: Graph.TypeID, statics: [OwnStatic], judge: Judge) -> Bool {
        // A private static that only accessors of the type return is their storage.
        let storage = statics.filter { candidate in
            candidate.isPrivate && candidate.isStored
                && statics.contains { $0.member != candidate.member && $0.sources.contains(candidate.member) }
        }
        let stored = Set(storage.map(\.member))
        let accessors = statics.filter { !stored.contains($0.member) }
        // The same applies to a private global that they return.
        let globals = accessors.filter { !$0.isStored }.flatMap(\.sources).filter { source in
            let fact = graph.member(source)
            return fact.owner < 0 && fact.flags.contains(.isPrivate)
                && fact.flags.isDisjoint(with: [.isComputed, .isFunction])
        }
        guard !accessors.isEmpty, !statics.contains(where: { decisions.accessors[$0.member] != nil }) else {
            return true
        }
        let chosen = chosen(
            among: accessors,
            of: type,
            members: Set(statics.map(\.member)),
            globals: globals,
            judge: judge
        )
        guard let first = chosen.first else { return false }
        let info = graph.types[type]
        let place = graph.location(of: type)
        let index = decisions.singletons.count
        decisions.singletons.append(
            Decisions.Found(
                singleton: Singleton(
                    name: graph.text(of: type),
                    module: info.modules.first.map { graph.modules[$0].name } ?? graph.module(of: first.member),
                    shape: chosen.contains { !$0.isFunction } ? .instance : .function,
                    accessors: chosen.map { graph.accessor(of: $0.member) },
                    file: graph.files[info.file].path,
                    line: place.line,
                    column: place.column
                ),
                type: type
            )
        )
        for member in (chosen + storage).map(\.member) + globals { decisions.accessors[member] = index }
        decisions.ownAccessors[index] = Set((chosen + storage).map(\.name))
        return true
    }

    /// Returns the accessors that return a singleton.
    private func chosen(
        among accessors: [OwnStatic],
        of type: Graph.TypeID,
        members: Set<Graph.MemberID>,
        globals: [Graph.MemberID],
        judge: Judge
    ) -> [OwnStatic] {
        let owner = instanceType(of: type, statics: accessors, judge: judge)
        switch graph.types[owner].kind {
        case .extensionOf:
            // Only the name is known of a type outside the tree.
            if graph.words.data.contains(graph.types[type].path) { return [] }
            let isService = graph.words.services.contains(graph.types[type].path)
            return accessors.filter { isService || isConventional($0) }
        case .protocolType:
            // Its result is not known, so only types with the names of services count.
            let isService = judge.reachesOutside(owner)
            return accessors.filter { isService || isConventional($0) }
        case .classType, .actorType:
            // An actor without members is only what a global actor isolates to.
            if graph.types[owner].kind == .actorType, graph.hasNoMembers(owner) { return [] }
            if judge.reachesOutside(owner) { return accessors }
            if areValues(accessors, of: owner, judge: judge) { return [] }
            if judge.changes(owner) { return accessors }
            return Set(accessors.map(\.name)).count == 1 && !judge.isImmutableData(owner) ? accessors : []
        case .structType, .enumType:
            if areValues(accessors, of: owner, judge: judge) { return [] }
            let isService = judge.reachesOutside(owner)
            return accessors.filter { accessor in
                isService || assigned.contains(accessor.member)
                    || accessor.sources.contains {
                        assigned.contains($0)
                            && (members.contains($0) || globals.contains($0) || graph.isCollection($0))
                    }
            }
        }
    }

    /// Returns whether statics are values: several are a list, as the cases of an enum are, and one that nobody changes is a constant.
    /// None has a name for the one instance.
    private func areValues(_ accessors: [OwnStatic], of owner: Graph.TypeID, judge: Judge) -> Bool {
        let isList = Set(accessors.map(\.name)).count > 1
        return accessors.allSatisfy { accessor in
            guard !isConventional(accessor), !graph.words.theOne.contains(accessor.name) else { return false }
            guard isList else { return judge.isConstant(accessor.member, of: owner) }
            return judge.isNamedValue(accessor.member, of: owner) || judge.data.isPreset(accessor.member, of: owner)
        }
    }

    private func isConventional(_ candidate: OwnStatic) -> Bool {
        Decisions.isConventional(graph.symbols.text(of: candidate.name))
    }

    /// Returns the type that a protocol's static returns.
    private func instanceType(of type: Graph.TypeID, statics: [OwnStatic], judge: Judge) -> Graph.TypeID {
        guard graph.types[type].kind == .protocolType, let first = statics.first else { return type }
        let module = graph.types[type].modules.first ?? 0
        let value = judge.resolver.declared.property([first.member], seenFrom: module)
        if case .instance(let made) = value.kind { return made }
        return type
    }
}

extension Graph {
    /// Returns a static or global as an accessor of a singleton.
    func accessor(of id: MemberID) -> Singleton.Accessor {
        let fact = member(id)
        let isSettable =
            fact.flags.contains(.isVariable)
            && (!fact.flags.contains(.isComputed) || fact.flags.contains(.hasSetter))
            && fact.flags.isDisjoint(with: [.isPrivate, .isPrivateSetter])
        let place = files[Int(id.file)].facts.location(of: fact.place)
        var accessor = Singleton.Accessor(
            name: symbols.text(of: name(of: id)),
            isMutable: isSettable,
            isFunction: fact.flags.contains(.isFunction),
            file: files[Int(id.file)].path,
            line: place.line,
            column: place.column
        )
        accessor.isAction = fact.flags.contains(.isFunction) && (fact.parameters.count > 0 || fact.type < 0)
        return accessor
    }

    /// Returns the owning module of a member's file.
    func module(of id: MemberID) -> String { modules[files[Int(id.file)].modules[0]].name }
}
