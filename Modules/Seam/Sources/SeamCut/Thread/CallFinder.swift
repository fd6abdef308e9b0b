import SeamKit

/// Finds the calls that make a type, whatever form they have, or that call a function.
struct CallFinder {
    /// A call, or a place that gets a new object.
    struct Found {
        var construction: Construction
        /// How the place sets a property of the object; nil for a call that passes an argument.
        var setting: NewObject?
        /// What takes the place of the function as a value; nil for a call.
        var value: PassedFunction?
        /// Whether nothing behind the call reads what it passes.
        var isUnread = false
    }

    private let request: CutRequest
    private let node: ThreadNode
    /// The initializers or functions that the calls may mean.
    private(set) var callees: [CalledInitializer] = []
    private(set) var calls: [Found] = []
    /// Places that may be such calls.
    private(set) var unclear: [String] = []
    /// Whether one of these may be the function as a value, which has no defaults.
    private(set) var mayBeValue = false
    /// Why not all calls can be edited; nil if they can.
    private(set) var obstacle: Obstacle?

    init(of node: ThreadNode, in request: CutRequest) {
        (self.node, self.request) = (node, request)
        if let function = node.function, !node.isMade {
            findCalls(of: function)
        } else {
            findCalls()
        }
    }

    private var index: CodeTree { request.index }

    private mutating func findCalls() {
        let (owner, name) = (node.owner, node.owner.simpleName)
        // Calls are found by the last name.
        let names = index.lastNames.types(name).map(\.owner)
        guard let isAlone = Self.isAlone(names) else {
            let change = "Rename one of them, or pass the instance by hand."
            obstacle = Obstacle(.maker, "several types are called \(name)", change: change)
            return
        }
        let declared = index.parts(of: owner)
        if let caller = node.caller, caller.isSet { return findSettings(of: caller) }
        callees = initializers(declared)
        if node.isCarrier { findDelegations(declared) }
        var (all, places) = index.names(of: name)
        if owner.kind == .class, node.function == nil {
            let subclasses = SubclassCalls(of: owner, callees, isNew: node.isCarrier, index)
            all.formUnion(subclasses.inheriting)
            places += subclasses.unclear
            let isOwn = node.caller.map(isRead(by:)) ?? true
            calls += subclasses.calls.map { construction in
                Found(construction: construction, isUnread: !isOwn && !isRead(node.property, behind: construction))
            }
        }
        unclear += places
        let paths = index.paths(sayingAny: all)
        let implying = index.makers.paths(implying: all, index).subtracting(paths)
        for file in (paths + implying.sorted()).compactMap(index.file) {
            let finder = ConstructionFinder(all, callees, in: file, index: index)
            let found = Mentions(finder, of: node, callees, as: isAlone ? nil : owner.name, in: file, index)
            // What may be a call of any type doesn't mean one that the file never names.
            if !implying.contains(file.path) { unclear += found.unclear.map { file.place(of: $0.offset) } }
            add(found.calls, in: file)
            if obstacle != nil { return }
        }
    }

    /// Adds the calls of a file, unless it can't be edited.
    private mutating func add(_ found: [CallNode], in file: ParsedFile) {
        guard !found.isEmpty else { return }
        obstacle = obstacle(of: file)
        guard obstacle == nil else { return }
        calls += found.map { Found(construction: construction($0.expression, in: file)) }
    }

    private func construction(_ node: ExpressionNode, in file: ParsedFile) -> Construction {
        Construction(file: file, node: node, isTest: index.isTest(file.path))
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
    private mutating func findDelegations(_ declared: [CodeTree.Declaration]) {
        for (file, part) in declared where part.name == node.owner.name {
            for initializer in part.initializers
            where initializer.isDelegating && !initializer.endsProcess {
                guard let call = initializer.delegation else {
                    unclear.append(file.place(of: initializer.offset))
                    continue
                }
                let construction = construction(call.expression, in: file)
                // What fits none of its own is inherited.
                if callees.contains(where: construction.fits) { calls.append(Found(construction: construction)) }
            }
        }
    }

    /// Finds the calls of a function that takes the instance.
    private mutating func findCalls(of function: InstanceFunction) {
        callees = [function.called] + function.siblings(index).map { CalledInitializer($0.parameters, takes: false) }
        for file in index.paths(saying: function.name).compactMap(index.file) {
            let found = function.mentions(in: file, index)
            mayBeValue = mayBeValue || found.unclear.contains { $0.calling == nil }
            add(found.calls, in: file)
            if obstacle != nil { return }
            for mention in found.unclear {
                let isOwn = node.caller == nil && file.isEditable && found.values.contains(mention)
                let value = PassedFunction(mention, of: function, labelled: node.property, in: file, index)
                guard isOwn, let value else {
                    unclear.append(file.place(of: mention.offset))
                    continue
                }
                calls.append(Found(construction: construction(mention, in: file), value: value))
            }
        }
    }

    /// Finds the places that make an object, or get one from a storyboard, which gets its instance once it is made.
    private mutating func findSettings(of caller: DefaultedCaller) {
        let name = caller.owner.simpleName
        for file in index.paths(saying: name).compactMap(index.file) {
            let finder = ConstructionFinder([name], [], in: file, index: index)
            let made = finder.calls.map(\.expression) + file.instantiations(of: name)
            guard !made.isEmpty else { continue }
            obstacle = obstacle(of: file)
            guard obstacle == nil else { return }
            calls += made.sorted(by: { $0.offset < $1.offset }).map { made in
                Found(
                    construction: construction(made, in: file),
                    setting: NewObject(made, of: name, property: caller.label, in: file)
                )
            }
        }
    }

    /// Why no call of a file can be edited; nil if they can.
    private func obstacle(of file: ParsedFile) -> Obstacle? {
        request.reasons.first(of: Locator.ofFile, for: file).map { reason in
            let what = reason == .linked ? "is read through a link" : "has a syntax error"
            return Obstacle(reason, "\(file.path) \(what)")
        }
    }

    /// Returns the initializers of a type as calls see them.
    private func initializers(_ declared: [CodeTree.Declaration]) -> [CalledInitializer] {
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
