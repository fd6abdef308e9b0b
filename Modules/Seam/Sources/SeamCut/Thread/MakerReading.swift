import SeamKit

/// How a call reads what its maker has.
struct MakerReading {
    let maker: ThreadNode
    let making: Making

    init(of maker: ThreadNode, _ making: Making) { (self.maker, self.making) = (maker, making) }

    var instance: InjectedType { making.instance }
    var request: CutRequest { making.request }
    var index: CodeTree { request.index }
    /// What is around the call, and its file.
    var context: UseContext { making.context }
    var file: ParsedFile { making.construction.file }

    /// Returns how a call reads what its maker has; nil if nothing in the maker keeps it.
    func value(in graph: inout ThreadGraph) throws(MakerRefusal) -> MakerValue? {
        if maker.isInstance { return try itself() }
        if case .value = context.member { return try movedValue() }
        if case .defaultArgument = context.member {
            // Another function than an initializer reads no parameter of the type's.
            let initializer = context.memberDecl?.initializer
            guard let taker = initializer.flatMap({ maker.caller?.taker($0) }), let caller = maker.caller else {
                return nil
            }
            let name = caller.late == nil ? taker.name : caller.label
            return try movedDefault(named: name, needsRequired: !taker.hasInstance)
        }
        if case .initializer(let initializer) = context.member, let caller = maker.caller {
            return try parameter(of: initializer, in: caller)
        }
        guard let held = maker.held ?? added(in: &graph) else { return nil }
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
        if !readers.contains(file.path) { needsRequired = try share(held, in: &graph) }
        let reading = try making.reading(held.base, in: maker.owner)
        guard canRead(reading) else { throw .takesNone(maker.owner.name, .storage) }
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
        in caller: DefaultedCaller
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
        if context.binds(name, inBodyIn: file) { throw .hidden(name) }
        return MakerValue(
            owner: index.key(of: caller.owner),
            expression: name,
            capture: nil,
            needsRequired: !taker.hasInstance
        )
    }

    /// Lets code in other files of a maker's type read its property. Returns whether it can only once it is required.
    private func share(_ held: HeldProperty, in graph: inout ThreadGraph) throws(MakerRefusal) -> Bool {
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
    private func canRead(_ reading: Reading) -> Bool {
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

    /// Returns how a call reads what the function around it takes. Throws if it can't.
    func value(named name: String, needsRequired: Bool) throws(MakerRefusal) -> MakerValue {
        if case .defaultArgument = context.member {
            return try movedDefault(named: name, needsRequired: needsRequired)
        }
        let body = maker.function?.body?.plainNode
        if context.memberDecl.map({ file.binds(name, in: $0, within: body) }) == true {
            throw MakerRefusal.hidden(name)
        }
        try making.checkSending()
        return MakerValue(owner: maker.key, expression: name, capture: nil, needsRequired: needsRequired)
    }

    /// Returns how the instance passes itself. Throws if it isn't complete yet, or if a closure would have to hold it.
    private func itself() throws(MakerRefusal) -> MakerValue {
        let name = maker.owner.name
        switch context.member {
        case .body, .lazyValue: break
        default:
            throw MakerRefusal(
                "made before \(name) is complete, and can pass itself",
                "Make it in a lazy variable, or a later function."
            )
        }
        guard let expression = try making.reading(in: maker.owner).nameOfSelf else {
            throw MakerRefusal("made in a closure that doesn't hold \(name)", "Let the closure use self.")
        }
        return MakerValue(owner: maker.key, expression: expression, capture: nil, needsRequired: false)
    }

    // MARK: - Constants

    /// Returns the constant in which a class can keep what its initializers only read so far; nil if it can have none.
    private func added(in graph: inout ThreadGraph) -> HeldProperty? {
        guard let caller = maker.caller, caller.function == nil, caller.property == nil, caller.obstacle == nil,
            maker.owner.kind == .class, caller.takers.allSatisfy(\.hasInstance),
            instance.type.unmarked == caller.type.unmarked
        else { return nil }
        let name = caller.label.withoutBackticks
        let (own, takers) = (
            Initializers(owner: maker.owner, file: maker.file), caller.takers.compactMap(\.initializer)
        )
        let recipient = request.recipient(requiring: instance, in: (maker.file, maker.owner), as: name)
        let parts = index.parts(of: maker.owner)
        let names = parts.flatMap(\.owner.memberNames) + index.inheritedNames(of: maker.owner).names
        guard own.designated.allSatisfy(takers.contains), !names.contains(name),
            caller.takers.allSatisfy({ $0.name == name }), index.superclasses(of: maker.owner).isEmpty,
            !parts.contains(where: { isRead(name, in: $0, besides: takers) }),
            request.reasons.first(of: [.synthesis, .reflection], for: recipient) ?? recipient.instanceReason == nil
        else { return nil }
        let held = HeldProperty(name: name, isPrivate: true, isSettable: false)
        graph.change(maker.key) { $0.added = held }
        return held
    }

    /// Returns whether code of a type reads something from around the type by a name.
    private func isRead(_ name: String, in part: CodeTree.Declaration, besides takers: [InitializerNode]) -> Bool {
        part.file.tokens(name, in: part.owner.node).compactMap(\.nameNode).contains { mention in
            !mention.isMember && mention.expression.localName(name) == nil
                && !takers.contains { $0.extent.contains(mention.offset) }
        }
    }
}
