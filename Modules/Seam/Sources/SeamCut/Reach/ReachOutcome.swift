import SeamKit

/// What a name does where code says it.
enum ReachOutcome {
    /// Nothing runs.
    case value(ReachValue)
    /// What the tree declares is used, each as a member of a value.
    case uses([ReachLookup.Member], of: ReachValue)
    /// A property is read that a protocol requires.
    case required(by: CodeTree.TypeID, isShared: Bool)
    /// A call makes an instance of a type of the tree.
    case made(CodeTree.TypeID)
    /// An initializer calls another one for the instance that it makes.
    case initialized(CodeTree.TypeID, as: CodeTree.TypeID)
    /// An initializer calls one of the superclass.
    case superclass(of: CodeTree.TypeID, as: CodeTree.TypeID)
    /// A call makes an instance of a type that the tree doesn't declare.
    case foreign(String)
    /// It runs the closures among its arguments with values first, which return a value.
    case closures([ReachValue], then: (ReachValue) -> ReachOutcome)
    case effect(Observation.Effect)
    /// Collections don't have it, but the tree may add it to them.
    case added

    /// What a member does that isn't known, by what its name seems to do.
    static func unknown(_ name: String) -> ReachOutcome { .effect(Library.memberEffects[name] ?? .unknown) }
}

extension ReachLookup {
    // MARK: - Names

    /// Returns what the name at the root of a chain does, which is no local one. It takes the call behind the name, unless a call of the
    /// value is another step.
    func name(_ name: String, _ link: inout ReachLink) -> ReachOutcome {
        let (frame, isCalled) = (link.frame, link.nextArguments != nil)
        if let found = member(name, around: frame, isCalled: isCalled) {
            link.takeCall()
            return found
        }
        if let type = type(name, in: frame) { return .value(.type(type)) }
        // The tree may add members to it that return its delegate.
        if name == "NSApp" { return .value(.foreign("NSApplication", isShared: true)) }
        if isCalled, let found = Library.constant(name) {
            link.takeCall()
            return .value(found)
        }
        if name.first?.isUppercase == true, globals(name, in: frame)?.isEmpty ?? true {
            let isKnown = index.lastNames.isAlias(name) || isDeclared(name, in: frame)
            return .value(isKnown ? .unknown : .foreignType(name))
        }
        link.takeCall()
        return global(name, link)
    }

    /// Returns what a member of the type around code does, or a static one of those around that; nil if there is none.
    private func member(_ name: String, around frame: ReachFrame, isCalled: Bool) -> ReachOutcome? {
        guard let owner = frame.dynamic ?? frame.owner else { return nil }
        let own = members(name, of: owner, isStatic: frame.isStatic)
        if !own.isEmpty { return .uses(own, of: frame.selfValue) }
        let isOwn = !frame.isStatic && !isCalled && index.graph.isDeclared(owner)
        if isOwn, Library.inherited.contains(name) { return .value(.plain) }
        var outer = frame.owner.flatMap(index.graph.outer)
        while let type = outer {
            let found = members(name, of: type, isStatic: true)
            if !found.isEmpty { return .uses(found, of: .type(type)) }
            outer = index.graph.outer(of: type)
        }
        return nil
    }

    private func global(_ name: String, _ link: ReachLink) -> ReachOutcome {
        if let effect = Library.effects[name] { return .effect(effect) }
        if Library.functions.contains(name) { return .closures([]) { _ in .value(.unknown) } }
        if let found = globals(name, in: link.frame), !found.isEmpty {
            return .uses(found.map { Member(declaration: $0, owner: nil) }, of: .unknown)
        }
        if link.arguments == nil, Library.isConstant(name) { return .value(Library.constantValue) }
        let own = known(link.frame.selfValue)
        if case .foreign = own { return member(of: own, link) }
        return .effect(.unknown)
    }

    // MARK: - Members

    /// Returns what the member of a value does that a chain has reached.
    func member(of value: ReachValue, _ link: ReachLink) -> ReachOutcome {
        let name = link.lastName
        switch value {
        case .instance(let type, let isShared):
            if name == "self" { return .value(value) }
            if name == "init", link.arguments != nil, link.frame.isInitializer {
                return .initialized(link.frame.owner ?? type, as: type)
            }
            if isRequired(name, by: type) {
                return link.arguments == nil ? .required(by: type, isShared: isShared) : .unknown(name)
            }
            let found = members(name, of: type, isStatic: false)
            if !found.isEmpty { return .uses(found, of: value) }
            // What a type inherits from outside, and what the compiler makes.
            return Library.inherited.contains(name) ? .value(.plain) : .unknown(name)
        case .type(let type): return member(ofType: type, link)
        case .foreign(let type, _), .foreignType(let type):
            let isStatic = if case .foreignType = value { true } else { false }
            let found = members(name, ofForeign: type, isStatic: isStatic, in: link.frame)
            return found.isEmpty ? ForeignMember(link).outcome(of: value) : .uses(found, of: value)
        case .list(let element, let isShared):
            return ForeignMember(link).outcome(ofList: element, isShared: isShared)
        case .several(let all): return all.first(where: has(name)).map { member(of: $0, link) } ?? .unknown(name)
        case .parent(let type):
            if name == "init", link.arguments != nil {
                return .superclass(of: type, as: link.frame.dynamic ?? type)
            }
            let found = superclass(of: type).map { members(name, of: $0, isStatic: link.frame.isStatic) } ?? []
            return found.isEmpty ? .unknown(name) : .uses(found, of: link.frame.selfValue)
        case .closure, .unknown: return .unknown(name)
        }
    }

    private func member(ofType type: CodeTree.TypeID, _ link: ReachLink) -> ReachOutcome {
        let name = link.lastName
        if name == "init", link.arguments != nil { return .made(type) }
        if name == "self" || name == "init" { return .value(.plain) }
        let found = members(name, of: type, isStatic: true)
        if let inner = nestedType(name, of: type, in: found) {
            return link.arguments == nil ? .value(.type(inner)) : .made(inner)
        }
        if found.isEmpty, name == "allCases" { return .value(.list(.instance(type, isShared: false))) }
        return found.isEmpty ? .unknown(name) : .uses(found, of: .type(type))
    }

    /// Returns whether a value of the tree has a member.
    private func has(_ name: String) -> (ReachValue) -> Bool {
        { value in
            guard case .instance(let type, _) = value else { return false }
            return index.code(of: type).contains { $0.members.flattened.contains { $0.declares(name) } }
        }
    }

    /// Returns what a member does that the tree adds to collections.
    func memberOfCollections(_ link: ReachLink) -> ReachOutcome {
        let types = ["Array", "Collection", "Sequence", "Dictionary", "Set", "RandomAccessCollection"]
        let found = types.flatMap { members(link.lastName, ofForeign: $0, isStatic: false, in: link.frame) }
        return found.isEmpty ? .unknown(link.lastName) : .uses(found, of: .list(.unknown))
    }

    /// Returns what may run when a property is read that a protocol requires, that of each type of the tree that conforms, and what is
    /// known of its value; nil if there may be others.
    func requirement(
        _ name: String,
        of type: CodeTree.TypeID
    ) -> (uses: [(owner: CodeTree.TypeID, members: [Member])], value: ReachValue)? {
        guard let part = index.code(of: type).first(where: { $0.kind == .protocol }),
            let required = part.members.flattened.first(where: { $0.kind == .property && $0.declares(name) }),
            let written = required.bindings.first(where: { $0.name == name })?.type,
            let all = index.conforming(to: type), !all.isEmpty
        else { return nil }
        let found = all.map { (owner: $0, members: members(name, of: $0, isStatic: false)) }
        guard found.allSatisfy({ !$0.members.isEmpty }) else { return nil }
        return (found, value(of: written, in: ReachFrame(owner: type, document: part.document)))
    }
}
