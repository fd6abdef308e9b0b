import SeamKit

/// Finds the calls that make callers, and the types and functions around those calls, up to the roots.
struct MakerFinder {
    let request: CutRequest
    let instance: InjectedType
    var graph: ThreadGraph
    var names: MakerNames
    /// The properties that roots may get, by the keys of their types.
    var planned: [String: RootProperty] = [:]

    private init(request: CutRequest, instance: InjectedType, graph: ThreadGraph) {
        (self.request, self.instance, self.graph) = (request, instance, graph)
        names = MakerNames(request: request, instance: instance)
    }

    var index: CodeTree { request.index }

    private var functions: FunctionFinder { FunctionFinder(request: request, instance: instance) }

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
        for reader in readers {
            let names = finder.names.labelled(nil, in: reader.function.file)
            finder.functions.add(reader, as: names, to: &finder.graph)
        }
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
        if let value = try functions.parameter(of: making, for: callee, in: &graph) { return .maker(value) }
        // What the type around the call has, then what a root reads, then what the type or the function can take.
        var refusal: MakerRefusal?
        if let owner = context.owner, owner.kind != .file,
            let maker = known(owner, for: callee) ?? inherited(by: owner, making)
        {
            do throws(MakerRefusal) {
                // A root has the accessor, too, which certainly is the instance that the callee had.
                let mayBeOther = maker.held?.isSettable == true && graph.otherInstance != nil
                let isOwn = !making.isAllowed || maker.isCarrier || !mayBeOther
                if isOwn, let held = try MakerReading(of: maker, making).value(in: &graph) { return .maker(held) }
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
                if let held = try MakerReading(of: maker, making).value(in: &graph) { return .maker(held) }
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

    // MARK: - Types

    /// Returns the node of the type around a call that has the instance already; nil if there is none.
    private mutating func known(_ owner: OwnerDecl, for callee: ThreadNode) -> ThreadNode? {
        if let known = self[owner] { return known.isCarrier ? nil : known }
        guard let type = index.declaration(of: owner) else { return nil }
        let types = request.types(of: instance, for: callee)
        let isolation = IsolationReader(index: index).isolation(of: type.owner, in: type.file)
        let isDelegate = instance.spelling != nil && owner.name == request.singleton.name
        let isOnly = graph.otherInstance == nil && index.isOnly(type.owner, instance, in: request)
        let found =
            (isOnly ? HeldProperty(name: "self", isPrivate: false, isSettable: false) : nil)
            ?? (isDelegate ? HeldProperty(name: instance.accessor.name, isPrivate: false, isSettable: false) : nil)
            ?? types.compactMap {
                HeldProperty(of: $0, in: type.owner, reading: instance.spellings(in: request.singleton))
            }.first
            ?? HeldProperty(of: types[0], inContainerOf: type.owner, index: index, isolation: isolation)
        guard let held = found else { return nil }
        var node = ThreadNode(
            owner: type.owner,
            file: type.file,
            property: held.name,
            role: .holder(held),
            index: index
        )
        node.isReached = true
        graph.add(node)
        return graph[node.key]
    }

    /// Returns the node of a superclass that lets the code around a call read what it has; nil if there is none.
    private func inherited(by owner: OwnerDecl, _ making: Making) -> ThreadNode? {
        switch making.context.member {
        case .body, .lazyValue: graph.inherited(by: owner, in: making.construction.file)
        default: nil
        }
    }

    /// Returns the node of the type around a call, which is to take the instance.
    private mutating func maker(
        in owner: OwnerDecl,
        for callee: ThreadNode,
        _ making: Making
    ) throws(MakerRefusal) -> ThreadNode {
        if let known = self[owner] { return known }
        // What no instance of the type can read, it needn't take.
        if case .value = making.context.member { try making.checkSending() } else { _ = try making.reading(in: owner) }
        guard let type = index.declaration(of: owner) else {
            throw MakerRefusal(
                "made in an extension of a type from elsewhere",
                "Make it in a function that takes the instance."
            )
        }
        guard [.class, .actor, .struct].contains(type.owner.kind) else {
            throw MakerRefusal(
                "made in \(owner.name), which is no class, actor or structure",
                "Make it in a function that takes the instance."
            )
        }
        let names = self.names.forMaker(of: callee, in: making.construction.file)
        // Whatever the type's own code says, in any file, keeps its meaning.
        let parts = index.parts(of: owner)
        let free = names.free(for: instance, in: type.owner) { name in
            parts.contains { $0.file.hasName(name, in: $0.owner.node) }
        }
        guard let name = free else {
            throw MakerRefusal.usesName(owner.name, callee.property)
        }
        let recipient = request.recipient(requiring: instance, in: type, as: name)
        switch recipient.injection() {
        case .success(let injection):
            var node = ThreadNode(
                owner: type.owner,
                file: type.file,
                property: name,
                role: .carrier(injection),
                index: index
            )
            node.fallback = KeptDefault(request: request, instance: instance).fallback(of: injection, in: type)
            // Its initializers that take the instance already do so for the whole type.
            let own = graph.order.compactMap { graph[$0] }.filter { known in
                known.function?.initializer.map { injection.takers.contains($0) } == true
            }
            guard own.allSatisfy({ $0.property == name }) else { throw .usesName(owner.name, name) }
            graph.replace(own.map(\.key), with: node.key)
            graph.add(node)
            return node
        case .failure(let reason): throw MakerRefusal.takesNone(owner.name, reason)
        }
    }

    /// Returns the value that the function around a call is to take.
    private mutating func function(
        around making: Making,
        for callee: ThreadNode,
        otherwise refusal: MakerRefusal?
    ) throws(MakerRefusal) -> MakerValue {
        let names = self.names.forMaker(of: callee, in: making.construction.file)
        return try functions.function(around: making, for: callee, as: names, otherwise: refusal, in: &graph)
    }

    // MARK: - Variables

    /// What keeps initializers from taking the instance, and no variable of the class from having it.
    private static let ofInitializers: [Reason] = [.initializers, .subclasses, .reference, .requirement, .overload]

    /// Returns how a class of a user interface passes what it can't take in an initializer: from a variable that whoever makes the
    /// class sets, as injecting gives it to a class that reads the accessor. Nil if it can't have one.
    private mutating func variable(for making: Making, _ callee: ThreadNode) -> MakerValue? {
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
        let recipient = request.recipient(requiring: instance, in: type, as: instance.accessor.name)
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
