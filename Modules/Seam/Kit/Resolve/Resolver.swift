/// A singleton that was decided on, as uses refer to it.
struct Found: Sendable {
    var name: String
    var module: String
    var shape: Singleton.Shape
    /// The type, where the tree declares it.
    var type: Program.TypeID?
}

/// What was decided: which members hand out which singleton.
struct Decisions: Sendable {
    var singletons: [Found] = []
    /// Static accessors and their storage, and globals.
    var accessors: [Program.MemberID: Int] = [:]
    /// Members of locators that count.
    var locatorMembers: [Program.MemberID: Int] = [:]
    /// For each singleton, names of accessors and storage: in their bodies nothing is a use of it.
    var ownAccessors: [Int: Set<String>] = [:]
    var locators: [Program.TypeID: Int] = [:]
    /// Framework singletons and those of unknown types, by type and accessor.
    var external: [String: Int] = [:]
    var includesFrameworks = true

    static func isConventional(_ name: String) -> Bool {
        guard name.hasPrefix("shared") else { return false }
        let rest = name.dropFirst(6)
        return rest.isEmpty || rest.first?.isUppercase == true
    }
}

/// Follows chains through the declarations of a program.
///
/// Keeps what it worked out, so it belongs to one thread.
struct Resolver {
    /// The singleton that a value is, and how it got there.
    struct Origin {
        var singleton: Int
        var isCertain: Bool
        var path: Use.Path
    }

    struct Value {
        enum Kind {
            case unknown
            case type(Program.TypeID)
            case externalType(String)
            case instance(Program.TypeID)
            case externalInstance(String)
            case method([Program.MemberID], on: Program.TypeID?)
            /// A function that gives the origin when it is called.
            case accessor
            case module(String)
        }

        var kind = Kind.unknown
        var origin: Origin?
        var isCertain = true
        /// The static or global the value was read from last.
        var source: Program.MemberID?
        /// Whether it was made by an initialiser, here.
        var isNew = false
        /// Whether it came through a property or function of something, or a local name.
        var isAlias = false

        var isAccessor: Bool {
            if case .accessor = kind { return true }
            return false
        }

        var isUnknown: Bool {
            if case .unknown = kind { return true }
            return false
        }
    }

    /// What a chain does on its way.
    enum Event {
        /// The value of the chain up to a step (-1 for the root) is a singleton's instance.
        case instance(Origin, step: Int)
        /// A step reads a member of a locator.
        case locator(Int, member: Program.MemberID, step: Int, isCertain: Bool)
        /// A step, or the root (-1), reaches a static or global.
        case reached(Program.MemberID, step: Int)
    }

    let program: Program
    let decisions: Decisions
    private let memory = Memory()
    private var depth = 0

    /// What was worked out and what is being worked out. An object: a table in the struct itself was copied, whole,
    /// whenever a value was kept while something else held the struct.
    private final class Memory {
        var bindings: [Int64: Value] = [:]
        var members: [Program.MemberID: Value] = [:]
        var open: Set<Int64> = []
        var openMembers: Set<Program.MemberID> = []
    }

    init(program: Program, decisions: Decisions) {
        self.program = program
        self.decisions = decisions
    }

    // MARK: Chains

    /// The value of a chain, or of its first `limit` steps.
    mutating func value(
        chain index: Int,
        file: Int,
        limit: Int = .max,
        event: ((Event) -> Void)? = nil
    ) -> Value {
        guard depth < 200 else { return Value() }
        depth += 1
        defer { depth -= 1 }
        let facts = program.files[file].facts
        let chain = facts.chains[index]
        let scope = facts.scopes[Int(chain.scope)]
        let steps = facts.steps[chain.steps.indices]
        var value = root(chain, index: index, scope: scope, file: file, event: event)
        if let origin = value.origin, !value.isAccessor { event?(.instance(origin, step: -1)) }
        var offset = 0
        for step in steps {
            guard offset < limit else { break }
            value = self.step(step, on: value, offset: offset, scope: scope, file: file, event: event)
            offset += 1
            if let origin = value.origin, !value.isAccessor {
                let isCalled = offset < steps.count && steps[steps.startIndex + offset].kind == .call
                if isCalled, !value.isAlias, decisions.singletons[origin.singleton].shape == .elsewhere {
                    // `X.shared()` of a type outside the tree: the call is part of the instance.
                    value.kind = .accessor
                } else {
                    event?(.instance(origin, step: offset - 1))
                }
            }
        }
        // The accessor itself is passed on, to be called later.
        if let origin = value.origin, value.isAccessor, !value.isAlias, offset == steps.count, offset > 0 {
            event?(.instance(origin, step: offset - 1))
        }
        return value
    }

    private mutating func root(
        _ chain: FileFacts.ChainFact,
        index: Int,
        scope: FileFacts.ScopeFact,
        file: Int,
        event: ((Event) -> Void)?
    ) -> Value {
        let facts = program.files[file].facts
        let around = facts.name(scope.type)
        let own = around.flatMap { program.ownType($0, file: file) }
        switch chain.root {
        case .name:
            guard let name = facts.name(chain.base) else { return Value() }
            return free(name, scope: scope, around: around, own: own, file: file, event: event)
        case .binding:
            return binding(Int(chain.base), file: file)
        case .selfValue:
            guard let own else { return Value() }
            return Value(kind: scope.isStatic ? .type(own) : .instance(own))
        case .selfType:
            return own.map { Value(kind: .type($0)) } ?? Value()
        case .superValue:
            guard let parent = own.flatMap({ program.parents(of: $0).first }) else { return Value() }
            return Value(kind: scope.isStatic ? .type(parent) : .instance(parent))
        case .implicit:
            if let name = facts.name(chain.base) { return type(name, file: file, around: around) }
            return expected(chain, file: file)
        case .generic:
            guard let name = facts.name(chain.base),
                let found = program.lookupType(name, file: file, enclosing: around)
            else { return Value() }
            guard program.types[found.type].kind == .classType else { return Value() }
            return Value(kind: .type(found.type), isCertain: false)
        case .typed:
            guard let name = facts.name(chain.base) else { return Value() }
            return instance(of: name, file: file, around: around)
        case .keyPath:
            guard let name = facts.name(chain.base), name.hasSuffix(".Type") else { return Value() }
            return type(String(name.dropLast(5)), file: file, around: around)
        case .alternatives:
            let slice = FileFacts.Slice(start: chain.base, count: chain.contextPosition)
            var value = joined(slice, file: file)
            value.isAlias = true
            return value
        case .unknown:
            return Value()
        }
    }

    private mutating func step(
        _ step: FileFacts.StepFact,
        on value: Value,
        offset: Int,
        scope: FileFacts.ScopeFact,
        file: Int,
        event: ((Event) -> Void)?
    ) -> Value {
        let facts = program.files[file].facts
        switch step.kind {
        case .member, .keyPathMember:
            guard var name = facts.name(step.name) else { return Value() }
            if name.utf8.count > 1, name.hasPrefix("$") { name.removeFirst() }
            return member(name, of: value, offset: offset, file: file, event: event)
        case .call:
            return call(value, file: file)
        case .subscriptCall:
            return Value()
        case .metatype:
            return typeValue(value)
        }
    }

    private mutating func member(
        _ name: String,
        of value: Value,
        offset: Int,
        file: Int,
        event: ((Event) -> Void)?
    ) -> Value {
        switch value.kind {
        case .type(let type):
            if name == "self" { return value }
            return staticMember(
                name,
                of: type,
                isCertain: value.isCertain,
                offset: offset,
                file: file,
                event: event
            )
        case .externalType(let type):
            if name == "self" { return value }
            let path = type + "." + name
            if let found = decisions.external[path] {
                return external(found, path: path, file: file)
            }
            if let found = program.lookupType(path, file: file, enclosing: nil) {
                return Value(kind: .type(found.type), isCertain: found.isCertain)
            }
            if name == "init" { return value }
            if name.first?.isUppercase == true { return Value(kind: .externalType(path)) }
            return Value()
        case .instance(let type):
            if name == "self" { return value }
            let found = program.members(name, of: type).filter { !program.member($0).flags.contains(.isStatic) }
            guard let first = found.first else { return Value() }
            if program.member(first).flags.contains(.isFunction) { return method(found, on: type) }
            return alias(of: property(found, of: type))
        case .externalInstance(let type):
            // An extension in the tree of a type outside it.
            guard let id = program.typesByPath[type]?.first else { return Value() }
            let found = program.members(name, of: id).filter { !program.member($0).flags.contains(.isStatic) }
            return found.isEmpty ? Value() : alias(of: property(found, of: id))
        case .module(let module):
            return qualified(name, module: module, offset: offset, file: file, event: event)
        case .unknown, .method, .accessor:
            return Value()
        }
    }

    private mutating func staticMember(
        _ name: String,
        of type: Program.TypeID,
        isCertain: Bool,
        offset: Int,
        file: Int,
        event: ((Event) -> Void)?
    ) -> Value {
        if name == "init" { return Value(kind: .type(type), isCertain: isCertain) }
        let found = program.members(name, of: type).filter { program.member($0).flags.contains(.isStatic) }
        guard let first = found.first else {
            if let nested = program.lookupType(program.types[type].path + "." + name, file: file, enclosing: nil) {
                return Value(kind: .type(nested.type), isCertain: isCertain && nested.isCertain)
            }
            // A framework's type that the tree extends.
            let path = program.types[type].path + "." + name
            if program.types[type].kind == .extensionOf, let known = decisions.external[path] {
                return external(known, path: path, file: file)
            }
            return Value()
        }
        return reach(found, first: first, type: type, isCertain: isCertain, offset: offset, event: event)
    }

    /// A static or global, by its declarations.
    private mutating func reach(
        _ found: [Program.MemberID],
        first: Program.MemberID,
        type: Program.TypeID?,
        isCertain: Bool,
        offset: Int,
        event: ((Event) -> Void)?
    ) -> Value {
        event?(.reached(first, step: offset))
        for member in found {
            if let singleton = decisions.accessors[member] {
                let origin = Origin(singleton: singleton, isCertain: isCertain, path: .direct)
                var value = property(found, of: type)
                if program.member(member).flags.contains(.isFunction) {
                    value.kind = .accessor
                } else if case .unknown = value.kind, let own = decisions.singletons[singleton].type {
                    value.kind = .instance(own)
                } else if let own = type, decisions.singletons[singleton].type == own {
                    // Handed out as a protocol it is still the one instance.
                    value.kind = .instance(own)
                }
                value.origin = origin
                value.source = first
                value.isCertain = isCertain
                value.isAlias = false
                return value
            }
        }
        for member in found {
            if let locator = decisions.locatorMembers[member] {
                event?(.locator(locator, member: member, step: offset, isCertain: isCertain))
                break
            }
        }
        if program.member(first).flags.contains(.isFunction) {
            var value = method(found, on: type)
            value.source = first
            return value
        }
        var value = alias(of: property(found, of: type))
        if !isCertain { value.origin?.isCertain = false }
        value.source = first
        return value
    }

    private func alias(of value: Value) -> Value {
        var value = value
        value.isAlias = true
        value.isNew = false
        if value.origin?.path == .direct { value.origin?.path = .property }
        return value
    }

    private func external(_ singleton: Int, path: String, file: Int) -> Value {
        let found = decisions.singletons[singleton]
        var isCertain = false
        var isFunction = false
        if let known = FrameworkSingleton.byType[found.name]?.first(where: { path == "\($0.type).\($0.accessor)" }) {
            isCertain = !known.imports.isDisjoint(with: program.files[file].imports)
            isFunction = known.isFunction
        }
        return Value(
            kind: isFunction ? .accessor : .externalInstance(found.name),
            origin: Origin(singleton: singleton, isCertain: isCertain, path: .direct)
        )
    }

    private mutating func qualified(
        _ name: String,
        module: String,
        offset: Int,
        file: Int,
        event: ((Event) -> Void)?
    ) -> Value {
        if let found = program.lookupType(module + "." + name, file: file, enclosing: nil) {
            return Value(kind: .type(found.type), isCertain: found.isCertain)
        }
        let globals = (program.globals[name] ?? []).filter { program.moduleNames[$0.module] == module }.map(
            \.member
        )
        if let first = globals.first {
            return reach(globals, first: first, type: nil, isCertain: true, offset: offset, event: event)
        }
        return name.first?.isUppercase == true ? Value(kind: .externalType(name)) : Value()
    }

    private mutating func call(_ value: Value, file: Int) -> Value {
        switch value.kind {
        case .type(let type):
            return Value(kind: .instance(type), isCertain: value.isCertain, isNew: true)
        case .externalType(let name):
            return Value(kind: .externalInstance(name), isNew: true)
        case .accessor:
            var result = value
            if let own = value.origin.flatMap({ decisions.singletons[$0.singleton].type }) {
                result.kind = .instance(own)
            } else if let origin = value.origin {
                result.kind = .externalInstance(decisions.singletons[origin.singleton].name)
            }
            return result
        case .method(let members, _):
            return result(of: members)
        case .instance, .externalInstance, .unknown, .module:
            return Value()
        }
    }

    // MARK: Names

    private mutating func free(
        _ name: String,
        scope: FileFacts.ScopeFact,
        around: String?,
        own: Program.TypeID?,
        file: Int,
        event: ((Event) -> Void)?
    ) -> Value {
        var path = around
        var isInner = true
        while let current = path {
            if let type = isInner ? own : program.lookupType(current, file: file, enclosing: nil)?.type {
                let all = program.members(name, of: type)
                let instances =
                    isInner && !scope.isStatic ? all.filter { !program.member($0).flags.contains(.isStatic) } : []
                if let first = instances.first {
                    if program.member(first).flags.contains(.isFunction) { return method(instances, on: type) }
                    return alias(of: property(instances, of: type))
                }
                let statics = all.filter { program.member($0).flags.contains(.isStatic) }
                if let first = statics.first {
                    return reach(statics, first: first, type: type, isCertain: true, offset: -1, event: event)
                }
                if !all.isEmpty { return Value() }
            }
            path = program.enclosing(current)
            isInner = false
        }
        if let global = program.global(name, file: file), let first = global.members.first {
            return reach(
                global.members,
                first: first,
                type: nil,
                isCertain: global.isCertain,
                offset: -1,
                event: event
            )
        }
        let found = type(name, file: file, around: around)
        if case .externalType = found.kind, program.isModule(name) || program.files[file].imports.contains(name) {
            return Value(kind: .module(name))
        }
        return found
    }

    private func type(_ name: String, file: Int, around: String?) -> Value {
        if name == "Self" {
            return around.flatMap { program.ownType($0, file: file) }.map { Value(kind: .type($0)) } ?? Value()
        }
        if let found = program.lookupType(name, file: file, enclosing: around) {
            // Only extended here: declared outside the tree, so what is known of it elsewhere holds.
            if program.types[found.type].kind == .extensionOf, program.types[found.type].members.isEmpty {
                return Value(kind: .externalType(program.types[found.type].path))
            }
            // A type of the tree that is not visible here does not hide the framework's of the same name.
            let isHidden = !found.isCertain && FrameworkSingleton.byType[name] != nil
            if !isHidden { return Value(kind: .type(found.type), isCertain: found.isCertain) }
        }
        if let target = aliasTarget(name, file: file) { return Value(kind: .externalType(target)) }
        guard name.first?.isUppercase == true else { return Value() }
        if let dot = name.firstIndex(of: ".") {
            let module = String(name[..<dot])
            if module == "Foundation" || module == "UIKit" || module == "AppKit" {
                return Value(kind: .externalType(String(name[name.index(after: dot)...])))
            }
        }
        return Value(kind: .externalType(name))
    }

    /// What an alias in the tree calls a type outside it.
    private func aliasTarget(_ name: String, file: Int) -> String? {
        var current = name
        var found: String?
        for _ in 0..<8 {
            guard let list = program.aliases[current] else { break }
            let own = list.first { program.files[$0.file].module == program.files[file].module } ?? list.first
            guard let target = own?.target, target != current else { break }
            found = target
            current = target
        }
        return found
    }

    private func instance(of name: String, file: Int, around: String?) -> Value {
        guard !name.hasPrefix("->"), !name.hasPrefix("[") else { return Value() }
        if name.hasSuffix(".Type") {
            // A metatype may be a subclass's, which may have an instance of its own.
            var value = type(String(name.dropLast(5)), file: file, around: around)
            value.isCertain = false
            return value
        }
        switch type(name, file: file, around: around).kind {
        // In a protocol `Self` is whatever conforms.
        case .type(let type) where name == "Self" && program.types[type].kind == .protocolType: return Value()
        case .type(let type): return Value(kind: .instance(type))
        case .externalType(let name): return Value(kind: .externalInstance(name))
        default: return Value()
        }
    }

    private mutating func binding(_ index: Int, file: Int) -> Value {
        let key = Int64(file) << 32 | Int64(index)
        if let known = memory.bindings[key] { return known }
        guard memory.open.insert(key).inserted else { return Value() }
        defer { memory.open.remove(key) }
        let facts = program.files[file].facts
        let fact = facts.bindings[index]
        var value = joined(fact.values, file: file)
        value.isAlias = true
        if let type = facts.name(fact.type), value.origin == nil {
            let around = fact.values.count > 0 ? facts.chains[Int(facts.lists[Int(fact.values.start)])].scope : 0
            let path = facts.name(facts.scopes[Int(around)].type)
            let declared = instance(of: type, file: file, around: path)
            if !declared.isUnknown {
                value.kind = declared.kind
                value.isCertain = declared.isCertain
            }
        }
        if value.origin != nil {
            if fact.isVariable, isValueType(value) { value.origin = nil }
            if fact.isReassigned || fact.isParameter { value.origin?.isCertain = false }
            if value.origin?.path == .direct || fact.isParameter {
                value.origin?.path = fact.isParameter ? .parameter : .alias
            }
        }
        memory.bindings[key] = value
        return value
    }

    private func isValueType(_ value: Value) -> Bool {
        guard case .instance(let type) = value.kind else { return false }
        return program.types[type].kind == .structType || program.types[type].kind == .enumType
    }

    /// The value that several chains may give.
    private mutating func joined(_ slice: FileFacts.Slice, file: Int) -> Value {
        var result = Value()
        for item in slice.indices {
            let value = value(chain: Int(program.files[file].facts.lists[item]), file: file)
            if result.origin == nil {
                if value.origin != nil {
                    result = value
                } else if case .unknown = result.kind {
                    result = value
                }
            }
        }
        if slice.count > 1 { result.origin?.isCertain = false }
        return result
    }

    // MARK: Members

    private func method(_ members: [Program.MemberID], on type: Program.TypeID?) -> Value {
        Value(kind: .method(members, on: type))
    }

    /// The value of a property: what it is declared to be, and whether it is a singleton under another name.
    mutating func property(_ found: [Program.MemberID], of type: Program.TypeID?) -> Value {
        guard let id = found.first else { return Value() }
        if let known = memory.members[id] { return known }
        guard memory.openMembers.insert(id).inserted else { return Value() }
        defer { memory.openMembers.remove(id) }
        let file = id.file
        let fact = program.member(id)
        let facts = program.files[file].facts
        if let name = facts.name(fact.type) {
            // What is asked on the way, as for `property = .shared`, needs no more than the declared type.
            memory.members[id] = instance(of: name, file: file, around: facts.name(fact.owner))
        }
        var value = joined(fact.values, file: file)
        if fact.flags.contains(.isComputed), fact.values.count != 1 { value.origin = nil }
        if fact.flags.contains(.isTaskLocal) { value.origin = nil }
        if !fact.flags.contains(.isComputed), !fact.flags.contains(.isStatic), let type,
            let name = facts.name(fact.name)
        {
            value = flow(into: name, of: type, initial: value)
        }
        if value.origin != nil, fact.flags.contains(.isVariable), !fact.flags.contains(.isComputed),
            isValueType(value)
        {
            value.origin = nil
        }
        if value.origin == nil, let name = facts.name(fact.type) {
            let declared = instance(of: name, file: file, around: facts.name(fact.owner))
            if !declared.isUnknown { value.kind = declared.kind }
        }
        memory.members[id] = value
        return value
    }

    /// Joins in what initialisers put into a property.
    private mutating func flow(into name: String, of type: Program.TypeID, initial: Value) -> Value {
        guard let flows = program.flows[type]?[name], !flows.isEmpty else { return initial }
        var result = initial
        var others = 0
        for entry in flows {
            let facts = program.files[entry.file].facts
            let flow = facts.flows[entry.flow]
            let scope = facts.scopes[Int(facts.chains[Int(flow.chain)].scope)]
            let isInitializer = facts.name(scope.function)?.hasPrefix("init(") == true
            let value = joined(flow.values, file: entry.file)
            if isInitializer, value.origin != nil, result.origin == nil {
                result = value
            } else if value.origin == nil || value.origin?.singleton != result.origin?.singleton {
                others += 1
            }
        }
        if others > 0 { result.origin?.isCertain = false }
        return result
    }

    /// What a function gives when it is called.
    private mutating func result(of found: [Program.MemberID]) -> Value {
        guard let id = found.first, found.count == 1 || found.allSatisfy({ program.member($0).values.count < 2 })
        else {
            return Value()
        }
        if let known = memory.members[id] { return known }
        guard memory.openMembers.insert(id).inserted else { return Value() }
        defer { memory.openMembers.remove(id) }
        let fact = program.member(id)
        let facts = program.files[id.file].facts
        if fact.flags.contains(.isCase) {
            return facts.name(fact.type).map { instance(of: $0, file: id.file, around: nil) } ?? Value()
        }
        var value = joined(fact.values, file: id.file)
        if fact.values.count != 1 || fact.parameters.count > 0 { value.origin = nil }
        if value.origin == nil, let name = facts.name(fact.type) {
            let declared = instance(of: name, file: id.file, around: facts.name(fact.owner))
            if !declared.isUnknown { value.kind = declared.kind }
        }
        if value.origin?.path == .direct { value.origin?.path = .property }
        memory.members[id] = value
        return value
    }

    /// Names that hold one of these singletons and can be reached from other files, with the type around them.
    mutating func carriers(of singletons: Set<Int>) -> [(type: String?, name: String)] {
        var result: [(String?, String)] = []
        for type in program.types.indices {
            for (name, found) in program.types[type].members {
                guard let first = found.first, !program.member(first).flags.contains(.isPrivate) else { continue }
                let flags = program.member(first).flags
                let value = flags.contains(.isFunction) ? self.result(of: found) : property(found, of: type)
                guard let origin = value.origin, singletons.contains(origin.singleton),
                    decisions.accessors[first] == nil
                else { continue }
                result.append((program.types[type].path, name))
            }
        }
        for (name, globals) in program.globals {
            guard let first = globals.first?.member else { continue }
            // Who uses a global says its name, and need not say its type.
            if globals.contains(where: { decisions.accessors[$0.member].map(singletons.contains) ?? false }) {
                result.append((nil, name))
            }
            guard decisions.accessors[first] == nil else { continue }
            let isFunction = program.member(first).flags.contains(.isFunction)
            let value = isFunction ? self.result(of: [first]) : property([first], of: nil)
            if let origin = value.origin, singletons.contains(origin.singleton) { result.append((nil, name)) }
        }
        return result
    }

    // MARK: Expected types

    /// The type that an implicit member has, from what is around it.
    private mutating func expected(_ chain: FileFacts.ChainFact, file: Int) -> Value {
        guard chain.contextChain >= 0 else { return Value() }
        let outer = Int(chain.contextChain)
        if chain.contextStep < 0 {
            return typeValue(value(chain: outer, file: file))
        }
        let callee = value(chain: outer, file: file, limit: Int(chain.contextStep))
        let label = program.files[file].facts.name(chain.contextLabel)
        let position = Int(chain.contextPosition)
        switch callee.kind {
        case .type(let type):
            let initializers = program.members("init", of: type)
            if let found = parameter(initializers, label: label, position: position) { return found }
            // The initialiser that the compiler writes.
            guard let label else { return Value() }
            let properties = program.members(label, of: type).filter {
                !program.member($0).flags.contains(.isStatic)
            }
            guard let first = properties.first,
                let name = program.files[first.file].facts.name(program.member(first).type)
            else { return Value() }
            return self.type(name, file: first.file, around: program.types[type].path)
        case .method(let members, _):
            return parameter(members, label: label, position: position) ?? Value()
        default:
            return Value()
        }
    }

    private func parameter(_ members: [Program.MemberID], label: String?, position: Int) -> Value? {
        for id in members {
            let fact = program.member(id)
            let facts = program.files[id.file].facts
            let parameters = facts.parameters[fact.parameters.indices]
            let match =
                if let label {
                    parameters.first { facts.name($0.label) == label }
                } else {
                    position < parameters.count ? parameters[parameters.startIndex + position] : nil
                }
            guard let match, label != nil || match.label < 0, let name = facts.name(match.type) else { continue }
            return type(name, file: id.file, around: facts.name(fact.owner))
        }
        return nil
    }

    private func typeValue(_ value: Value) -> Value {
        switch value.kind {
        case .instance(let type): Value(kind: .type(type))
        case .externalInstance(let name): Value(kind: .externalType(name))
        default: Value()
        }
    }
}
