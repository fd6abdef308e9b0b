import SeamKit

/// The calls that make a type, whatever form they have.
extension MakerFinder {
    /// Finds the calls that make a type, or that call a function.
    mutating func findCalls(of node: ThreadNode) {
        if let function = node.function, !node.isMade { return findCalls(of: function, node) }
        let (owner, name) = (node.owner, node.owner.simpleName)
        // Calls are found by the last name.
        let names = index.lastNames.types(name).map(\.owner)
        guard let isAlone = Self.isAlone(names) else {
            let change = "Rename one of them, or pass the instance by hand."
            return graph.fail(node.key, Obstacle(.maker, "several types are called \(name)", change: change))
        }
        let declared = index.parts(of: owner)
        if let caller = node.caller, caller.isSet { return findSettings(of: caller, node) }
        let initializers = initializers(of: node, declared)
        if node.isCarrier { findDelegations(to: node, initializers, declared) }
        var (all, unclear) = index.names(of: name)
        if owner.kind == .class, node.function == nil {
            let subclasses = SubclassCalls(of: owner, initializers, isNew: node.isCarrier, index)
            all.formUnion(subclasses.inheriting)
            unclear += subclasses.unclear
            let isOwn = node.caller.map(isRead(by:)) ?? true
            for construction in subclasses.calls {
                guard var found = call(construction, to: node, initializers) else { continue }
                found.isUnread = !isOwn && !isRead(node.property, behind: construction)
                graph.change(node.key) { $0.calls.append(found) }
            }
        }
        for place in unclear { graph.change(node.key) { $0.unclear.append(place) } }
        let paths = index.paths(sayingAny: all)
        let implying = index.makers.paths(implying: all, index).subtracting(paths)
        for file in (paths + implying.sorted()).compactMap(index.file) {
            let finder = ConstructionFinder(all, initializers, in: file, index: index)
            let found = Mentions(finder, of: node, initializers, as: isAlone ? nil : owner.name, in: file, index)
            // What may be a call of any type doesn't mean one that the file never names.
            for unclear in found.unclear where !implying.contains(file.path) {
                let line = file.line(of: unclear.offset)
                graph.change(node.key) { $0.unclear.append("\(file.path):\(line)") }
            }
            if !found.calls.isEmpty, let obstacle = obstacle(of: file) { return graph.fail(node.key, obstacle) }
            for call in found.calls {
                let construction = Construction(file: file, node: call.expression, isTest: index.isTest(file.path))
                guard let found = self.call(construction, to: node, initializers) else { continue }
                graph.change(node.key) { $0.calls.append(found) }
            }
        }
    }

    /// Returns whether the code of a type reads what its initializers take, or that of its superclasses does.
    private func isRead(by caller: DefaultedCaller) -> Bool {
        guard let name = caller.property?.name else { return true }
        let takers = caller.takers.compactMap(\.initializer)
        return ([caller.owner] + index.superclasses(of: caller.owner)).flatMap(index.parts).contains { file, part in
            let own = part.variables.filter { $0.parts.contains { $0.written.withoutBackticks == name } }
            let places = own.map(\.extent) + takers.filter { part.initializers.contains($0) }.map(\.extent)
            return file.tokens(name, in: part.node).contains { token in
                !places.contains { $0.contains(token.offset) }
            }
        }
    }

    /// Returns whether the class around a call of `super.init` says a name, or may have a subclass that does.
    private func isRead(_ name: String, behind construction: Construction) -> Bool {
        guard let subclass = construction.file.owners(around: construction.node.offset).last else { return true }
        return index.isInherited(subclass)
            || index.parts(of: subclass).contains { !$0.file.tokens(name, in: $0.owner.node).isEmpty }
    }

    /// Returns whether only one type has a last name; nil if the types with it have the same name.
    private static func isAlone(_ types: [OwnerDecl]) -> Bool? {
        if types.count == 1 { return true }
        let areApart = !types.isEmpty && Set(types.map(\.name)).count == types.count
        return areApart && types.allSatisfy { !$0.isLocal } ? false : nil
    }

    /// Finds the initializers of a type that call others of the type: `self.init(...)`.
    private mutating func findDelegations(
        to node: ThreadNode,
        _ initializers: [CalledInitializer],
        _ declared: [CodeTree.Declaration]
    ) {
        for (file, part) in declared where part.name == node.owner.name {
            for initializer in part.initializers
            where initializer.isDelegating && !initializer.endsProcess {
                guard let call = initializer.delegation else {
                    let line = file.line(of: initializer.offset)
                    graph.change(node.key) { $0.unclear.append("\(file.path):\(line)") }
                    continue
                }
                let construction = Construction(file: file, node: call.expression, isTest: index.isTest(file.path))
                // What fits none of its own is inherited.
                guard initializers.contains(where: construction.fits),
                    let found = self.call(construction, to: node, initializers)
                else { continue }
                graph.change(node.key) { $0.calls.append(found) }
            }
        }
    }

    /// Finds the calls of a function that takes the instance.
    private mutating func findCalls(of function: InstanceFunction, _ node: ThreadNode) {
        let others = function.siblings(index).map { CalledInitializer($0.parameters, takes: false) }
        for path in index.paths(saying: function.name) {
            guard let file = index.file(path) else { continue }
            let found = function.mentions(in: file, index)
            for unclear in found.unclear {
                let line = file.line(of: unclear.offset)
                graph.change(node.key) { $0.unclear.append("\(path):\(line)") }
            }
            if !found.calls.isEmpty, let obstacle = obstacle(of: file) { return graph.fail(node.key, obstacle) }
            for call in found.calls {
                let construction = Construction(file: file, node: call.expression, isTest: index.isTest(path))
                guard let found = self.call(construction, to: node, [function.called] + others) else { continue }
                graph.change(node.key) { $0.calls.append(found) }
            }
        }
    }

    /// Why no call of a file can be edited; nil if they can.
    func obstacle(of file: ParsedFile) -> Obstacle? {
        request.reasons.first(of: Locator.ofFile, for: file).map { reason in
            let what = reason == .linked ? "is read through a link" : "has a syntax error"
            return Obstacle(reason, "\(file.path) \(what)")
        }
    }

    /// Returns the initializers of a type as calls see them.
    private func initializers(of node: ThreadNode, _ declared: [CodeTree.Declaration]) -> [CalledInitializer] {
        let own = declared.flatMap(\.owner.initializers)
        let takers: Set<InitializerNode>
        switch node.role {
        case .holder: return []
        case .function: takers = Set([node.function?.initializer].compactMap(\.self))
        case .caller(let caller): takers = Set(caller.takers.compactMap(\.initializer))
        case .carrier(let injection): takers = injection.takers
        }
        let type = declared.first { $0.owner.isDeclaration }?.owner ?? node.owner
        let isTaker = node.function == nil
        let made: [CalledInitializer] =
            !type.initializers.isEmpty
            ? []
            : type.kind == .struct
                ? [CalledInitializer(memberwiseOf: type, takes: isTaker)] : [CalledInitializer(takes: isTaker)]
        return own.map { CalledInitializer($0, takes: takers.contains($0)) } + made
    }
}

/// The mentions of a type in a file that make it, or may make it.
private struct Mentions {
    var calls: [CallNode]
    var unclear: [ExpressionNode]

    /// - Parameter name: the name of the type with those around it, if another type has its last name.
    init(
        _ finder: ConstructionFinder,
        of node: ThreadNode,
        _ initializers: [CalledInitializer],
        as name: String?,
        in file: ParsedFile,
        _ index: CodeTree
    ) {
        let owner = node.owner
        (calls, unclear) = (finder.calls, [])
        if let name {
            let reader = ReceiverType(index: index, file: file)
            let meant = calls.map { (call: $0, type: reader.typeName(made: $0)) }
            calls = meant.filter { $0.type == name }.map(\.call)
            unclear = meant.filter { $0.type == nil }.map { $0.call.expression }
        }
        let isAlone = owner.kind != .class || owner.hasModifier("final")
        for mention in finder.unclear {
            let text = mention.code
            if text.hasPrefix("Self"),
                file.owners(around: mention.offset).last?.name != owner.name
            {
                continue
            }
            if ConstructionFinder.isOnlyValue(mention, of: owner, initializers, index) { continue }
            // An initializer as a value takes everything, with the instance.
            let read = mention.reference
            if read?.name == "init", read?.base != nil, node.caller?.isReadByCalls == true { continue }
            // In a type without subclasses, nothing else can be `Self`.
            if isAlone, let call = mention.call,
                text.hasPrefix("Self") || text.hasPrefix("type(of:")
            {
                calls.append(call)
            } else {
                unclear.append(mention)
            }
        }
    }
}
