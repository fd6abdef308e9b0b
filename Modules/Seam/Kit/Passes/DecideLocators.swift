/// Decides which types are locators: reached through statics that hold or hand out services of other types, or global
/// state.
///
/// Needs the instances: a type that is a singleton already is no locator. Adds the locators.
enum DecideLocators: Pass {
    static let needs: Set<Knowledge.Layer> = [.instances]
    static let adds = Knowledge.Layer.locators

    static func run(_ knowledge: inout Knowledge) {
        let judge = Judge(graph: knowledge.graph, decisions: knowledge.decisions, assigned: knowledge.assigned)
        judge.learn(knowledge.decisions)
        let taken = Set(knowledge.decisions.singletons.compactMap(\.type))
        for type in knowledge.graph.types.indices where !taken.contains(type) { knowledge.decide(type, judge) }
        knowledge.wanted.formUnion(judge.wanted)
    }
}

extension Knowledge {
    fileprivate mutating func decide(_ type: Graph.TypeID, _ judge: Judge) {
        let info = graph.types[type]
        guard info.kind != .protocolType, !info.isLocal else { return }
        let statics = graph.allMembers(of: type).filter { graph.member($0).flags.contains(.isStatic) }
        guard !statics.isEmpty else { return }
        let chosen = statics.filter { isLocated($0, in: type, judge) }.map { (graph.symbols.text(graph.name($0)), $0) }
            .sorted { ($0.0, $0.1.file, $0.1.member) < ($1.0, $1.1.file, $1.1.member) }.map(\.1)
        guard !chosen.isEmpty else { return }
        // Private functions over its state too: others in their file reach it by them.
        let others = statics.filter {
            graph.member($0).flags.contains(.isPrivate) && judge.touchesState($0, in: type)
        }
        let index = decisions.singletons.count
        let module = info.modules.first ?? graph.files[info.file].modules[0]
        decisions.singletons.append(
            Decisions.Found(
                singleton: Singleton(
                    name: graph.text(type),
                    module: graph.modules[module].name,
                    shape: .locator,
                    accessors: chosen.map { graph.accessor($0) },
                    file: graph.files[info.file].path,
                    line: Int(info.place.line),
                    column: Int(info.place.column)
                ),
                type: type
            )
        )
        for id in chosen + others { decisions.locatorMembers[id] = index }
    }

    private func isLocated(_ id: Graph.MemberID, in type: Graph.TypeID, _ judge: Judge) -> Bool {
        let fact = graph.member(id)
        guard !fact.flags.contains(.isPrivate),
            fact.flags.isDisjoint(with: [.isCase, .isInitializer, .isSubscript, .isTaskLocal])
        else { return false }
        let module = graph.types[type].modules.first ?? 0
        let site = graph.site(id.file, from: module)
        let facts = graph.files[site.file].facts
        if fact.flags.contains(.isFunction) || fact.flags.contains(.isComputed) {
            if judge.touchesState(id, in: type) { return true }
            if fact.flags.contains(.isFunction), fact.parameters.count > 0 { return false }
            // Hands out a service that something keeps; a new one each time is a factory.
            guard fact.values.count == 1 else { return false }
            let value = judge.resolver.value(chain: Int(facts.lists[Int(fact.values.start)]), site)
            if value.origin != nil { return true }
            guard !value.isNew, value.source != nil else { return false }
            return judge.isService(value, other: type)
        }
        if assigned.contains(id), fact.flags.contains(.isVariable) { return true }
        let value = judge.resolver.property([id], of: type, seenFrom: module)
        if value.origin != nil || judge.isService(value, other: type) { return true }
        // Declared as a protocol of whoever: what is made says more.
        guard isAbstract(value), fact.values.count == 1 else { return false }
        let made = judge.resolver.value(chain: Int(facts.lists[Int(fact.values.start)]), site)
        return made.isNew && judge.isService(made, other: type)
    }

    /// Whether what is known of a value is a protocol, or a type that no file declares.
    private func isAbstract(_ value: Value) -> Bool {
        switch value.kind {
        case .instance(let type): graph.types[type].kind == .protocolType || graph.types[type].kind == .extensionOf
        case .externalInstance: true
        default: false
        }
    }
}
