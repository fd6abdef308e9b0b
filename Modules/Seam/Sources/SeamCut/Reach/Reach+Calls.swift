import SeamKit

/// Follows members and calls, and the declarations that are used: bodies, initial values, initializers.
extension Reach {
    mutating func call(_ value: ReachValue, _ arguments: [CodeBody.Argument], _ link: ReachLink) -> ReachValue {
        switch value {
        case .closure: return call(value, with: arguments.map { self.argument($0, link: link) })
        case .type(let type): return construct(type, arguments, link)
        case .foreignType(let type): return make(type, arguments, link)
        default:
            observe(.unknown, link.chain.text, at: link.offset, in: link.frame)
            return .unknown
        }
    }

    /// Runs the closures among arguments, and returns what the last of them returns.
    @discardableResult
    mutating func runClosures(
        _ arguments: [CodeBody.Argument],
        with values: [ReachValue],
        in frame: ReachFrame
    ) -> ReachValue {
        var result = ReachValue.unknown
        // Nobody knows whether they run.
        if isTracing { return .unknown }
        for argument in arguments {
            guard case .closure = argument.value.root, argument.value.steps.isEmpty else { continue }
            let closure = value(of: argument.value, at: 0, in: frame)
            result = call(closure, with: values)
        }
        return result
    }

    private mutating func argument(_ argument: CodeBody.Argument, link: ReachLink) -> ReachValue {
        value(of: argument.value, at: link.offset, in: link.frame)
    }

    // MARK: - Using declarations

    /// Follows all declarations that a name may mean, and returns the value of the first.
    mutating func use(
        _ members: [ReachLookup.Member],
        of value: ReachValue,
        _ arguments: [CodeBody.Argument]?,
        _ link: ReachLink
    ) -> ReachValue {
        var result: ReachValue?
        // Those that the labels fit; all if that can't be said.
        let fitting = members.filter { member in
            member.declaration.kind != .function || arguments.map { member.declaration.accepts($0) } ?? true
        }
        let all = fitting.isEmpty ? members : fitting
        if isTracing, all.count > 1 || all.contains(where: isUncertain) {
            trace?.lose()
            return asking { $0.use(members, of: value, arguments, link) }
        }
        for member in all {
            let found = use(member, of: value, arguments, link)
            result = result ?? found
        }
        return result ?? .unknown
    }

    /// Returns whether something else may run: what a subclass overrides, or the code of another branch of `#if`.
    private func isUncertain(_ member: ReachLookup.Member) -> Bool {
        let isInherited = member.owner.map(index.graph.mayHaveSubclass) ?? false
        return isInherited && !member.declaration.isStatic || !member.declaration.conditions.isEmpty
    }

    private mutating func use(
        _ member: ReachLookup.Member,
        of value: ReachValue,
        _ arguments: [CodeBody.Argument]?,
        _ link: ReachLink
    ) -> ReachValue {
        let declaration = member.declaration
        var frame = ReachFrame(owner: member.owner, document: declaration.document)
        frame.isStatic = declaration.isStatic || member.owner == nil
        frame.isShared = value.isShared
        switch value {
        case .instance(let type, _), .type(let type): frame.dynamic = member.owner == nil ? nil : type
        default: frame.dynamic = member.owner
        }
        switch declaration.kind {
        case .function:
            guard let arguments else { return .unknown }
            return run(declaration, in: frame, arguments: arguments, link: link)
        case .subscript:
            // Subscripts compute, as properties do.
            enter(declaration, of: frame.dynamic) { reach in
                var inner = frame
                for parameter in declaration.parameters {
                    inner.locals[parameter.name] = reach.lookup.value(of: parameter.type, in: frame)
                }
                if let body = declaration.body(of: "get") { _ = reach.run(body, in: inner) }
                if link.chain.isWritten, let body = declaration.body(of: "set") { _ = reach.run(body, in: inner) }
            }
            return declaration.result.map { lookup.value(of: $0, in: frame) } ?? .unknown
        case .property:
            frame.isInitializer = link.frame.isInitializer && member.owner == link.frame.owner
            let found = property(declaration, named: link.lastName, in: frame, link: link)
            guard let arguments else { return found }
            return call(found, arguments, link)
        case .enumCase: return member.owner.map { .instance($0, isShared: false) } ?? .unknown
        case .struct, .class, .enum, .actor:
            let found = member.owner.flatMap { index.graph.type(called: declaration.name, nestedIn: $0) }
            guard let type = found else { return .unknown }
            return arguments.map { construct(type, $0, link) } ?? .type(type)
        default: return .unknown
        }
    }

    private mutating func run(
        _ function: Declaration,
        in frame: ReachFrame,
        arguments: [CodeBody.Argument],
        link: ReachLink
    ) -> ReachValue {
        let frame = bound(function, in: frame, arguments, link)
        let result = function.result
        note(needed: result, in: frame)
        let hasClosure = frame.locals.values.contains { if case .closure = $0 { true } else { false } }
        enter(function, of: frame.dynamic, isOnce: !hasClosure) { reach in
            if let body = function.body {
                _ = reach.run(body, in: frame)
            } else {
                reach.observe(.unknown, link.chain.text, at: link.offset, in: link.frame)
            }
        }
        return result.map { lookup.value(of: $0, in: frame) } ?? .plain
    }

    /// Returns a frame in which parameters have the values of arguments, or of their defaults, which run.
    mutating func bound(
        _ declaration: Declaration,
        in frame: ReachFrame,
        _ arguments: [CodeBody.Argument],
        _ link: ReachLink
    ) -> ReachFrame {
        var frame = frame
        var open = arguments[...]
        for parameter in declaration.parameters {
            let declared = lookup.value(of: parameter.type, in: frame)
            if let next = open.first, next.label == parameter.label || next.isTrailing, !parameter.isLeft(for: next) {
                open = open.dropFirst()
                let given = argument(next, link: link)
                frame.locals[parameter.name] = given.isMoreThan(declared) ? given : declared
                if parameter.isVariadic { frame.locals[parameter.name] = .list(declared) }
            } else {
                if let body = parameter.defaultBody {
                    let found = run(body, expecting: parameter.type, in: frame)
                    frame.locals[parameter.name] = found.isMoreThan(declared) ? found : declared
                } else {
                    frame.locals[parameter.name] = declared
                }
            }
        }
        return frame
    }

    private mutating func property(
        _ declaration: Declaration,
        named name: String,
        in frame: ReachFrame,
        link: ReachLink
    ) -> ReachValue {
        let all = declaration.bindings
        guard let binding = all.first(where: { $0.name == name }) ?? all.first else { return .unknown }
        let isGlobal = frame.isStatic
        note(needed: binding.type, in: frame)
        if isGlobal { note(unset: binding, in: frame, link) }
        // Something may have been assigned before, in place of the value.
        if isTracing, declaration.hasModifier("lazy") {
            trace?.lose()
            return asking { $0.property(declaration, named: name, in: frame, link: link) }
        }
        if isTracing, isGlobal {
            trace?.note(Variable(owner: frame.owner, name: binding.name), in: link.frame.document, at: link.offset)
        }
        let isLate = isGlobal || declaration.hasModifier("lazy")
        let part = link.isWritten && !isLate ? Part.setter : .code
        enter(declaration, of: isLate ? nil : frame.dynamic, part: part, isInitialValue: isLate) { reach in
            if isLate, let body = binding.valueBody { _ = reach.run(body, expecting: binding.type, in: frame) }
            if let body = declaration.body(of: "get") { _ = reach.run(body, in: frame) }
            let setters = frame.isInitializer ? ["set"] : ["set", "willSet", "didSet"]
            for accessor in link.isWritten ? setters : [] {
                var inner = frame
                for name in ["newValue", "oldValue"] {
                    inner.locals[name] = binding.type.map { reach.lookup.value(of: $0, in: frame) } ?? .unknown
                }
                if let body = declaration.body(of: accessor) { _ = reach.run(body, in: inner) }
            }
        }
        if link.isWritten, isGlobal || frame.isShared { return change(link) }
        if let wrapper = declaration.unknownWrapper(in: index) {
            // Reading or setting it runs code of the wrapper.
            observe(.unknown, "@\(wrapper) \(name)", at: declaration.offset, in: frame)
        }
        var value = binding.type.map { lookup.value(of: $0, in: frame) } ?? .unknown
        if let body = binding.valueBody, let chain = body.result {
            let found = self.value(of: chain.implied(by: binding.type), at: declaration.offset, in: frame)
            if found.isMoreThan(value), binding.type == nil || declaration.isLet { value = found }
        } else if binding.type == nil, let body = declaration.body(of: "get"), let chain = body.result {
            value = self.value(of: chain, at: declaration.offset, in: frame)
        }
        return isGlobal || frame.isShared ? value.shared : value
    }

    /// Makes an instance of a type that the tree doesn't declare.
    mutating func make(_ type: String, _ arguments: [CodeBody.Argument], _ link: ReachLink) -> ReachValue {
        func observed(_ effect: Observation.Effect) -> ReachValue {
            observe(effect, link.chain.text, at: link.offset, in: link.frame)
            return .unknown
        }
        // An initializer that the tree adds to the type.
        let extended = index.id(type, inFile: link.frame.document.path)
        for part in extended.map(index.code) ?? [] {
            for added in part.members.flattened where added.kind == .initializer && added.accepts(arguments) {
                var frame = ReachFrame(owner: extended, dynamic: extended, document: added.document)
                frame = bound(added, in: frame, arguments, link)
                enter(added, of: extended) { reach in if let body = added.body { _ = reach.run(body, in: frame) } }
            }
        }
        if arguments.contains(where: { $0.label?.hasPrefix("contentsOf") == true }) { return observed(.outside) }
        if type == "Date", arguments.isEmpty || arguments[0].label == "timeIntervalSinceNow" {
            return observed(.environment)
        }
        let hasClosure = arguments.contains { if case .closure = $0.value.root { true } else { false } }
        if Library.collections.contains(type) { return .list(.unknown) }
        if Library.values.contains(type) { return .foreign(type, isShared: false) }
        if Library.objects.contains(type), !hasClosure || Library.closureHolders.contains(type) {
            return .foreign(type, isShared: false)
        }
        return observed(Library.effects[type] ?? .unknown)
    }

    /// Notes that a variable is read which has nothing until somebody sets it: before that, reading it ends the process. What the
    /// system makes may have set it while it was made.
    private mutating func note(unset binding: Declaration.Binding, in frame: ReachFrame, _ link: ReachLink) {
        guard binding.isStored, binding.valueBody == nil, let type = binding.type, type.isImplicitlyUnwrapped,
            !isAsking
        else { return }
        let own = type.wrapped?.fullName.flatMap { lookup.type($0, in: frame) }
        let setters = index.makers(setting: Variable(owner: frame.owner, name: binding.name))
        let makers = setters.union([own].compactMap(\.self)).filter(index.isRunBySystem)
        if makers.isEmpty { observe(.trap, link.chain.text, at: link.offset, in: link.frame) }
        for maker in makers { note(needed: maker) }
    }

    // MARK: - Members

    mutating func member(
        _ name: String,
        of value: ReachValue,
        _ arguments: [CodeBody.Argument]?,
        _ link: ReachLink
    ) -> ReachValue {
        switch value {
        case .instance(let type, _):
            if name == "self" { return value }
            if name == "init", let arguments, link.frame.isInitializer {
                return initialize(link.frame.owner ?? type, as: type, arguments, link)
            }
            if lookup.isRequired(name, by: type) {
                let found = arguments == nil ? requirement(name, of: type, value, link) : nil
                return found ?? unknown(name, link: link)
            }
            let found = lookup.members(name, of: type, isStatic: false)
            if !found.isEmpty { return use(found, of: value, arguments, link) }
            // What a type inherits from outside, and what the compiler makes.
            if Library.inherited.contains(name) { return .plain }
            return unknown(name, link: link)
        case .type(let type): return member(name, ofType: type, arguments, link)
        case .foreign(let type, _), .foreignType(let type):
            let isStatic = if case .foreignType = value { true } else { false }
            let found = lookup.members(name, ofForeign: type, isStatic: isStatic, in: link.frame)
            if !found.isEmpty { return use(found, of: value, arguments, link) }
            let use = ForeignMember(name: name, arguments: arguments, isWritten: link.isWritten)
            return follow(use, use.outcome(of: value), link)
        case .list(let element, let isShared):
            let use = ForeignMember(name: name, arguments: arguments, isWritten: link.isWritten)
            return follow(use, use.outcome(ofList: element, isShared: isShared), link)
        case .several(let all):
            return part(of: all, with: name).map { member(name, of: $0, arguments, link) } ?? unknown(name, link: link)
        case .parent(let type):
            if name == "init", let arguments {
                return initializeParent(of: type, as: link.frame.dynamic ?? type, arguments, link)
            }
            let parents =
                lookup.superclass(of: type).map { lookup.members(name, of: $0, isStatic: link.frame.isStatic) } ?? []
            return parents.isEmpty ? unknown(name, link: link) : use(parents, of: link.frame.selfValue, arguments, link)
        case .closure, .unknown: return unknown(name, link: link)
        }
    }

    private mutating func member(
        _ name: String,
        ofType type: CodeTree.TypeID,
        _ arguments: [CodeBody.Argument]?,
        _ link: ReachLink
    ) -> ReachValue {
        if name == "init", let arguments { return construct(type, arguments, link) }
        if name == "self" || name == "init" { return .plain }
        let found = lookup.members(name, of: type, isStatic: true)
        if let inner = lookup.nestedType(name, of: type, in: found) {
            return arguments.map { construct(inner, $0, link) } ?? .type(inner)
        }
        if found.isEmpty, name == "allCases" { return .list(.instance(type, isShared: false)) }
        return found.isEmpty ? unknown(name, link: link) : use(found, of: .type(type), arguments, link)
    }

    /// Notes code that isn't known, by what its name seems to do.
    private mutating func unknown(_ name: String, link: ReachLink) -> ReachValue {
        observe(Library.memberEffects[name] ?? .unknown, link.chain.text, at: link.offset, in: link.frame)
        return .unknown
    }

    /// Runs what a member runs that the tree doesn't declare.
    private mutating func follow(
        _ member: ForeignMember,
        _ outcome: ForeignMember.Outcome,
        _ link: ReachLink
    ) -> ReachValue {
        switch outcome {
        case .value(let value): return value
        case .made(let type): return make(type, member.arguments ?? [], link)
        case .closures(let values, let outcome):
            let result = runClosures(member.arguments ?? [], with: values, in: link.frame)
            return follow(member, outcome(result), link)
        case .effect(let effect):
            observe(effect, link.chain.text, at: link.offset, in: link.frame)
            return .unknown
        case .added: return members(member.name, ofCollectionsWith: member.arguments, link)
        }
    }

    mutating func change(_ link: ReachLink) -> ReachValue {
        observe(.change, link.chain.text, at: link.offset, in: link.frame)
        return .unknown
    }

    /// Follows a member that the tree adds to collections.
    private mutating func members(
        _ name: String,
        ofCollectionsWith arguments: [CodeBody.Argument]?,
        _ link: ReachLink
    ) -> ReachValue {
        let types = ["Array", "Collection", "Sequence", "Dictionary", "Set", "RandomAccessCollection"]
        let found = types.flatMap { lookup.members(name, ofForeign: $0, isStatic: false, in: link.frame) }
        return found.isEmpty ? unknown(name, link: link) : use(found, of: .list(.unknown), arguments, link)
    }

    mutating func element(of value: ReachValue, _ arguments: [CodeBody.Argument], _ link: ReachLink) -> ReachValue {
        switch value {
        case .list(let element, let isShared):
            if isShared, link.chain.isWritten { return change(link) }
            let isPlace = arguments.first.map { argument in
                if case .literal("Int") = argument.value.root { true } else { false }
            }
            if isPlace == true { observe(.trap, link.chain.text, at: link.offset, in: link.frame) }
            return element
        case .instance(let type, _):
            let found = index.code(of: type).flatMap(\.members.flattened).filter { $0.kind == .subscript }
            return found.isEmpty
                ? unknown("subscript", link: link)
                : use(found.map { ReachLookup.Member(declaration: $0, owner: type) }, of: value, arguments, link)
        case .foreign(Library.constant, _): return value
        case .foreign("DependencyValues", _): return dependency(arguments, link) ?? unknown("subscript", link: link)
        default: return unknown("subscript", link: link)
        }
    }

    /// Reads the values of a key of swift-dependencies: `self[AccountKey.self]`.
    private mutating func dependency(_ arguments: [CodeBody.Argument], _ link: ReachLink) -> ReachValue? {
        guard !link.isWritten, var name = arguments.first?.value, case .member("self")? = name.steps.popLast(),
            case .type(let key) = value(of: name, at: link.offset, in: link.frame)
        else { return nil }
        let names = isTracing ? ["liveValue"] : ["liveValue", "testValue", "previewValue"]
        let values = names.map { lookup.members($0, of: key, isStatic: true) }.filter { !$0.isEmpty }
            .map { use($0, of: .type(key), nil, link) }
        return values.first
    }

    /// Returns which of several types of a value has a member; nil if none has it.
    private func part(of values: [ReachValue], with name: String) -> ReachValue? {
        values.first { value in
            guard case .instance(let type, _) = value else { return false }
            return index.code(of: type).contains { $0.members.flattened.contains { $0.declares(name) } }
        }
    }
}
