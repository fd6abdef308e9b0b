import SeamKit

/// Follows how instances of the tree's types are made.
extension Reach {
    /// Reads a property that a protocol requires: that of any type of the tree that conforms to it may run.
    mutating func requirement(_ name: String, of type: CodeTree.TypeID, _ value: ReachValue, _ link: ReachLink)
        -> ReachValue?
    {
        guard !link.isWritten, !isTracing,
            let part = index.code(of: type).first(where: { $0.kind == .protocol }),
            let required = part.members.flattened.first(where: { $0.kind == .property && $0.declares(name) }),
            let written = required.bindings.first(where: { $0.name == name })?.type,
            let all = index.conforming(to: type), !all.isEmpty
        else { return nil }
        let found = all.map { lookup.members(name, of: $0, isStatic: false) }
        guard found.allSatisfy({ !$0.isEmpty }) else { return nil }
        for (owner, members) in zip(all, found) {
            _ = use(members, of: .instance(owner, isShared: true), nil, link)
        }
        let result = lookup.value(of: written, in: ReachFrame(owner: type, document: part.document))
        return value.isShared ? result.shared : result
    }

    /// Makes an instance of a type of the tree.
    mutating func construct(_ type: CodeTree.TypeID, _ arguments: [CodeBody.Argument], _ link: ReachLink) -> ReachValue
    {
        let parts = index.code(of: type)
        guard let own = parts.first(where: { $0.kind != .extension }), own.kind != .protocol else {
            observe(.unknown, link.chain.text, at: link.offset, in: link.frame)
            return .unknown
        }
        note(type: type)
        if let attribute = own.unknownTypeAttribute(in: index) {
            observe(.unknown, "@" + attribute, at: own.offset, in: frame(of: type, own))
        }
        return initialize(type, as: type, arguments, link)
    }

    /// Runs the initializers of a type that a call may mean, and what they run.
    ///
    /// - Parameter made: the type of the instance, which may inherit the initializer.
    mutating func initialize(
        _ type: CodeTree.TypeID,
        as made: CodeTree.TypeID,
        _ arguments: [CodeBody.Argument],
        _ link: ReachLink
    ) -> ReachValue {
        note(type: type)
        let parts = index.code(of: type)
        if parts.contains(where: \.document.isBroken) {
            observe(.unknown, index.graph.name(of: type), at: link.offset, in: link.frame)
            return .unknown
        }
        setValues(of: type, parts)
        let all = parts.flatMap { part in part.members.flattened.filter { $0.kind == .initializer } }
        let fitting = all.filter { $0.accepts(arguments) }
        if isTracing, fitting.count > 1 || fitting.contains(where: { !$0.conditions.isEmpty }) {
            trace?.lose()
        } else {
            for initializer in fitting { run(initializer, of: type, as: made, arguments: arguments, link: link) }
        }
        if fitting.isEmpty {
            let own = parts.first { $0.kind != .extension }
            let isWritten = own?.members.flattened.contains { $0.kind == .initializer } == true
            if isWritten, lookup.superclass(of: type) == nil {
                observe(.unknown, link.chain.text, at: link.offset, in: link.frame)
            }
            // An inherited initializer, or a memberwise one, which only stores.
            _ = initializeParent(of: type, as: made, arguments, link)
        }
        return .instance(type, isShared: false)
    }

    private mutating func run(
        _ initializer: Declaration,
        of type: CodeTree.TypeID,
        as made: CodeTree.TypeID,
        arguments: [CodeBody.Argument],
        link: ReachLink
    ) {
        var frame = frame(of: type, initializer)
        (frame.isInitializer, frame.dynamic) = (true, made)
        frame = bound(initializer, in: frame, arguments, link)
        let hasClosure = frame.locals.values.contains { if case .closure = $0 { true } else { false } }
        enter(initializer, of: made, isOnce: !hasClosure) { reach in
            guard let body = initializer.body else {
                reach.observe(.unknown, reach.index.graph.name(of: type), at: initializer.offset, in: frame)
                return
            }
            _ = reach.run(body, in: frame)
            // A class calls `super.init()` by itself.
            let isDelegating = body.actions.contains { action in
                guard case .chain(let chain) = action.kind, case .member("init")? = chain.steps.first else {
                    return false
                }
                return switch chain.root {
                case .selfValue, .superValue: true
                default: false
                }
            }
            if !isDelegating { _ = reach.initializeParent(of: type, as: made, [], link) }
        }
    }

    private func frame(of type: CodeTree.TypeID, _ declaration: Declaration) -> ReachFrame {
        ReachFrame(owner: type, dynamic: type, document: declaration.document)
    }

    /// Computes the initial values of the stored properties, and those of their wrappers.
    private mutating func setValues(of type: CodeTree.TypeID, _ parts: [Declaration]) {
        for property in parts.flatMap(\.members.flattened) where property.kind == .property && !property.isStatic {
            guard !property.hasModifier("lazy"), property.runsWhenMade(in: index) else { continue }
            if isTracing, !property.isComputedAtOnce || !property.conditions.isEmpty {
                trace?.complete(property)
                continue
            }
            let frame = {
                var frame = self.frame(of: type, property)
                frame.isStatic = true
                return frame
            }()
            enter(property, of: type, part: .value) { reach in
                for binding in property.bindings where binding.isStored {
                    if let body = binding.valueBody { _ = reach.run(body, expecting: binding.type, in: frame) }
                }
                reach.makeWrapper(of: property, in: frame)
            }
        }
    }

    /// Makes the wrapper of a property.
    private mutating func makeWrapper(of property: Declaration, in frame: ReachFrame) {
        guard let wrapper = property.unknownWrapper(in: index) else { return }
        let plain = String(wrapper.prefix { $0 != "<" })
        let type = lookup.type(plain, in: frame).map(index.code) ?? []
        let others = property.allAttributes.filter { $0.name.first?.isUppercase == true }
        let isMadeAlone = type.flatMap(\.members.flattened).contains { $0.kind == .initializer && $0.accepts([]) }
        guard others.count == 1, type.contains(where: { $0.hasAttribute("propertyWrapper") }),
            let body = property.wrapperBody(of: wrapper, isMadeAlone: isMadeAlone)
        else {
            observe(.unknown, "@\(wrapper) \(property.name)", at: property.offset, in: frame)
            return
        }
        _ = run(body, in: frame)
    }

    // MARK: - Superclasses

    /// Runs the initializer of the superclass.
    mutating func initializeParent(
        of type: CodeTree.TypeID,
        as made: CodeTree.TypeID,
        _ arguments: [CodeBody.Argument],
        _ link: ReachLink
    ) -> ReachValue {
        guard let own = index.code(of: type).first(where: { $0.kind == .class }) else { return .plain }
        if let parent = lookup.superclass(of: type) { return initialize(parent, as: made, arguments, link) }
        // What the initializer of a class outside of the tree does with arguments isn't known.
        if !arguments.isEmpty { observe(.unknown, link.chain.text, at: link.offset, in: link.frame) }
        for inherited in own.inherited {
            guard let name = inherited.type.fullName else { continue }
            let isOwn = lookup.type(name, in: frame(of: type, own)) != nil
            if !isOwn, name != "NSObject", !Library.isProtocol(name) {
                observe(.unknown, "\(own.name): \(name)", at: inherited.offset, in: frame(of: type, own))
            }
        }
        return .plain
    }
}

extension SwiftDocument {
    /// Whether the document can't be read whole.
    var isBroken: Bool { problem != nil }
}

extension Declaration {
    /// Whether making an instance runs code for a stored property: its initial value, or that of a wrapper.
    fileprivate func runsWhenMade(in index: CodeTree) -> Bool {
        bindings.contains { $0.valueBody != nil } || unknownWrapper(in: index) != nil
    }

    /// Returns the name of an attribute of a type that may add code to it; nil if there is none.
    func unknownTypeAttribute(in index: CodeTree) -> String? {
        allAttributes.map(\.name).first { index.mayAddCode($0, besides: Library.typeAttributes) }
    }
}

extension CodeTree {
    /// Returns whether nobody sees that the initial value of a type's property is computed.
    func isQuiet(_ property: String, of type: TypeID) -> Bool {
        let all = code(of: type).flatMap(\.members.flattened).filter { $0.kind == .property && !$0.isStatic }
        let bodies = all.flatMap { member in
            member.bindings.filter { $0.name == property }.compactMap { $0.valueBody.map { (member, $0) } }
        }
        return !bodies.isEmpty
            && bodies.allSatisfy { member, body in
                var reach = Reach(index: self)
                return member.isComputedAtOnce
                    && body.actions.allSatisfy { reach.isQuiet($0, making: type, in: member) }
            }
    }
}
