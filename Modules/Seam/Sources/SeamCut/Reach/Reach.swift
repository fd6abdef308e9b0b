import SeamKit

/// Follows what runs when an accessor makes its instance, through the initializers, functions and properties of the tree.
///
/// It ends at the first thing that somebody can see, at code that it doesn't know, and at limits that no tree of people reaches. Only
/// what an accessor makes is followed beyond the first two: an instance that makes its caller is never read early.
struct Reach {
    let index: CodeTree
    let lookup: ReachLookup
    var record: ReachRecord

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

    init(index: CodeTree, record: ReachRecord = ReachRecord()) {
        (self.index, lookup, self.record) = (index, ReachLookup(index: index), record)
    }

    /// Returns the types of what may be made while an instance of a type is.
    static func types(madeWith type: CodeTree.TypeID, index: CodeTree) -> Set<CodeTree.TypeID> {
        guard let own = index.code(of: type).first(where: \.isConcreteType) else { return [] }
        var reach = Reach(index: index, record: ReachRecord(isForTypes: true))
        _ = reach.follow(.initialized(type, as: type), .call(of: type, in: own.document, index))
        return reach.record.types
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
        return !record.isOver
    }

    /// Notes that somebody's value of a type is read.
    mutating func note(needed type: TypeStructure?, in frame: ReachFrame) {
        guard record.isForTypes, let type else { return }
        var inner = type.unmodified
        while let wrapped = inner.wrapped { inner = wrapped.unmodified }
        if let found = inner.fullName.flatMap({ lookup.type($0, in: frame) }) { record.note(needed: found) }
    }

    /// Asks for a value without running anything.
    mutating func asking<Value>(_ body: (inout Reach) -> Value) -> Value {
        let before = record.isAsking
        record.isAsking = true
        defer { record.isAsking = before }
        return body(&self)
    }

    // MARK: - Declarations

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
        let entry = ReachRecord.Entry(
            declaration: declaration,
            type: type,
            part: part,
            isInitialValue: isInitialValue
        )
        guard record.begin(entry, isOnce: isOnce) else { return }
        body(&self)
        record.end(entry)
    }

    /// Follows a function or an initializer, in a frame with the values of its parameters.
    mutating func enter(
        _ function: Declaration,
        in frame: ReachFrame,
        _ link: ReachLink,
        _ body: (inout Reach, ReachFrame) -> Void
    ) {
        let frame = bound(function, in: frame, link)
        let hasClosure = frame.locals.values.contains { if case .closure = $0 { true } else { false } }
        enter(function, of: frame.dynamic, isOnce: !hasClosure) { body(&$0, frame) }
    }

    /// Returns a frame in which parameters have the values of arguments, or of their defaults, which run.
    private mutating func bound(_ function: Declaration, in frame: ReachFrame, _ link: ReachLink) -> ReachFrame {
        var frame = frame
        var open = (link.arguments ?? [])[...]
        for parameter in function.parameters {
            let declared = lookup.value(of: parameter.type, in: frame)
            var given = ReachValue.unknown
            if let next = open.first, next.label == parameter.label || next.isTrailing, !parameter.isLeft(for: next) {
                open = open.dropFirst()
                given = value(of: next.value, at: link.offset, in: link.frame)
                if parameter.isVariadic {
                    frame.locals[parameter.name] = .list(declared)
                    continue
                }
            } else if let body = parameter.defaultBody {
                given = run(body, expecting: parameter.type, in: frame)
            }
            frame.locals[parameter.name] = given.isMoreThan(declared) ? given : declared
        }
        return frame
    }

    /// Follows all declarations that a name may mean, and returns the value of the first.
    private mutating func use(_ members: [ReachLookup.Member], of value: ReachValue, _ link: ReachLink) -> ReachValue {
        // Those that the labels fit; all if that can't be said.
        let fitting = members.filter { member in
            member.declaration.kind != .function || link.arguments.map { member.declaration.accepts($0) } ?? true
        }
        let all = fitting.isEmpty ? members : fitting
        if record.isTracing, all.count > 1 || all.contains(where: isUncertain) {
            record.trace?.lose()
            return asking { $0.use(members, of: value, link) }
        }
        let found = all.map { DeclarationUse(of: $0, on: value, by: link).follow(with: &self) }
        return found.first ?? .unknown
    }

    /// Returns whether something else may run: what a subclass overrides, or the code of another branch of `#if`.
    private func isUncertain(_ member: ReachLookup.Member) -> Bool {
        let isInherited = member.owner.map(index.graph.mayHaveSubclass) ?? false
        return isInherited && !member.declaration.isStatic || !member.declaration.conditions.isEmpty
    }

    // MARK: - Bodies

    /// Runs code, and returns what it returns.
    ///
    /// - Parameter type: the type of the value, as it is written; nil if it isn't.
    mutating func run(_ body: CodeBody, expecting type: TypeStructure? = nil, in frame: ReachFrame) -> ReachValue {
        var frame = frame
        if record.isTracing { record.trace?.begin(body, in: frame.document) }
        defer { if record.isTracing { record.trace?.end() } }
        for (position, action) in body.actions.enumerated() {
            guard !record.isOver else { return .unknown }
            if record.isTracing {
                guard !action.isConditional, action.calls.allSatisfy(index.computesArguments(of:)) else {
                    if case .binding(let name, _, _) = action.kind { frame.locals[name] = .unknown }
                    continue
                }
                record.trace?.reach(action)
            }
            switch action.kind {
            case .chain(let chain):
                if record.isAsking || isMissingConstant(action, in: frame) { continue }
                // `.shared` is a member of the type that is expected.
                let isResult = position == body.actions.count - 1 && body.result?.isImplied == true
                _ = follow(isResult ? chain.implied(by: type) : chain, at: action.offset, in: frame)
            case .binding(let name, let type, let chain):
                let chain = chain.map { $0.implied(by: type) }
                let found = chain.map { value(of: $0, at: action.offset, in: frame) }
                frame.locals[name] = type.flatMap { lookup.known(of: $0, in: frame) } ?? found ?? .unknown
            case .trap(let code): record.observe(.trap, code, at: action.offset, in: frame.document)
            case .unknown(let code): record.observe(.unknown, code, at: action.offset, in: frame.document)
            }
        }
        guard let result = body.result else { return .plain }
        return type.flatMap { lookup.known(of: $0, in: frame) }
            ?? value(of: result.implied(by: type), at: 0, in: frame)
    }

    /// Runs a closure with values for its parameters.
    mutating func call(_ closure: ReachValue, with values: [ReachValue]) -> ReachValue {
        guard case .closure(let body, var frame) = closure, record.isWithinLimits(in: frame.document) else {
            return .unknown
        }
        record.goDeeper()
        defer { record.goBack() }
        for (position, value) in values.enumerated() { frame.locals["$\(position)"] = value }
        for (position, name) in body.parameters.enumerated() {
            frame.locals[name] = values.indices.contains(position) ? values[position] : .unknown
        }
        return run(body, in: frame)
    }

    /// Runs the closures among the arguments of a call, and returns what the last of them returns.
    private mutating func runClosures(with values: [ReachValue], _ link: ReachLink) -> ReachValue {
        var result = ReachValue.unknown
        // Nobody knows whether they run.
        if record.isTracing { return result }
        for argument in link.arguments ?? [] {
            guard case .closure = argument.value.root, argument.value.steps.isEmpty else { continue }
            result = call(value(of: argument.value, at: 0, in: link.frame), with: values)
        }
        return result
    }

    // MARK: - Chains

    /// Returns the value of a chain, whose code runs elsewhere.
    mutating func value(of chain: CodeBody.Chain, at offset: Int, in frame: ReachFrame) -> ReachValue {
        asking { $0.follow(chain, at: offset, in: frame) }
    }

    /// Runs a chain, and returns its value.
    mutating func follow(_ chain: CodeBody.Chain, at offset: Int, in frame: ReachFrame) -> ReachValue {
        guard record.isWithinLimits(in: frame.document) else { return .unknown }
        var link = ReachLink(chain: chain, offset: offset, frame: frame)
        var current = lookup.known(root(of: &link))
        while !record.isOver, link.position < chain.steps.count {
            switch chain.steps[link.position] {
            case .forced:
                if !isForcedConstant(current, link), !link.isFirstDirectory { record.observe(.trap, at: link) }
                link.position += 1
            case .optional:
                if record.isTracing { return .unknown }
                link.position += 1
            case .element(let arguments):
                link.arguments = nil
                current = link.isDirectories ? .plain : element(of: current, arguments, link)
                link.position += 1
            case .call:
                link.takeCall()
                current = resource(of: current, link) ?? call(current, link)
            case .member:
                link.position += 1
                link.takeCall()
                current = delegated(to: current, link) ?? follow(lookup.member(of: current, link), link)
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
            let outcome = lookup.name(name, &link)
            return follow(outcome, link)
        }
    }

    /// Returns what `.name` means, where the type isn't known.
    private mutating func implied(_ link: inout ReachLink) -> ReachValue {
        guard case .member(let name)? = link.chain.steps.first else { return .unknown }
        link.position += 1
        link.takeCall()
        let isCalled = link.arguments != nil
        if Library.changing.contains(name) {
            record.observe(.environment, "." + name, at: link.offset, in: link.frame.document)
            return .unknown
        }
        if isCalled, Library.impliedCalls.contains(name) { return .plain }
        if !isCalled, Library.directories.contains(name) { return .foreign("URL", isShared: false) }
        if !isCalled, Library.implied.contains(name) { return .unknown }
        guard var owners = lookup.declaring(name) else { return record.observe(.unknown, at: link) }
        // A constant can't need its own value: another type's is meant.
        if owners.count > 1 {
            owners.removeAll { owner in
                lookup.members(name, of: owner, isStatic: true).contains { record.isOpen($0.declaration) }
            }
        }
        if record.isTracing, owners.count > 1 {
            // Only one of them runs.
            record.trace?.lose()
            return .unknown
        }
        for owner in owners {
            _ = use(lookup.members(name, of: owner, isStatic: true), of: .type(owner), link)
        }
        // A constant of the system: `.background`, `.iso8601`.
        if owners.isEmpty, isCalled { record.observe(.unknown, at: link) }
        return owners.count == 1 ? .instance(owners[0], isShared: true) : .unknown
    }

    private mutating func element(of value: ReachValue, _ arguments: [CodeBody.Argument], _ link: ReachLink)
        -> ReachValue
    {
        switch value {
        case .list(let element, let isShared):
            if isShared, link.chain.isWritten { return record.observe(.change, at: link) }
            if case .literal("Int")? = arguments.first?.value.root { record.observe(.trap, at: link) }
            return element
        case .instance(let type, _):
            let found = index.code(of: type).flatMap(\.members.flattened).filter { $0.kind == .subscript }
                .map { ReachLookup.Member(declaration: $0, owner: type) }
            return found.isEmpty ? record.observe(.unknown, at: link) : use(found, of: value, link)
        case .foreign(Library.constant, _): return value
        case .foreign("DependencyValues", _):
            return dependency(arguments, link) ?? record.observe(.unknown, at: link)
        default: return record.observe(.unknown, at: link)
        }
    }

    /// Reads the values of a key of swift-dependencies: `self[AccountKey.self]`.
    private mutating func dependency(_ arguments: [CodeBody.Argument], _ link: ReachLink) -> ReachValue? {
        guard !link.isWritten, var name = arguments.first?.value, case .member("self")? = name.steps.popLast(),
            case .type(let key) = value(of: name, at: link.offset, in: link.frame)
        else { return nil }
        let names = record.isTracing ? ["liveValue"] : ["liveValue", "testValue", "previewValue"]
        let values = names.map { lookup.members($0, of: key, isStatic: true) }.filter { !$0.isEmpty }
            .map { use($0, of: .type(key), link) }
        return values.first
    }

    // MARK: - Outcomes

    /// Calls a value.
    mutating func call(_ value: ReachValue, _ link: ReachLink) -> ReachValue {
        switch value {
        case .closure:
            let values = (link.arguments ?? []).map { self.value(of: $0.value, at: link.offset, in: link.frame) }
            return call(value, with: values)
        case .type(let type): return follow(.made(type), link)
        case .foreignType(let type): return make(type, link)
        default: return record.observe(.unknown, at: link)
        }
    }

    /// Runs what a name does, and returns its value.
    mutating func follow(_ outcome: ReachOutcome, _ link: ReachLink) -> ReachValue {
        switch outcome {
        case .value(let value): return value
        case .uses(let members, let value): return use(members, of: value, link)
        case .required(let type, let isShared):
            let name = link.lastName
            guard !link.isWritten, !record.isTracing, let found = lookup.requirement(name, of: type) else {
                return follow(.unknown(name), link)
            }
            for (owner, members) in found.uses { _ = use(members, of: .instance(owner, isShared: true), link) }
            return isShared ? found.value.shared : found.value
        case .made(let type):
            return InstanceMaking(of: type, as: type, by: link, in: index).construct(with: &self)
        case .initialized(let type, let made):
            return InstanceMaking(of: type, as: made, by: link, in: index).initialize(with: &self)
        case .superclass(let type, let made):
            return InstanceMaking(of: type, as: made, by: link, in: index).initializeSuperclass(with: &self)
        case .foreign(let type): return make(type, link)
        case .closures(let values, let outcome): return follow(outcome(runClosures(with: values, link)), link)
        case .effect(let effect): return record.observe(effect, at: link)
        case .added: return follow(lookup.memberOfCollections(link), link)
        }
    }

    /// Makes an instance of a type that the tree doesn't declare.
    private mutating func make(_ type: String, _ link: ReachLink) -> ReachValue {
        // An initializer that the tree adds to the type.
        let extended = index.id(type, inFile: link.frame.document.path)
        for added in (extended.map(index.code) ?? []).flatMap(\.members.flattened)
        where added.kind == .initializer && added.accepts(link.arguments ?? []) {
            let frame = bound(added, in: ReachFrame(owner: extended, dynamic: extended, document: added.document), link)
            enter(added, of: extended) { reach in if let body = added.body { _ = reach.run(body, in: frame) } }
        }
        return follow(ForeignMember(link).outcome(making: type), link)
    }
}
