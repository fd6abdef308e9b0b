import SeamKit

/// An instance of a type of the tree that code makes, by an initializer of the type itself or of a superclass.
///
/// The initial values of the stored properties and their wrappers run first, then the initializer that fits the arguments, and what
/// the superclass runs.
struct InstanceMaking {
    private let type: CodeTree.TypeID
    /// The type of the instance, which may inherit the initializer.
    private let made: CodeTree.TypeID
    private let link: ReachLink
    /// The declarations and extensions of the type.
    private let parts: [Declaration]

    init(of type: CodeTree.TypeID, as made: CodeTree.TypeID, by link: ReachLink, in index: CodeTree) {
        (self.type, self.made, self.link, parts) = (type, made, link, index.code(of: type))
    }

    /// Makes the instance by a call of the type.
    func construct(with reach: inout Reach) -> ReachValue {
        guard let own = parts.first(where: { $0.kind != .extension }), own.kind != .protocol else {
            return reach.record.observe(.unknown, at: link)
        }
        if let attribute = own.unknownTypeAttribute(in: reach.index) {
            reach.record.observe(.unknown, "@" + attribute, at: own.offset, in: own.document)
        }
        return initialize(with: &reach)
    }

    /// Runs the initializers that a call may mean, and what they run.
    @discardableResult
    func initialize(with reach: inout Reach) -> ReachValue {
        reach.record.note(type: type)
        if parts.contains(where: \.document.isBroken) {
            reach.record.observe(
                .unknown,
                reach.index.graph.name(of: type),
                at: link.offset,
                in: link.frame.document
            )
            return .unknown
        }
        setValues(with: &reach)
        let all = parts.flatMap { part in part.members.flattened.filter { $0.kind == .initializer } }
        let fitting = all.filter { $0.accepts(link.arguments ?? []) }
        if reach.record.isTracing, fitting.count > 1 || fitting.contains(where: { !$0.conditions.isEmpty }) {
            reach.record.trace?.lose()
        } else {
            for initializer in fitting { run(initializer, with: &reach) }
        }
        if fitting.isEmpty {
            let own = parts.first { $0.kind != .extension }
            let isWritten = own?.members.flattened.contains { $0.kind == .initializer } == true
            if isWritten, reach.lookup.superclass(of: type) == nil { reach.record.observe(.unknown, at: link) }
            // An inherited initializer, or a memberwise one, which only stores.
            initializeSuperclass(with: &reach)
        }
        return .instance(type, isShared: false)
    }

    private func run(_ initializer: Declaration, with reach: inout Reach) {
        var frame = frame(initializer)
        (frame.isInitializer, frame.dynamic) = (true, made)
        reach.enter(initializer, in: frame, link) { reach, frame in
            guard let body = initializer.body else {
                let name = reach.index.graph.name(of: type)
                reach.record.observe(.unknown, name, at: initializer.offset, in: frame.document)
                return
            }
            _ = reach.run(body, in: frame)
            if body.isDelegating { return }
            // A class calls `super.init()` by itself.
            var link = link
            link.arguments = []
            InstanceMaking(of: type, as: made, by: link, in: reach.index).initializeSuperclass(with: &reach)
        }
    }

    private func frame(_ declaration: Declaration) -> ReachFrame {
        ReachFrame(owner: type, dynamic: type, document: declaration.document)
    }

    /// Runs the initializer of the superclass.
    @discardableResult
    func initializeSuperclass(with reach: inout Reach) -> ReachValue {
        guard let own = parts.first(where: { $0.kind == .class }) else { return .plain }
        if let parent = reach.lookup.superclass(of: type) {
            return InstanceMaking(of: parent, as: made, by: link, in: reach.index).initialize(with: &reach)
        }
        // What the initializer of a class outside of the tree does with arguments isn't known.
        if link.arguments?.isEmpty == false { reach.record.observe(.unknown, at: link) }
        for inherited in own.inherited {
            guard let name = inherited.type.fullName else { continue }
            let isOwn = reach.lookup.type(name, in: frame(own)) != nil
            if !isOwn, name != "NSObject", !Library.isProtocol(name) {
                reach.record.observe(.unknown, "\(own.name): \(name)", at: inherited.offset, in: own.document)
            }
        }
        return .plain
    }

    // MARK: - Initial values

    /// Computes the initial values of the stored properties, and those of their wrappers.
    private func setValues(with reach: inout Reach) {
        for property in parts.flatMap(\.members.flattened) where property.kind == .property && !property.isStatic {
            guard !property.hasModifier("lazy"), property.runsWhenMade(in: reach.index) else { continue }
            if reach.record.isTracing, !property.isComputedAtOnce || !property.conditions.isEmpty {
                reach.record.trace?.complete(property)
                continue
            }
            var frame = frame(property)
            frame.isStatic = true
            reach.enter(property, of: type, part: .value) { [frame] reach in
                for binding in property.bindings where binding.isStored {
                    if let body = binding.valueBody { _ = reach.run(body, expecting: binding.type, in: frame) }
                }
                makeWrapper(of: property, in: frame, with: &reach)
            }
        }
    }

    /// Makes the wrapper of a property.
    private func makeWrapper(of property: Declaration, in frame: ReachFrame, with reach: inout Reach) {
        guard let wrapper = property.unknownWrapper(in: reach.index) else { return }
        let plain = String(wrapper.prefix { $0 != "<" })
        let type = reach.lookup.type(plain, in: frame).map(reach.index.code) ?? []
        let others = property.allAttributes.filter { $0.name.first?.isUppercase == true }
        let isMadeAlone = type.flatMap(\.members.flattened).contains { $0.kind == .initializer && $0.accepts([]) }
        guard others.count == 1, type.contains(where: { $0.hasAttribute("propertyWrapper") }),
            let body = property.wrapperBody(of: wrapper, isMadeAlone: isMadeAlone)
        else {
            let code = "@\(wrapper) \(property.name)"
            reach.record.observe(.unknown, code, at: property.offset, in: frame.document)
            return
        }
        _ = reach.run(body, in: frame)
    }
}

extension CodeBody {
    /// Whether it calls another initializer for the same instance.
    fileprivate var isDelegating: Bool {
        actions.contains { action in
            guard case .chain(let chain) = action.kind, case .member("init")? = chain.steps.first else { return false }
            return switch chain.root {
            case .selfValue, .superValue: true
            default: false
            }
        }
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
