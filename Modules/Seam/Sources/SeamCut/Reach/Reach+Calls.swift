import SeamKit

/// Follows declarations that are used: bodies, initial values, initializers.
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

    private mutating func argument(_ argument: CodeBody.Argument, link: ReachLink) -> ReachValue {
        value(of: argument.value, at: link.offset, in: link.frame)
    }

    // MARK: - Using declarations

    /// Follows all declarations that a name may mean, and returns the value of the first.
    mutating func use(
        _ members: [Member],
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
    private func isUncertain(_ member: Member) -> Bool {
        let isInherited = member.owner.map { index.isInherited($0.lastName) } ?? false
        return isInherited && !member.declaration.isStatic || !member.declaration.conditions.isEmpty
    }

    private mutating func use(
        _ member: Member,
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
            enter(declaration, of: frame.dynamic ?? "") { reach in
                var inner = frame
                for parameter in declaration.parameters {
                    inner.locals[parameter.name] = reach.value(of: parameter.type, in: frame)
                }
                if let body = declaration.body(of: "get") { _ = reach.run(body, in: inner) }
                if link.chain.isWritten, let body = declaration.body(of: "set") { _ = reach.run(body, in: inner) }
            }
            return declaration.result.map { self.value(of: $0, in: frame) } ?? .unknown
        case .property:
            frame.isInitializer = link.frame.isInitializer && member.owner == link.frame.owner
            let found = property(declaration, named: link.lastName, in: frame, link: link)
            guard let arguments else { return found }
            return call(found, arguments, link)
        case .enumCase: return member.owner.map { .instance($0, isShared: false) } ?? .unknown
        case .struct, .class, .enum, .actor:
            let name = (member.owner.map { $0 + "." } ?? "") + declaration.name
            return arguments.map { construct(name, $0, link) } ?? .type(name)
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
        enter(function, of: frame.dynamic ?? "", isOnce: !hasClosure) { reach in
            if let body = function.body {
                _ = reach.run(body, in: frame)
            } else {
                reach.observe(.unknown, link.chain.text, at: link.offset, in: link.frame)
            }
        }
        return result.map { value(of: $0, in: frame) } ?? .plain
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
            let declared = value(of: parameter.type, in: frame)
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
        if isGlobal { note(unset: binding, of: frame.owner, link) }
        // Something may have been assigned before, in place of the value.
        if isTracing, declaration.hasModifier("lazy") {
            trace?.lose()
            return asking { $0.property(declaration, named: name, in: frame, link: link) }
        }
        if isTracing, isGlobal, binding.isStored {
            let accessor = (frame.owner.map { $0 + "." } ?? "") + binding.name
            trace?.note(accessor, in: link.frame.document, at: link.offset)
        }
        let isLate = isGlobal || declaration.hasModifier("lazy")
        let key = (frame.dynamic ?? "") + (link.isWritten ? " =" : "")
        enter(declaration, of: isLate ? "" : key, isInitialValue: isLate) { reach in
            if isLate, let body = binding.valueBody { _ = reach.run(body, expecting: binding.type, in: frame) }
            if let body = declaration.body(of: "get") { _ = reach.run(body, in: frame) }
            let setters = frame.isInitializer ? ["set"] : ["set", "willSet", "didSet"]
            for accessor in link.isWritten ? setters : [] {
                var inner = frame
                for name in ["newValue", "oldValue"] {
                    inner.locals[name] = binding.type.map { reach.value(of: $0, in: frame) } ?? .unknown
                }
                if let body = declaration.body(of: accessor) { _ = reach.run(body, in: inner) }
            }
        }
        if link.isWritten, isGlobal || frame.isShared { return change(link) }
        if let wrapper = declaration.unknownWrapper(in: index) {
            // Reading or setting it runs code of the wrapper.
            observe(.unknown, "@\(wrapper) \(name)", at: declaration.offset, in: frame)
        }
        var value = binding.type.map { self.value(of: $0, in: frame) } ?? .unknown
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
        for part in index.parts(of: type) {
            for added in part.members.flattened where added.kind == .initializer && added.accepts(arguments) {
                var frame = ReachFrame(owner: type, dynamic: type, document: added.document)
                frame = bound(added, in: frame, arguments, link)
                enter(added, of: type) { reach in if let body = added.body { _ = reach.run(body, in: frame) } }
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
}

extension ReachValue {
    /// Whether it is worth more to know than what a type says.
    func isMoreThan(_ declared: ReachValue) -> Bool {
        switch (self, declared) {
        case (.unknown, _): false
        case (.closure, _), (_, .unknown): true
        default: false
        }
    }
}

extension ReachLink {
    /// The name that was reached last.
    var lastName: String {
        for step in chain.steps[..<position].reversed() { if case .member(let name) = step { return name } }
        return name
    }
}

extension Declaration.Parameter {
    /// Whether an argument behind the parentheses belongs to a parameter after this one.
    func isLeft(for argument: CodeBody.Argument) -> Bool {
        argument.isTrailing && type.function == nil && type.wrapped?.function == nil
    }
}

extension Declaration {
    /// Whether a call with these arguments may mean it.
    func accepts(_ arguments: [CodeBody.Argument]) -> Bool {
        var open = arguments[...]
        for parameter in parameters {
            if let next = open.first, next.label == parameter.label || next.isTrailing, !parameter.isLeft(for: next) {
                open = open.dropFirst()
                while parameter.isVariadic, let next = open.first, next.label == nil, !next.isTrailing {
                    open = open.dropFirst()
                }
            } else if !parameter.hasDefault, !parameter.isVariadic {
                return false
            }
        }
        return open.isEmpty
    }

    /// Returns the name of an attribute that may be a wrapper with code of its own; nil if there is none.
    func unknownWrapper(in index: TypeIndex) -> String? {
        allAttributes.first { $0.isConditional || index.mayAddCode($0.name, besides: Library.wrappers) }?.name
    }
}

extension Reach {
    /// Notes that a variable is read which has nothing until somebody sets it: before that, reading it ends the process. What the
    /// system makes may have set it while it was made.
    private mutating func note(unset binding: Declaration.Binding, of owner: String?, _ link: ReachLink) {
        guard binding.isStored, binding.valueBody == nil, let type = binding.type, type.isImplicitlyUnwrapped,
            !isAsking
        else { return }
        let own = type.wrapped?.fullName.flatMap { index.typeName($0, inside: owner) }
        let setters = index.makers(setting: binding.name, of: owner)
        let makers = setters.union([own].compactMap(\.self)).filter(index.isRunBySystem)
        if makers.isEmpty { observe(.trap, link.chain.text, at: link.offset, in: link.frame) }
        for maker in makers { note(needed: maker) }
    }
}

extension TypeIndex {
    /// Returns the types whose initializers set a static variable or a global.
    fileprivate func makers(setting name: String, of owner: String?) -> Set<String> {
        var found: Set<String> = []
        for case let file? in paths(saying: name).map(file) where !isTest(file.path) {
            for token in file.tokens(name) where token.isAssignedName && token.outerDeclaration?.initializer != nil {
                let base = token.nameNode?.base?.code
                guard base == owner || base == nil, let maker = file.owner(around: token)?.name else { continue }
                found.insert(maker)
            }
        }
        return found
    }

    /// Returns whether the system makes objects of a type that the tree declares.
    fileprivate func isRunBySystem(_ name: String) -> Bool {
        declarations(of: name).first { $0.owner.isDeclaration && $0.owner.name == name }.map { isRunBySystem($0.owner) }
            == true
    }
}
