import SeamKit

/// Follows what runs when an accessor makes its instance, through the initializers, functions and properties of the tree.
///
/// It ends at the first thing that somebody can see, at code that it doesn't know, and at limits that no tree of people reaches. Only
/// what an accessor makes is followed beyond the first two: an instance that makes its caller is never read early.
struct Reach {
    let index: TypeIndex
    private(set) var observation: Observation?
    private(set) var types: Set<String> = []
    private(set) var needed: Set<String> = []
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
        let type: String
    }

    /// The initial value of an accessor.
    struct Source {
        /// The property that has it.
        let declaration: Declaration
        let name: String
        /// The type around the property; nil for a global.
        let owner: String?
    }

    init(index: TypeIndex) { self.index = index }

    /// Returns what happens when the initial value of an accessor is computed.
    static func creation(of source: Source, index: TypeIndex) -> Creation {
        // Another module may have a type of the same name.
        var reach = Reach(index: index.seen(from: source.declaration.document.path))
        var frame = ReachFrame(owner: source.owner, document: source.declaration.document)
        (frame.dynamic, frame.isStatic) = (source.owner, true)
        reach.isForTypes = true
        guard let binding = source.declaration.bindings.first(where: { $0.name == source.name }),
            let body = binding.valueBody
        else { return Creation(observation: Observation(effect: .unknown, code: source.name)) }
        reach.enter(source.declaration, of: "", isInitialValue: true) { reach in
            _ = reach.run(body, expecting: binding.type, in: frame)
        }
        return Creation(observation: reach.observation, types: reach.types, needed: reach.needed)
    }

    /// Returns the types of what may be made while an instance of a type is.
    static func types(madeWith type: String, index: TypeIndex) -> Set<String> {
        guard let own = index.parts(of: type).first(where: \.isConcreteType) else { return [] }
        var reach = Reach(index: index.seen(from: own.document.path))
        reach.isForTypes = true
        let chain = CodeBody.Chain(root: .name(type), steps: [.call([])])
        let link = ReachLink(chain: chain, offset: 0, frame: ReachFrame(document: own.document))
        _ = reach.initialize(type, as: type, [], link)
        return reach.types
    }

    /// Returns whether nobody sees when an action runs while an instance of a type is made, and what it makes.
    mutating func isQuiet(_ action: CodeBody.Action, making type: String, in declaration: Declaration) -> Bool {
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

    mutating func note(type: String) { if !isAsking { types.insert(type) } }

    /// Notes that somebody's value of a type is read.
    mutating func note(needed type: TypeStructure?, in frame: ReachFrame) {
        guard isForTypes, let type else { return }
        var inner = type.unmodified
        while let wrapped = inner.wrapped { inner = wrapped.unmodified }
        if let name = inner.fullName.flatMap({ index.typeName($0, inside: frame.owner) }) { note(needed: name) }
    }

    mutating func note(needed name: String) { if isForTypes { needed.insert(name) } }

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
    ///   - isOnce: whether it is followed only once. With a closure as an argument, it does something else each time.
    ///   - isInitialValue: whether its initial value is computed, for which nothing can wait that it waits for.
    mutating func enter(
        _ declaration: Declaration,
        of type: String,
        isOnce: Bool = true,
        isInitialValue: Bool = false,
        _ body: (inout Reach) -> Void
    ) {
        guard !isOver, !isAsking else { return }
        let place = Place(path: declaration.document.path, offset: declaration.offset, type: type)
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
        trace?.complete(declaration)
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
                if isAsking { continue }
                // `.shared` is a member of the type that is expected.
                let isResult = position == body.actions.count - 1 && body.result?.isImplied == true
                _ = follow(isResult ? chain.implied(by: type) : chain, at: action.offset, in: frame)
            case .binding(let name, let type, let chain):
                let chain = chain.map { $0.implied(by: type) }
                let found = chain.map { value(of: $0, at: action.offset, in: frame) }
                frame.locals[name] = type.flatMap { known(of: $0, in: frame) } ?? found ?? .unknown
            case .trap(let code): observe(.trap, code, at: action.offset, in: frame)
            case .unknown(let code): observe(.unknown, code, at: action.offset, in: frame)
            }
        }
        guard let result = body.result else { return .plain }
        return type.flatMap { known(of: $0, in: frame) }
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

    // MARK: - Types

    /// Returns what is known of a value of a type.
    func value(of type: TypeStructure, in frame: ReachFrame) -> ReachValue {
        let type = type.unmodified
        if let inner = type.wrapped { return value(of: inner, in: frame) }
        if let element = type.element { return .list(value(of: element, in: frame)) }
        if type.keyAndValue != nil { return .list(.unknown) }
        switch type {
        case .existential(let inner), .opaque(let inner): return value(of: inner, in: frame)
        case .metatype(let inner, _):
            let name = inner.fullName ?? ""
            return index.typeName(name, inside: frame.owner).map { .type($0) } ?? .foreignType(name)
        case .tuple(let elements): return elements.isEmpty ? .plain : .unknown
        case .composition(let parts): return .several(parts.map { value(of: $0, in: frame) })
        default: break
        }
        guard let name = type.fullName else { return .unknown }
        if name == "Self" { return frame.dynamic.map { .instance($0, isShared: frame.isShared) } ?? .unknown }
        if let found = index.typeName(name, inside: frame.owner) {
            // A subclass may override what is called.
            let isClass = index.parts(of: found).contains { $0.kind == .class && !$0.hasModifier("final") }
            return isClass && index.isInherited(found.lastName) ? .unknown : .instance(found, isShared: false)
        }
        if let found = value(ofAlias: name) { return found }
        guard index.parts(of: name).allSatisfy({ $0.kind == .extension }), !index.isAlias(name) else { return .unknown }
        return .foreign(name, isShared: false)
    }

    /// Returns what is known of a value of a type; nil if nothing is, so that the value itself may say more.
    private func known(of type: TypeStructure, in frame: ReachFrame) -> ReachValue? {
        let found = value(of: type, in: frame)
        switch found {
        case .unknown: return nil
        case .instance(let name, _): return index.parts(of: name).contains { $0.kind == .protocol } ? nil : found
        default: return found
        }
    }
}

extension CodeBody.Chain {
    fileprivate var isImplied: Bool { if case .implied = root { true } else { false } }

    /// Returns the chain with the type that its place says.
    func implied(by type: TypeStructure?) -> CodeBody.Chain {
        guard isImplied, let type, let name = (type.unmodified.wrapped ?? type.unmodified).fullName else { return self }
        var chain = self
        let names = name.split(separator: ".").map(String.init)
        chain.root = .name(names[0])
        chain.steps = names.dropFirst().map { .member($0) } + steps
        return chain
    }
}

extension Reach {
    /// Returns what is known of a value whose type has another name.
    private func value(ofAlias name: String) -> ReachValue? {
        index.alias(name).flatMap { alias in
            alias.aliased.map { value(of: $0, in: ReachFrame(document: alias.document)) }
        }
    }
}

extension TypeIndex {
    /// Returns the declaration of another name for a type, outside of types; nil if there is none, or more than one.
    fileprivate func alias(_ name: String) -> SeamKit.Declaration? {
        guard isAlias(name) else { return nil }
        let all = paths(declaring: name).compactMap(file).flatMap { file in
            file.document.types.filter { $0.kind == .typeAlias && $0.name == name }
        }
        return all.count == 1 && all[0].outer.isEmpty && !all[0].isGeneric ? all[0] : nil
    }
}
