import SeamKit

// What takes an instance is passed it by the code that has it: what a caller makes and calls, beside the uses that go through the same
// property or parameter.

/// What code has for an instance.
private struct Source {
    let owner: OwnerDecl
    let file: ParsedFile
    let instance: InjectedType
    /// The function that takes it; nil if a type has it.
    var function: FunctionNode?
    /// The property, or the parameter of the function; nil if nothing keeps the instance, or if that may be nil.
    var name: String?
    /// What has nil where nothing was passed; nil if that is nowhere read.
    var optional: String?
    /// The only file that can read the property; nil if all files of the type can.
    var path: String?
    /// Whether the property reads the accessor each time.
    var isLate = false
    /// What initializers take, and whether it is optional.
    var taken: (InitializerNode) -> (name: String, isOptional: Bool)? = { _ in nil }
    /// The same for initial values that move into the initializers; nil if none can.
    var moving: (name: String, isOptional: Bool)?
}

/// A call that is to pass an instance, with where that comes from.
private struct PassedCall {
    let call: PassingCall
    let callee: Callee
    let source: Source

    /// What the code and the functions are that it calls: those of one type get one instance.
    var family: String {
        let from = [source.file.path, "\(source.owner.node.offset)", "\(source.function?.offset ?? -1)"]
        let to = callee.function.map { $0.isStatic ? callee.owner.name : $0.key } ?? "\(call.construction.node.offset)"
        return (from + [callee.accessor.name, to]).joined(separator: " ")
    }
}

extension Placement {
    /// Lets what callers make and call have their instance.
    mutating func passOn(_ request: CutRequest) {
        guard request.options.isForInitializers else { return }
        let sources = sources(request)
        let parts = sources.flatMap { source in
            let parts =
                source.owner.kind == .file ? [(source.file, source.owner)] : request.index.parts(of: source.owner)
            return parts.filter(\.file.isEditable).map { (source: source, part: $0) }
        }
        let files = Dictionary(grouping: parts, by: \.part.file.path)
        var found: [PassedCall] = []
        let callees = callees(request, for: sources)
        let names = Set(callees.map(\.name))
        for callee in callees {
            for path in request.index.paths(saying: callee.name) {
                guard let own = files[path] else { continue }
                let calls = callee.calls(in: own[0].part.file, request.index).filter { construction, _ in
                    construction.call.map { callee.isIdle($0, besides: names, request) } != true
                }
                for call in calls {
                    let known = passing + found.map(\.call)
                    found += passed(by: call, to: callee, from: own, besides: known, request).map { [$0] } ?? []
                }
            }
        }
        let groups = Dictionary(grouping: found, by: \.family)
        let partly = Set(groups.values.filter { isPartial($0, request) }.map { $0[0].family })
        passing += found.filter { !partly.contains($0.family) }.map(\.call)
        requirePassed(request.index)
    }

    /// Takes the default from what private functions take, where all calls pass it.
    private mutating func requirePassed(_ index: CodeTree) {
        let passed = Dictionary(grouping: passing, by: \.construction.node)
        for (position, (taker, parameters)) in functions.enumerated()
        where taker.function.modifierList.says("private", "fileprivate") && parameters.allSatisfy({ $0.value != nil }) {
            guard let function = index.function(taker.function, of: taker.owner, in: taker.file) else { continue }
            let mentions = function.mentions(in: taker.file, index)
            let calls = mentions.calls.filter { $0.memberAround?.function != taker.function }
            guard mentions.unclear.isEmpty, !calls.isEmpty,
                calls.allSatisfy({ passed[$0.plainNode]?.count == parameters.count })
            else { continue }
            for own in parameters.indices { functions[position].parameters[own].isRequired = true }
        }
    }

    private func passed(
        by call: (construction: Construction, argument: Construction.Argument),
        to callee: Callee,
        from sources: [(source: Source, part: CodeTree.Declaration)],
        besides known: [PassingCall],
        _ request: CutRequest
    ) -> PassedCall? {
        let (construction, argument) = call
        let owner = construction.file.owners(around: construction.node.offset).last ?? construction.file.global
        let isKnown = known.contains {
            $0.construction.node == construction.node && $0.argument.text == argument.text
        }
        let own = sources.lazy.filter { $0.part.owner == owner && $0.source.instance.accessor == callee.accessor }
        let found = own.compactMap { from in
            from.source.value(for: callee, at: construction, request).map { (from.source, $0) }
        }.first
        guard !isKnown, let (source, value) = found else { return nil }
        var passed = PassingCall(construction: construction, argument: argument, name: value.name)
        (passed.closure, passed.movedDefault, passed.moved) = (value.closure, value.movedDefault, value.moved)
        return PassedCall(call: passed, callee: callee, source: source)
    }

    /// Returns whether code would pass its instance to some of a type's static functions, and not to other members of the type that
    /// use the accessor: one object would go on with two instances.
    private func isPartial(_ found: [PassedCall], _ request: CutRequest) -> Bool {
        let (callee, source) = (found[0].callee, found[0].source)
        guard let function = callee.function, function.isStatic || callee.owner.kind == .file else { return false }
        let type = callee.owner
        let others =
            type.kind == .file ? [] : request.members(of: type, using: callee.accessor, isStatic: true)
        let passed = Set((passing + found.map(\.call)).map(\.construction.node))
        return others.union(found.compactMap(\.callee.function?.name)).contains { name in
            source.mentions(of: name, in: type, request.index).contains { mention in
                guard let call = mention.call else { return true }
                return !passed.contains(call.plainNode) && !call.labels.contains(callee.label)
            }
        }
    }

    // MARK: What takes an instance

    private func callees(_ request: CutRequest, for sources: [Source]) -> [Callee] {
        let index = request.index
        let new =
            takingTypes(index)
            + functions.flatMap { taker, parameters in parameters.compactMap { Callee(taker, $0, index) } }
        let changed = upgrades.map(\.owner)
        let there = Set(sources.map(\.instance.accessor)).flatMap { accessor in
            ThreadCallers.find(request, passing: accessor).defaulted.map { Callee($0, of: accessor, index) }
        }
        return new + there.filter { callee in !changed.contains { index.isSame($0, callee.owner) } }
    }

    /// Returns the types whose initializers take an instance since this change: those that store it, those that hand it on, and the
    /// classes below them that inherit these initializers.
    private func takingTypes(_ index: CodeTree) -> [Callee] {
        var found = storages.compactMap { storage in
            let label = storage.parameter?.property ?? ""
            let others = handing(label, storage.instance.accessor, in: storage.home.owner, index)
            return Callee(storage, handingOn: others.map(\.initializer), index)
        }
        func isKnown(_ owner: OwnerDecl, _ label: String, _ accessor: Singleton.Accessor) -> Bool {
            found.contains { $0.label == label && $0.accessor == accessor && index.isSame($0.owner, owner) }
        }
        for (file, initializer, parameters) in delegating {
            guard let owner = file.owner(of: initializer) else { continue }
            for parameter in parameters where !isKnown(owner, parameter.property, parameter.instance.accessor) {
                let others = handing(parameter.property, parameter.instance.accessor, in: owner, index)
                found += Callee(owner, handingOn: others, index).map { [$0] } ?? []
            }
        }
        var next = 0
        while next < found.count {
            let callee = found[next]
            let heirs = index.subclasses(of: callee.owner).filter { heir in
                !isKnown(heir, callee.label, callee.accessor)
                    && index.parts(of: heir).allSatisfy(\.owner.initializers.isEmpty)
            }
            found += heirs.map { Callee($0, inheriting: callee) }
            next += 1
        }
        return found
    }

    /// Returns the initializers in a type that take an instance for another one, which they call.
    private func handing(_ label: String, _ accessor: Singleton.Accessor, in owner: OwnerDecl, _ index: CodeTree)
        -> [HandedOn]
    {
        guard !delegating.isEmpty else { return [] }
        let own = index.parts(of: owner).flatMap(\.owner.initializers)
        return delegating.filter { own.contains($0.initializer) }.compactMap { _, initializer, parameters in
            let taken = parameters.first { $0.property == label && $0.instance.accessor == accessor }
            return taken.map { (initializer, $0) }
        }
    }

    // MARK: What has one

    private func sources(_ request: CutRequest) -> [Source] {
        let stored = storages.filter { $0.provider == nil }.map { source(of: $0, request) }
        let held = holding.map(\.property).compactMap { property in property.place.holder.map { Source(property, $0) } }
        let taken = functions.flatMap { taker, parameters in parameters.map { Source(taker, $0) } }
        return stored + held + taken
    }

    private func source(of storage: Storages.Storage, _ request: CutRequest) -> Source {
        let injection = storage.injection
        var result = Source(owner: storage.home.owner, file: storage.home.file, instance: storage.instance)
        result.isLate = !injection.form.isEarly
        if injection.isKept, injection.form == .late {
            let property = properties.first {
                $0.isLate && $0.injection?.stored == injection.stored
                    && request.index.isSame($0.property.place.owner, storage.home.owner)
            }
            (result.name, result.optional) = (property?.property.name, injection.stored)
            result.path = property.flatMap { $0.isShared || $0.home != nil ? nil : $0.property.file.path }
        } else if injection.isKept {
            result.name = injection.stored
            if injection.declaration.first?.hasPrefix("private ") == true { result.path = storage.home.file.path }
        }
        let label = storage.parameter?.property ?? ""
        let handing = handing(label, storage.instance.accessor, in: storage.home.owner, request.index)
        result.taken = { initializer in
            if let own = injection.own[initializer] { return (own, false) }
            if let found = handing.first(where: { $0.initializer == initializer })?.parameter {
                return (found.name, found.value == nil)
            }
            guard injection.takers.contains(initializer) else { return nil }
            return (injection.parameterName ?? injection.stored, !injection.isTakenPlainly)
        }
        let isTakenByAll =
            injection.setters.isSubset(of: injection.takers) && injection.own.isEmpty && !injection.isSetBehind
        if injection.parameter != nil, injection.moved.isEmpty, isTakenByAll {
            result.moving = (injection.parameterName ?? injection.stored, injection.form != .argument)
        }
        return result
    }
}

extension Source {
    init(_ property: CallerProperty, _ holder: Holder) {
        self.init(owner: holder.owner, file: holder.file, instance: property.instance)
        name = holder.name
        path = holder.isPrivate ? holder.file.path : nil
        isLate = holder.declaration.modifierList.says("lazy")
        taken = { initializer in
            let types = [property.instance.type, property.instance.optionalType]
            let own = initializer.parameters.first {
                holder.labels.contains($0.label) && types.contains($0.typeNode.structure)
            }
            return own.map { ($0.innerName, $0.typeNode.structure != types[0]) }
        }
    }

    init(_ taker: FunctionTaker, _ parameter: FunctionTaker.Parameter) {
        self.init(owner: taker.owner, file: taker.file, instance: parameter.instance)
        function = taker.function
        if parameter.value == nil { optional = parameter.name } else { name = parameter.name }
    }

    /// What a call passes.
    struct Value {
        var name: String
        var isProperty = false
        var closure: ClosureNode?
        var movedDefault: MovedDefault?
        var moved: PropertyNode?
    }

    /// Returns where code that has the instance names a static member of a type, or a function of a file.
    func mentions(of name: String, in type: OwnerDecl, _ index: CodeTree) -> [NameNode] {
        let parts = function == nil && owner.kind != .file ? index.parts(of: owner) : [(file, owner)]
        let isOwn = index.isSame(owner, type)
        return parts.flatMap { part in
            let code = function?.plainNode ?? part.owner.node.plainNode
            return part.file.tokens(name, in: code).compactMap(\.nameNode).filter { mention in
                let base = mention.base?.code
                let isPlain = isOwn && function != nil || type.kind == .file
                let isMeant =
                    mention.isMember
                    ? [type.simpleName, type.name].contains(base)
                        || isOwn && (base == "Self" || function != nil && base == "self") : isPlain
                guard isMeant, part.file.owner(of: mention.expression) ?? part.file.global == part.owner else {
                    return false
                }
                // Static members of the caller have no instance.
                return function != nil || mention.expression.memberAround?.modifierList.says("static", "class") == false
            }
        }
    }

    /// Returns what a call passes; nil if nothing there has the instance, or if that could be another one than the callee has today.
    func value(for callee: Callee, at construction: Construction, _ request: CutRequest) -> Value? {
        let wanted = (callee.type.wrapped ?? callee.type).unmarked
        guard let call = construction.call, instance.isOwnType || wanted == instance.type.unmarked else { return nil }
        let (file, index) = (construction.file, request.index)
        let context = UseContext(around: call.expression, accessor: instance.accessor, in: file)
        let making = Making(construction: construction, context: context, instance: instance, request: request)
        let isolation = IsolationReader(index: index).isolation(of: owner, in: file)
        guard (try? making.check()) != nil,
            isolation == .nonisolated || context.runs(on: isolation, in: file, index),
            context.mayCapture(instance, on: isolation, in: file, index),
            var value = chosen(for: callee, in: making)
        else { return nil }
        guard value.isProperty else { return context.binds(value.name, inBodyIn: file) ? nil : value }
        guard let reading = try? making.reading(value.name, in: owner) else { return nil }
        // What captures a property that reads the accessor reads it earlier.
        let early = request.earlyReadings[instance.accessor.name]
        if let closure = reading.closure, isLate, early?.isQuiet(before: closure, in: file, of: owner) != true {
            return nil
        }
        let saysSelf = file.saysSelf && reading.isNameAlone && reading.closure == nil
        value.name = saysSelf ? "self.\(value.name)" : reading.expression(for: value.name)
        value.closure = reading.closure
        return value
    }

    /// Returns what the code around a call has for the callee: a property, or a parameter.
    private func chosen(for callee: Callee, in making: Making) -> Value? {
        let (context, construction) = (making.context, making.construction)
        let takesOptional = callee.type.wrapped != nil
        if let function {
            guard context.memberDecl?.function == function else { return nil }
            // What was read when the function was called may have been replaced since.
            let isOther =
                instance.creation.isReplaced
                && !instance.isUsual(in: making.request.index.module(ofFile: construction.file.path))
            if let name { return isOther ? nil : Value(name: name) }
            return takesOptional ? optional.map { Value(name: $0) } : nil
        }
        switch context.member {
        case .initializer(let initializer):
            guard let (name, isOptional) = taken(initializer), takesOptional || !isOptional else { return nil }
            return Value(name: name)
        case .defaultArgument:
            guard let function = context.function(in: construction.file), let initializer = function.initializer,
                let (name, isOptional) = taken(initializer), takesOptional || !isOptional,
                let moved = MovedDefault(around: construction.node, of: function), !moved.isInOneLine
            else { return nil }
            return Value(name: name, movedDefault: moved)
        case .body, .lazyValue:
            guard path == nil || path == construction.file.path else { return nil }
            let isOther = !isLate && instance.isOther(whileExists: owner, making.request.index)
            let early = making.request.earlyReadings[instance.accessor.name]
            let isRead = construction.call.map { early?.isRead(before: $0, in: construction.file) == true } == true
            let name = isLate && callee.isLate && !isRead ? optional : name
            return isOther ? nil : name.map { Value(name: $0, isProperty: true) }
        case .value:
            guard let (name, isOptional) = moving, takesOptional || !isOptional,
                let property = context.memberDecl?.property, context.owner == owner,
                MovedValues(owner: owner, file: construction.file, index: making.request.index, instance: instance)
                    .obstacle(of: property) == nil
            else { return nil }
            return Value(name: name, moved: property)
        case .staticMember, .none: return nil
        }
    }
}
