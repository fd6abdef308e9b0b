import SeamKit

/// Finds the calls that make callers, and the types and functions around those calls, up to the roots.
struct MakerFinder {
    let request: CutRequest
    let instance: InjectedType
    var graph: ThreadGraph
    /// How the code of each module takes the instance.
    var habits: [String: Habit] = [:]
    /// The properties that roots may get, by the keys of their types.
    var planned: [String: RootProperty] = [:]

    private init(request: CutRequest, instance: InjectedType, graph: ThreadGraph) {
        (self.request, self.instance, self.graph) = (request, instance, graph)
    }

    var index: CodeTree { request.index }

    /// The node of a type; nil if it has none.
    subscript(owner: OwnerDecl) -> ThreadNode? { graph[index.key(of: owner)] }

    /// Returns the graph with all makers, and the calls of each type.
    ///
    /// - Parameter readers: functions that read the accessor, and are to take the instance.
    static func complete(
        _ graph: ThreadGraph,
        of request: CutRequest,
        passing instance: InjectedType,
        to readers: [ReadingFunction]
    ) -> ThreadGraph {
        var finder = MakerFinder(request: request, instance: instance, graph: graph)
        finder.graph.otherInstance = request.index.otherInstance(than: instance, of: request.singleton)
        for reader in readers { finder.add(reader) }
        var open = finder.graph.order
        while let key = open.popLast() {
            guard let node = finder.graph[key], node.key == key, !node.isHolder else { continue }
            let known = Set(finder.graph.order)
            finder.findCalls(of: node)
            open += finder.graph.order.filter { !known.contains($0) }
        }
        return finder.graph
    }

    /// Adds the calls that make a type, or that call a function.
    private mutating func findCalls(of node: ThreadNode) {
        let found = CallFinder(of: node, in: request)
        graph.change(node.key) { $0.unclear += found.unclear }
        if found.mayBeValue { graph.change(node.key) { $0.fallback = nil } }
        for place in found.calls {
            let call =
                place.setting.map { made(place.construction, node, $0.argument, otherwise: $0.refusal) }
                ?? place.value.map { made(place.construction, node, .closure($0)) }
                ?? call(place.construction, to: node, found.callees)
            guard var call else { continue }
            call.isUnread = place.isUnread
            graph.change(node.key) { $0.calls.append(call) }
        }
        if let obstacle = found.obstacle { graph.fail(node.key, obstacle) }
    }

    /// Returns what a call passes to a type; nil if it calls an initializer that takes nothing.
    private mutating func call(
        _ construction: Construction,
        to callee: ThreadNode,
        _ initializers: [CalledInitializer]
    ) -> ThreadCall? {
        let possible = initializers.filter { construction.mayCall($0, of: callee.owner, index) }
        let refusal = construction.silentRefusal
        return switch construction.target(labelled: callee.caller?.label ?? callee.property, of: possible) {
        case .other: nil
        case .unclear: made(construction, callee, nil)
        case .takes(let called, let found):
            made(construction, callee, refusal == nil ? found : nil, called.declaration, otherwise: refusal)
        }
    }

    /// Returns where the instance comes from at a place that makes a type.
    ///
    /// - Parameters:
    ///   - argument: how the place passes it; nil if it can't.
    ///   - refusal: why it can't, and what would change that.
    private mutating func made(
        _ construction: Construction,
        _ callee: ThreadNode,
        _ argument: Construction.Argument?,
        _ initializer: InitializerNode? = nil,
        otherwise refusal: MakerRefusal? = nil
    ) -> ThreadCall {
        let context = construction.context(reading: instance.accessor)
        let making = Making(construction: construction, context: context, instance: instance, request: request)
        let source: ThreadCall.Source
        do throws(MakerRefusal) {
            guard let argument else {
                throw refusal
                    ?? MakerRefusal(
                        "it isn't clear which \(callee.isMade ? "initializer" : "function") is called",
                        "Pass the instance there by hand."
                    )
            }
            let found = try self.source(of: argument, making, for: callee)
            if case .maker(let value) = found { try check(value, for: callee) }
            source = found
        } catch {
            source = .none(error.obstacle)
        }
        // A default would read the accessor while that makes its instance.
        if making.needed(by: callee.owner) != nil { graph.change(callee.key) { $0.fallback = nil } }
        return ThreadCall(
            construction: construction,
            argument: argument,
            initializer: initializer,
            source: source,
            maker: context.maker,
            isLazy: construction.isTest || construction.isPreview
        )
    }

    private mutating func source(
        of argument: Construction.Argument,
        _ making: Making,
        for callee: ThreadNode
    ) throws(MakerRefusal) -> ThreadCall.Source {
        let context = making.context
        if case .passed(let value) = argument, !value.isNil {
            if callee.caller?.takers.contains(where: { !$0.isReadByCall }) == true,
                context.isOptional(value)
            {
                throw MakerRefusal("it passes an optional", "Unwrap it before the call.")
            }
            return .passed(isAccessor: isAccessor(value))
        }
        try making.check()
        if let value = try parameter(of: making, for: callee) { return .maker(value) }
        // What the type around the call has, then what a root reads, then what the type or the function can take.
        var refusal: MakerRefusal?
        if let owner = context.owner, owner.kind != .file,
            let maker = known(owner, for: callee) ?? inherited(by: owner, making)
        {
            do throws(MakerRefusal) {
                // A root has the accessor, too, which certainly is the instance that the callee had.
                let mayBeOther = maker.held?.isSettable == true && graph.otherInstance != nil
                let isOwn = !making.isAllowed || maker.isCarrier || !mayBeOther
                if isOwn, let held = try value(of: maker, making) { return .maker(held) }
            } catch { refusal = error }
        }
        if making.isAllowed {
            // What `run()` of a command has, it passes to what it calls.
            if callee.function != nil, request.isInHelperOfCommand(context, in: making.construction.file) {
                return .maker(try function(around: making, for: callee, otherwise: nil))
            }
            try making.checkAccessor(making: callee.owner)
            return .accessor(member(of: making, for: callee) ?? planned(for: making, callee))
        }
        if !context.isStatic, let type = context.owner.flatMap(index.declaration) {
            try checkNarrower(in: type.owner, for: callee)
        }
        if refusal == nil, let owner = context.owner, owner.kind != .file, takes(context, owner) {
            do throws(MakerRefusal) {
                if context.isStatic { _ = try making.reading(in: owner) }
                let maker = try maker(in: owner, for: callee, making)
                if let held = try value(of: maker, making) { return .maker(held) }
                refusal = MakerRefusal(
                    "\(maker.owner.name) doesn't keep the instance that it takes",
                    "Let \(maker.owner.name) store it in a constant."
                )
            } catch { refusal = error }
        }
        // What a static member can't take from its type, it takes itself.
        if context.isStatic, context.function(in: making.construction.file) != nil { refusal = nil }
        do throws(MakerRefusal) {
            return .maker(try function(around: making, for: callee, otherwise: refusal))
        } catch {
            guard let value = variable(for: making, callee) else { throw error }
            return .maker(value)
        }
    }

    /// Returns whether code of a type reads what the type takes: an initializer may take it alone.
    private func takes(_ context: UseContext, _ owner: OwnerDecl) -> Bool {
        let own = context.memberDecl?.initializer
        if case .defaultArgument = context.member, own == nil { return false }
        guard let initializer = own else { return true }
        guard case .carrier(let injection)? = self[owner]?.role else { return false }
        return injection.takers.contains(initializer)
    }

    /// Throws if a maker has the instance as a protocol's value, and the type is wanted, or another protocol.
    private func check(_ value: MakerValue, for callee: ThreadNode) throws(MakerRefusal) {
        let wanted = callee.caller?.type ?? instance.type
        guard let maker = graph[value.owner], let type = maker.caller?.type,
            ![wanted.unmarked, instance.type.unmarked].contains(type.unmarked)
        else { return }
        throw .takes(type, maker.title, wanted)
    }

    /// Returns whether an argument is the accessor, as far as its text says.
    private func isAccessor(_ value: ExpressionNode) -> Bool {
        instance.spellings(in: request.singleton).contains(value.code)
    }

    /// Returns how a call reads what its maker has; nil if nothing in the maker keeps it.
    private mutating func value(of maker: ThreadNode, _ making: Making) throws(MakerRefusal) -> MakerValue? {
        let (file, context) = (making.construction.file, making.context)
        if maker.isInstance { return try itself(maker, making) }
        if case .value = context.member { return try movedValue(of: maker, making) }
        if case .defaultArgument = context.member {
            // Another function than an initializer reads no parameter of the type's.
            let initializer = context.memberDecl?.initializer
            guard let taker = initializer.flatMap({ maker.caller?.taker($0) }), let caller = maker.caller else {
                return nil
            }
            let name = caller.late == nil ? taker.name : caller.label
            return try movedDefault(of: maker, named: name, making, needsRequired: !taker.hasInstance)
        }
        if case .initializer(let initializer) = context.member, let caller = maker.caller {
            return try parameter(of: initializer, in: caller, making)
        }
        guard let held = maker.held ?? added(to: maker) else { return nil }
        if case .initializer(let initializer) = context.member, maker.isHolder,
            !initializer.parameters.contains(where: { $0.innerName == held.base })
        {
            throw MakerRefusal(
                "made in an initializer of \(maker.owner.name), before it has \(held.base)",
                "Let the initializer take \(held.base)."
            )
        }
        var (needsRequired, isStored) = (false, true)
        if case .initializer = context.member { isStored = !maker.isCarrier }
        let readers = held.readers ?? [maker.file.path]
        if !readers.contains(file.path) { needsRequired = try share(maker, held) }
        let reading = try making.reading(held.base, in: maker.owner)
        guard canRead(maker, reading, context, in: file) else { throw .takesNone(maker.owner.name, .storage) }
        var value = MakerValue(
            owner: maker.key,
            expression: reading.expression(for: held.name),
            capture: reading.closure,
            needsRequired: needsRequired,
            isStored: isStored
        )
        value.planned = maker.planned
        return value
    }

    /// Returns how an initializer that takes the instance reads it.
    private func parameter(
        of initializer: InitializerNode,
        in caller: DefaultedCaller,
        _ making: Making
    ) throws(MakerRefusal) -> MakerValue {
        guard let taker = caller.taker(initializer) else {
            throw MakerRefusal(
                "made in an initializer of \(caller.owner.name) that takes no instance",
                "Let that initializer take one as the others do."
            )
        }
        try making.checkSending()
        // What injecting wrote has the name of the property once it is required.
        let name = caller.late == nil ? taker.name : caller.label
        if making.context.binds(name, inBodyIn: making.construction.file) { throw .hidden(name) }
        return MakerValue(
            owner: index.key(of: caller.owner),
            expression: name,
            capture: nil,
            needsRequired: !taker.hasInstance
        )
    }

    /// Lets code in other files of a maker's type read its property. Returns whether it can only once it is required.
    private mutating func share(_ maker: ThreadNode, _ held: HeldProperty) throws(MakerRefusal) -> Bool {
        let isPrivate = maker.isCarrier || held.isPrivate
        guard isPrivate else { return false }
        var isHidden = !maker.isCarrier && maker.caller == nil
        for (file, part) in index.parts(of: maker.owner) where file.path != maker.file.path {
            isHidden = isHidden || file.hasName(held.base, in: part.node)
        }
        if isHidden {
            throw MakerRefusal(
                "\(held.name) is private to another file of \(maker.owner.name)",
                "Let other files of \(maker.owner.name) read \(held.name)."
            )
        }
        graph.change(maker.key) { $0.isShared = true }
        return true
    }

    /// Returns whether code reads what a type stores on the type's own actor, if it is only to store it.
    func canRead(_ maker: ThreadNode, _ reading: Reading, _ context: UseContext, in file: ParsedFile) -> Bool {
        guard maker.isCarrier && !instance.isSendable || maker.planned != nil else { return true }
        // What a closure captures of a variable is read when that is made.
        if maker.planned?.isLazy == true, reading.closure != nil { return false }
        let isolation = IsolationReader(index: index).isolation(of: maker.owner, in: maker.file)
        return isolation == .nonisolated
            || context.runs(
                on: isolation,
                in: file,
                index,
                isStrict: maker.planned != nil,
                isReadInside: reading.closure == nil
            )
    }

    // MARK: - Variables

    /// What keeps initializers from taking the instance, and no variable of the class from having it.
    private static let ofInitializers: [Reason] = [.initializers, .subclasses, .reference, .requirement, .overload]

    /// Returns how a class of a user interface passes what it can't take in an initializer: from a variable that whoever makes the
    /// class sets, as injecting gives it to a class that reads the accessor. Nil if it can't have one.
    mutating func variable(for making: Making, _ callee: ThreadNode) -> MakerValue? {
        guard let type = making.context.owner.flatMap(index.declaration), !making.construction.isTest,
            type.owner.kind == .class, self[type.owner] == nil, index.isOfInterfaceBuilder(type.owner),
            !type.owner.isPublic || !index.modules.isImportedOutside(type.file.path), isUnserved(type),
            let value = planned(for: making, callee, isSettable: true), let property = value.planned
        else { return nil }
        var node = ThreadNode(
            owner: type.owner,
            file: type.file,
            property: property.name,
            role: .caller(DefaultedCaller(setting: property, as: instance.type)),
            index: index
        )
        node.planned = property
        graph.add(node)
        return value
    }

    /// Returns whether a class could have the instance, and only its initializers can't take it.
    private func isUnserved(_ type: CodeTree.Declaration) -> Bool {
        let recipient = requiring(in: type.owner, type.file, as: instance.accessor.name)
        guard case .failure(let reason) = recipient.injection() else { return false }
        return Self.ofInitializers.contains(reason)
    }
}

extension Construction {
    fileprivate func context(reading accessor: Singleton.Accessor) -> UseContext {
        node.asExpression.map { UseContext(around: $0, accessor: accessor, in: file) }
            ?? UseContext(endOf: node, accessor: accessor, in: file)
    }
}

extension UseContext {
    /// What is around a place, for people: a type, or a function.
    fileprivate var maker: String {
        let function = self.memberDecl?.function?.ownName
        guard let owner, owner.kind != .file else { return function.map { "\($0)()" } ?? "" }
        return owner.name
    }

    /// Returns whether a value is an optional parameter of the function or initializer around it.
    fileprivate func isOptional(_ value: ExpressionNode) -> Bool {
        guard let name = value.plainName else { return false }
        return self.memberDecl?.parameters.contains { $0.innerName == name && $0.typeText.hasSuffix("?") } == true
    }
}
