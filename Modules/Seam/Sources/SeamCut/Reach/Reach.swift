import SeamKit

/// Follows what runs when an accessor makes its instance, through the initializers, functions and properties of the tree.
///
/// It ends at the first thing that somebody can see, at code that it doesn't know, and at limits that no tree of people reaches. Only
/// what an accessor makes is followed beyond the first two: an instance that makes its caller is never read early.
struct Reach {
    let index: CodeTree
    let lookup: ReachLookup
    private(set) var observation: Observation?
    private(set) var types: Set<CodeTree.TypeID> = []
    private(set) var needed: Set<CodeTree.TypeID> = []
    /// What certainly runs; nil if everything is followed that may run.
    var trace: Trace?
    /// The declarations that were followed, by their places.
    private var seen: Set<Place> = []
    /// Those whose initial values are being computed.
    private var open: [Place] = []
    private var depth = 0
    private var count = 0
    /// Whether it goes on behind what somebody can see, to find the other types that are made.
    private var isForTypes = false
    /// Whether only the type of a value is of interest: nothing runs.
    private(set) var isAsking = false

    private struct Place: Hashable {
        let path: String
        let offset: Int
        let type: CodeTree.TypeID?
        let part: Part
    }

    /// What of a declaration runs.
    enum Part {
        case code
        /// What computes its value when an instance is made.
        case value
        /// What runs when it is set.
        case setter
    }

    /// A variable that has one value for the program.
    struct Variable: Sendable, Hashable {
        /// The type around it; nil for a global.
        let owner: CodeTree.TypeID?
        let name: String
    }

    init(index: CodeTree) { (self.index, lookup) = (index, ReachLookup(index: index)) }

    /// Returns what happens when the initial value of a variable is computed, or the variable itself.
    ///
    /// - Parameter declaration: the property that declares it.
    static func creation(of variable: Variable, _ declaration: Declaration, index: CodeTree) -> Creation {
        var reach = Reach(index: index)
        var frame = ReachFrame(owner: variable.owner, document: declaration.document)
        (frame.dynamic, frame.isStatic) = (variable.owner, true)
        reach.isForTypes = true
        guard let binding = declaration.bindings.first(where: { $0.name == variable.name }),
            let body = binding.valueBody ?? declaration.body(of: "get")
        else { return Creation(observation: Observation(effect: .unknown, code: variable.name)) }
        reach.enter(declaration, of: nil, isInitialValue: true) { reach in
            _ = reach.run(body, expecting: binding.type, in: frame)
        }
        return Creation(observation: reach.observation, types: reach.types, needed: reach.needed)
    }

    /// Returns the types of what may be made while an instance of a type is.
    static func types(madeWith type: CodeTree.TypeID, index: CodeTree) -> Set<CodeTree.TypeID> {
        guard let own = index.code(of: type).first(where: \.isConcreteType) else { return [] }
        var reach = Reach(index: index)
        reach.isForTypes = true
        let chain = CodeBody.Chain(root: .name(index.graph.name(of: type)), steps: [.call([])])
        let link = ReachLink(chain: chain, offset: 0, frame: ReachFrame(document: own.document))
        _ = reach.initialize(type, as: type, [], link)
        return reach.types
    }

    /// Returns whether nobody sees when an action runs while an instance of a type is made, and what it makes.
    mutating func isQuiet(
        _ action: CodeBody.Action,
        making type: CodeTree.TypeID?,
        in declaration: Declaration
    ) -> Bool {
        var frame = ReachFrame(owner: type, dynamic: type, document: declaration.document)
        frame.isInitializer = true
        _ = run(CodeBody(actions: [action]), in: frame)
        return !isOver
    }

    // MARK: - Notes

    var isOver: Bool { observation != nil && !isForTypes }

    /// Whether only what certainly runs is followed.
    var isTracing: Bool { trace != nil && !isAsking }

    mutating func observe(_ effect: Observation.Effect, _ code: String, at offset: Int, in frame: ReachFrame) {
        guard observation == nil, !isAsking else { return }
        if trace != nil {
            trace?.lose()
            return
        }
        let (document, text) = (frame.document, code.count > 60 ? code.prefix(60) + "…" : code[...])
        let line = document.line(at: offset)
        observation = Observation(effect: effect, file: document.path, line: line, code: String(text))
    }

    mutating func note(type: CodeTree.TypeID) { if !isAsking { types.insert(type) } }

    /// Notes that somebody's value of a type is read.
    mutating func note(needed type: TypeStructure?, in frame: ReachFrame) {
        guard isForTypes, let type else { return }
        var inner = type.unmodified
        while let wrapped = inner.wrapped { inner = wrapped.unmodified }
        if let found = inner.fullName.flatMap({ lookup.type($0, in: frame) }) { note(needed: found) }
    }

    mutating func note(needed type: CodeTree.TypeID) { if isForTypes { needed.insert(type) } }

    /// Asks for a value without running anything.
    mutating func asking<Value>(_ body: (inout Reach) -> Value) -> Value {
        let before = isAsking
        isAsking = true
        defer { isAsking = before }
        return body(&self)
    }

    /// Counts a step, and ends everything after too many.
    mutating func isWithinLimits(_ frame: ReachFrame) -> Bool {
        count += 1
        guard depth >= 100 || count >= 20_000 else { return true }
        observation = observation ?? Observation(effect: .unknown, file: frame.document.path, line: 1)
        return false
    }

    /// Follows a declaration, once for each type.
    ///
    /// - Parameters:
    ///   - part: what of it runs.
    ///   - isOnce: whether it is followed only once. With a closure as an argument, it does something else each time.
    ///   - isInitialValue: whether its initial value is computed, for which nothing can wait that it waits for.
    mutating func enter(
        _ declaration: Declaration,
        of type: CodeTree.TypeID?,
        part: Part = .code,
        isOnce: Bool = true,
        isInitialValue: Bool = false,
        _ body: (inout Reach) -> Void
    ) {
        guard !isOver, !isAsking else { return }
        let place = Place(path: declaration.document.path, offset: declaration.offset, type: type, part: part)
        let frame = ReachFrame(document: declaration.document)
        if open.contains(place) {
            observe(.cycle, declaration.name, at: declaration.offset, in: frame)
            if trace != nil { return }
        }
        if isOnce, !seen.insert(place).inserted { return }
        guard isWithinLimits(frame) else { return }
        if isInitialValue { open.append(place) }
        depth += 1
        body(&self)
        depth -= 1
        if isInitialValue { open.removeLast() }
        trace?.complete(declaration, part: part)
    }

    /// Returns whether the initial value of a static variable or a global is being computed.
    private func isOpen(_ declaration: Declaration) -> Bool {
        open.contains { $0.path == declaration.document.path && $0.offset == declaration.offset && $0.type == nil }
    }

    // MARK: - Bodies

    /// Runs code, and returns what it returns.
    ///
    /// - Parameter type: the type of the value, as it is written; nil if it isn't.
    mutating func run(_ body: CodeBody, expecting type: TypeStructure? = nil, in frame: ReachFrame) -> ReachValue {
        var frame = frame
        if isTracing { trace?.begin(body, in: frame.document) }
        defer { if isTracing { trace?.end() } }
        for (position, action) in body.actions.enumerated() {
            guard !isOver else { return .unknown }
            if isTracing {
                guard !action.isConditional, action.calls.allSatisfy(index.computesArguments(of:)) else {
                    if case .binding(let name, _, _) = action.kind { frame.locals[name] = .unknown }
                    continue
                }
                trace?.reach(action)
            }
            switch action.kind {
            case .chain(let chain):
                if isAsking || isMissingConstant(action, in: frame) { continue }
                // `.shared` is a member of the type that is expected.
                let isResult = position == body.actions.count - 1 && body.result?.isImplied == true
                _ = follow(isResult ? chain.implied(by: type) : chain, at: action.offset, in: frame)
            case .binding(let name, let type, let chain):
                let chain = chain.map { $0.implied(by: type) }
                let found = chain.map { value(of: $0, at: action.offset, in: frame) }
                frame.locals[name] = type.flatMap { lookup.known(of: $0, in: frame) } ?? found ?? .unknown
            case .trap(let code): observe(.trap, code, at: action.offset, in: frame)
            case .unknown(let code): observe(.unknown, code, at: action.offset, in: frame)
            }
        }
        guard let result = body.result else { return .plain }
        return type.flatMap { lookup.known(of: $0, in: frame) }
            ?? value(of: result.implied(by: type), at: 0, in: frame)
    }

    /// Runs a closure with values for its parameters.
    mutating func call(_ closure: ReachValue, with values: [ReachValue]) -> ReachValue {
        guard case .closure(let body, var frame) = closure, isWithinLimits(frame) else { return .unknown }
        depth += 1
        defer { depth -= 1 }
        for (position, value) in values.enumerated() { frame.locals["$\(position)"] = value }
        for (position, name) in body.parameters.enumerated() {
            frame.locals[name] = values.indices.contains(position) ? values[position] : .unknown
        }
        return run(body, in: frame)
    }

    // MARK: - Names

    /// Returns the value of a chain, whose code runs elsewhere.
    mutating func value(of chain: CodeBody.Chain, at offset: Int, in frame: ReachFrame) -> ReachValue {
        asking { $0.follow(chain, at: offset, in: frame) }
    }

    /// Runs a chain, and returns its value.
    mutating func follow(_ chain: CodeBody.Chain, at offset: Int, in frame: ReachFrame) -> ReachValue {
        guard isWithinLimits(frame) else { return .unknown }
        var link = ReachLink(chain: chain, offset: offset, frame: frame)
        var current = known(root(of: &link))
        while !isOver, link.position < chain.steps.count {
            switch chain.steps[link.position] {
            case .forced:
                if !isForcedConstant(current, link), !link.isFirstDirectory {
                    observe(.trap, chain.text, at: offset, in: frame)
                }
                link.position += 1
            case .optional:
                if isTracing { return .unknown }
                link.position += 1
            case .element(let arguments):
                current = link.isDirectories ? .plain : element(of: current, arguments, link)
                link.position += 1
            case .call(let arguments):
                link.position += 1
                current = resource(of: current, arguments, link) ?? call(current, arguments, link)
            case .member(let name):
                link.position += 1
                let arguments = link.arguments
                if arguments != nil { link.position += 1 }
                current = delegated(name, to: current, arguments, link) ?? member(name, of: current, arguments, link)
            }
        }
        return current
    }

    private mutating func root(of link: inout ReachLink) -> ReachValue {
        let frame = link.frame
        switch link.chain.root {
        case .literal(let type):
            if Library.collections.contains(type) { return .list(.unknown) }
            return type == "nil" ? .unknown : .foreign(type, isShared: false)
        case .list(let element): return .list(element.map { value(of: $0, at: link.offset, in: frame) } ?? .unknown)
        case .cast(let type):
            note(needed: type, in: frame)
            return lookup.value(of: type, in: frame)
        case .closure(let body): return .closure(body, frame)
        case .other: return .unknown
        case .selfValue: return frame.selfValue
        case .selfType: return frame.dynamic.map { .type($0) } ?? .unknown
        case .superValue: return frame.owner.map { .parent(of: $0) } ?? .unknown
        case .implied: return implied(&link)
        case .name(let name):
            if let local = frame.locals[name] { return local }
            if name.hasPrefix("$") { return .unknown }
            let arguments = link.arguments
            return named(name, arguments: arguments, link: &link)
        }
    }

    /// Returns what a name means that is no local one.
    private mutating func named(
        _ name: String,
        arguments: [CodeBody.Argument]?,
        link: inout ReachLink
    ) -> ReachValue {
        let frame = link.frame
        func takeCall() { if arguments != nil { link.position += 1 } }
        if let owner = frame.dynamic ?? frame.owner {
            // A member of the type, or a static one of those around it.
            let own = lookup.members(name, of: owner, isStatic: frame.isStatic)
            if !own.isEmpty {
                takeCall()
                return use(own, of: frame.selfValue, arguments, link)
            }
            let isOwn = !frame.isStatic && arguments == nil && index.graph.isDeclared(owner)
            if isOwn, Library.inherited.contains(name) { return .plain }
            var outer = frame.owner.flatMap(index.graph.outer)
            while let type = outer {
                let found = lookup.members(link.name, of: type, isStatic: true)
                if !found.isEmpty {
                    takeCall()
                    return use(found, of: .type(type), arguments, link)
                }
                outer = index.graph.outer(of: type)
            }
        }
        if let type = lookup.type(name, in: frame) { return .type(type) }
        // The tree may add members to it that return its delegate.
        if name == "NSApp" { return .foreign("NSApplication", isShared: true) }
        if arguments != nil, let found = Library.constant(name) {
            takeCall()
            return found
        }
        if name.first?.isUppercase == true, lookup.globals(name, in: frame)?.isEmpty ?? true {
            return index.lastNames.isAlias(name) || lookup.isDeclared(name, in: frame) ? .unknown : .foreignType(name)
        }
        takeCall()
        return global(name, arguments: arguments, link: link)
    }

    private mutating func global(_ name: String, arguments: [CodeBody.Argument]?, link: ReachLink) -> ReachValue {
        let frame = link.frame
        if let effect = Library.effects[name] {
            observe(effect, link.chain.text, at: link.offset, in: frame)
            return .unknown
        }
        if Library.functions.contains(name) {
            runClosures(arguments ?? [], with: [], in: frame)
            return .unknown
        }
        guard let found = lookup.globals(name, in: frame), !found.isEmpty else {
            if arguments == nil, Library.isConstant(name) { return Library.constantValue }
            if case .foreign = known(frame.selfValue) {
                return member(name, of: known(frame.selfValue), arguments, link)
            }
            observe(.unknown, link.chain.text, at: link.offset, in: frame)
            return .unknown
        }
        return use(found.map { ReachLookup.Member(declaration: $0, owner: nil) }, of: .unknown, arguments, link)
    }

    /// Returns what `.name` means, where the type isn't known.
    private mutating func implied(_ link: inout ReachLink) -> ReachValue {
        guard case .member(let name)? = link.chain.steps.first else { return .unknown }
        link.position += 1
        let arguments = link.arguments
        if arguments != nil { link.position += 1 }
        if Library.changing.contains(name) {
            observe(.environment, "." + name, at: link.offset, in: link.frame)
            return .unknown
        }
        if arguments != nil, Library.impliedCalls.contains(name) { return .plain }
        if arguments == nil, Library.directories.contains(name) { return .foreign("URL", isShared: false) }
        if arguments == nil, Library.implied.contains(name) { return .unknown }
        guard var owners = lookup.declaring(name) else {
            observe(.unknown, link.chain.text, at: link.offset, in: link.frame)
            return .unknown
        }
        // A constant can't need its own value: another type's is meant.
        if owners.count > 1 {
            owners.removeAll { owner in
                lookup.members(name, of: owner, isStatic: true).contains { isOpen($0.declaration) }
            }
        }
        if isTracing, owners.count > 1 {
            // Only one of them runs.
            trace?.lose()
            return .unknown
        }
        for owner in owners {
            _ = use(lookup.members(name, of: owner, isStatic: true), of: .type(owner), arguments, link)
        }
        // A constant of the system: `.background`, `.iso8601`.
        if owners.isEmpty, arguments != nil { observe(.unknown, link.chain.text, at: link.offset, in: link.frame) }
        return owners.count == 1 ? .instance(owners[0], isShared: true) : .unknown
    }
}
