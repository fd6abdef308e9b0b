import SeamKit

/// A use of a declaration of the tree, which runs its code: a call, a read or an assignment.
struct DeclarationUse {
    private let member: ReachLookup.Member
    private let link: ReachLink
    /// Where its code stands.
    private let frame: ReachFrame

    private var declaration: Declaration { member.declaration }

    /// - Parameter value: what has the member.
    init(of member: ReachLookup.Member, on value: ReachValue, by link: ReachLink) {
        (self.member, self.link) = (member, link)
        let declaration = member.declaration
        var frame = ReachFrame(owner: member.owner, document: declaration.document)
        frame.isStatic = declaration.isStatic || member.owner == nil
        frame.isShared = value.isShared
        frame.isInitializer =
            declaration.kind == .property && link.frame.isInitializer && member.owner == link.frame.owner
        switch value {
        case .instance(let type, _), .type(let type): frame.dynamic = member.owner == nil ? nil : type
        default: frame.dynamic = member.owner
        }
        self.frame = frame
    }

    /// Runs what the use runs, and returns its value.
    func follow(with reach: inout Reach) -> ReachValue {
        switch declaration.kind {
        case .function: return link.arguments == nil ? .unknown : result(with: &reach)
        case .subscript: return element(with: &reach)
        case .property:
            let found = value(with: &reach)
            return link.arguments == nil ? found : reach.call(found, link)
        case .enumCase: return member.owner.map { .instance($0, isShared: false) } ?? .unknown
        case .struct, .class, .enum, .actor:
            let found = member.owner.flatMap { reach.index.graph.type(called: declaration.name, nestedIn: $0) }
            guard let type = found else { return .unknown }
            return link.arguments == nil ? .type(type) : reach.follow(.made(type), link)
        default: return .unknown
        }
    }

    private func result(with reach: inout Reach) -> ReachValue {
        reach.note(needed: declaration.result, in: frame)
        reach.enter(declaration, in: frame, link) { reach, frame in
            if let body = declaration.body {
                _ = reach.run(body, in: frame)
            } else {
                reach.record.observe(.unknown, at: link)
            }
        }
        return declaration.result.map { reach.lookup.value(of: $0, in: frame) } ?? .plain
    }

    /// Runs a subscript: these compute, as properties do.
    private func element(with reach: inout Reach) -> ReachValue {
        reach.enter(declaration, of: frame.dynamic) { reach in
            var inner = frame
            for parameter in declaration.parameters {
                inner.locals[parameter.name] = reach.lookup.value(of: parameter.type, in: frame)
            }
            for accessor in link.chain.isWritten ? ["get", "set"] : ["get"] {
                if let body = declaration.body(of: accessor) { _ = reach.run(body, in: inner) }
            }
        }
        return declaration.result.map { reach.lookup.value(of: $0, in: frame) } ?? .unknown
    }

    // MARK: - Properties

    private func value(with reach: inout Reach) -> ReachValue {
        let (all, name, isGlobal) = (declaration.bindings, link.lastName, frame.isStatic)
        guard let binding = all.first(where: { $0.name == name }) ?? all.first else { return .unknown }
        reach.note(needed: binding.type, in: frame)
        if isGlobal { note(unset: binding, with: &reach) }
        if reach.record.isTracing {
            // Something may have been assigned before, in place of the value.
            if declaration.hasModifier("lazy") {
                reach.record.trace?.lose()
                return reach.asking { self.value(with: &$0) }
            }
            let variable = Reach.Variable(owner: frame.owner, name: binding.name)
            if isGlobal { reach.record.trace?.note(variable, in: link.frame.document, at: link.offset) }
        }
        run(binding, with: &reach)
        if link.isWritten, isGlobal || frame.isShared { return reach.record.observe(.change, at: link) }
        if let wrapper = declaration.unknownWrapper(in: reach.index) {
            // Reading or setting it runs code of the wrapper.
            reach.record.observe(.unknown, "@\(wrapper) \(name)", at: declaration.offset, in: frame.document)
        }
        var value = binding.type.map { reach.lookup.value(of: $0, in: frame) } ?? .unknown
        if let chain = binding.valueBody?.result {
            let found = reach.value(of: chain.implied(by: binding.type), at: declaration.offset, in: frame)
            if found.isMoreThan(value), binding.type == nil || declaration.isLet { value = found }
        } else if binding.type == nil, let chain = declaration.body(of: "get")?.result {
            value = reach.value(of: chain, at: declaration.offset, in: frame)
        }
        return isGlobal || frame.isShared ? value.shared : value
    }

    /// Runs the initial value, if it is computed late, and the accessors.
    private func run(_ binding: Declaration.Binding, with reach: inout Reach) {
        let isLate = frame.isStatic || declaration.hasModifier("lazy")
        let part = link.isWritten && !isLate ? Reach.Part.setter : .code
        reach.enter(declaration, of: isLate ? nil : frame.dynamic, part: part, isInitialValue: isLate) { reach in
            if isLate, let body = binding.valueBody { _ = reach.run(body, expecting: binding.type, in: frame) }
            if let body = declaration.body(of: "get") { _ = reach.run(body, in: frame) }
            guard link.isWritten else { return }
            var inner = frame
            for name in ["newValue", "oldValue"] {
                inner.locals[name] = binding.type.map { reach.lookup.value(of: $0, in: frame) } ?? .unknown
            }
            for accessor in frame.isInitializer ? ["set"] : ["set", "willSet", "didSet"] {
                if let body = declaration.body(of: accessor) { _ = reach.run(body, in: inner) }
            }
        }
    }

    /// Notes that a variable is read which has nothing until somebody sets it: before that, reading it ends the process. What the
    /// system makes may have set it while it was made.
    private func note(unset binding: Declaration.Binding, with reach: inout Reach) {
        guard binding.isStored, binding.valueBody == nil, let type = binding.type, type.isImplicitlyUnwrapped,
            !reach.record.isAsking
        else { return }
        let own = type.wrapped?.fullName.flatMap { reach.lookup.type($0, in: frame) }
        let setters = reach.index.makers(setting: Reach.Variable(owner: frame.owner, name: binding.name))
        let makers = setters.union([own].compactMap(\.self)).filter(reach.index.isRunBySystem)
        if makers.isEmpty { reach.record.observe(.trap, at: link) }
        for maker in makers { reach.record.note(needed: maker) }
    }
}
