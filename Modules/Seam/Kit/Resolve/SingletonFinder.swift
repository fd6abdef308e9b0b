/// Decides which statics and globals of a program are singletons.
///
/// By shape first: a static of its own type, a type of statics, a global. Then by two questions, because constants
/// have the same shape: do its users share state, or does it reach outside?
struct SingletonFinder {
    private let program: Program
    private let options: Analysis.Options
    private var resolver: Resolver
    private var decisions = Decisions()
    /// Statics and globals that some source assigns or changes.
    private var assigned: Set<Program.MemberID> = []
    private var reaching: [Program.TypeID: Bool] = [:]
    /// Functions and computed properties of a type that work on its static state.
    private var touching: [Program.TypeID: Set<String>] = [:]
    private var changing: [Program.TypeID: Bool] = [:]
    private(set) var singletons: [Singleton] = []
    /// Where globals are kept, in the decisions and among the singletons.
    private var globals: [GlobalName: (decision: Int, singleton: Int)] = [:]

    /// What a global is known by: several branches of an `#if` may declare it.
    private struct GlobalName: Hashable {
        var name: String
        var module: Int
        /// The file of one that only this file sees.
        var file: Int?
    }

    init(program: Program, options: Analysis.Options) {
        self.program = program
        self.options = options
        resolver = Resolver(program: program, decisions: Decisions())
    }

    /// A static or global that hands out an instance.
    private struct Candidate {
        var member: Program.MemberID
        var name: String
        var isFunction: Bool
        /// Whether it stores the instance itself.
        var isStored: Bool
        var isPrivate: Bool
        /// Members it hands on.
        var sources: Set<Program.MemberID>
    }

    mutating func run() -> Decisions {
        findAssigned()
        findFrameworks()
        findElsewhere()
        let own = program.types.indices.map { candidates(of: $0) }
        // What reaches another singleton is a service too, so the decision is made until nothing changes.
        for _ in 0..<3 {
            let before = decisions.singletons.count
            for type in program.types.indices where !own[type].isEmpty { decide(type, own[type]) }
            resolver = Resolver(program: program, decisions: decisions)
            reaching = [:]
            changing = [:]
            guard decisions.singletons.count > before else { break }
        }
        for type in program.types.indices { decideLocator(type) }
        decideGlobals()
        return decisions
    }

    // MARK: Assignments

    private mutating func findAssigned() {
        for file in program.files.indices {
            let facts = program.files[file].facts
            for (index, chain) in facts.chains.enumerated() {
                switch chain.root {
                case .name, .selfType, .selfValue: break
                default: continue
                }
                let changes =
                    chain.ending == .write
                    || Mutation.changes(chain, index: index, file: file, program: program, resolver: &resolver)
                guard changes else { continue }
                var reached: [Program.MemberID] = []
                _ = resolver.value(chain: index, file: file) { event in
                    if case .reached(let member, _) = event { reached.append(member) }
                }
                assigned.formUnion(reached)
            }
        }
    }

    private mutating func findFrameworks() {
        guard options.frameworks else { return }
        for known in FrameworkSingleton.all {
            decisions.external["\(known.type).\(known.accessor)"] = decisions.singletons.count
            decisions.singletons.append(
                Found(name: known.type, module: known.module, shape: .framework)
            )
            singletons.append(
                Singleton(
                    name: known.type,
                    module: known.module,
                    shape: .framework,
                    accessors: [Singleton.Accessor(name: known.accessor, isFunction: known.isFunction)]
                )
            )
        }
    }

    /// Accessors with a name that hardly means anything else, of types that the tree does not declare.
    private mutating func findElsewhere() {
        for file in program.files.indices {
            let facts = program.files[file].facts
            let names = facts.names.map { Decisions.isConventional($0) }
            guard names.contains(true) else { continue }
            for (index, chain) in facts.chains.enumerated() {
                for (offset, step) in chain.steps.indices.enumerated() {
                    let fact = facts.steps[step]
                    guard fact.kind == .member || fact.kind == .keyPathMember, fact.name >= 0,
                        names[Int(fact.name)],
                        let accessor = facts.name(fact.name)
                    else { continue }
                    let type: String
                    switch resolver.value(chain: index, file: file, limit: offset).kind {
                    case .externalType(let name): type = name
                    case .type(let id)
                    where program.types[id].kind == .extensionOf
                        && program.members(accessor, of: id).isEmpty:
                        type = program.types[id].path
                    default: continue
                    }
                    let path = type + "." + accessor
                    guard decisions.external[path] == nil, Self.framework[path] == nil else { continue }
                    decisions.external[path] = decisions.singletons.count
                    decisions.singletons.append(Found(name: type, module: "", shape: .elsewhere))
                    singletons.append(
                        Singleton(
                            name: type,
                            module: "",
                            shape: .elsewhere,
                            accessors: [Singleton.Accessor(name: accessor)]
                        )
                    )
                }
            }
        }
    }

    /// Accessors of frameworks that look like singletons and are execution contexts or values.
    private static let framework: [String: Bool] = ["MainActor.shared": true]

    // MARK: Interest

    /// Hashes of the names by which anything that may be a singleton is reached: what has to be parsed is what says
    /// one of them.
    mutating func interest() -> Set<UInt32> {
        var names: Set<UInt32> = []
        for type in program.types.indices {
            let info = program.types[type]
            let name = info.path.split(separator: ".").last.map(String.init) ?? info.path
            let isValue = info.kind == .structType || info.kind == .enumType
            let own = candidates(of: type)
            if own.contains(where: { !isValue || program.member($0.member).flags.contains(.isVariable) })
                || (!own.isEmpty && reachesOutside(type))
            {
                names.insert(nameHash(name))
                continue
            }
            let holds = info.members.values.joined().contains { id in
                let flags = program.member(id).flags
                if flags.contains(.isStatic), flags.contains(.isVariable), !flags.contains(.isComputed) {
                    return true
                }
                return isLocated(id, in: type)
            }
            if holds { names.insert(nameHash(name)) }
        }
        for name in program.globals.keys {
            for global in program.globals[name] ?? [] {
                let flags = program.member(global.member).flags
                guard flags.isDisjoint(with: [.isFunction, .isComputed]) else { continue }
                if case .instance(let type) = resolver.property([global.member], of: nil).kind {
                    names.insert(nameHash(name))
                    let path = program.types[type].path
                    names.insert(nameHash(path.split(separator: ".").last.map(String.init) ?? path))
                }
            }
        }
        return names
    }

    /// Types that statics and globals hold, that those are made of and that they inherit, as far as no parsed file
    /// declares them: whether something is a service depends on what it is made of.
    mutating func unreadTypes() -> Set<String> {
        var names: Set<String> = []
        var open: Set<Program.TypeID> = []
        for type in program.types.indices {
            for id in program.types[type].members.values.joined() where isSlot(id) {
                if program.types[type].kind == .extensionOf { names.insert(program.types[type].path) }
                open.insert(type)
                note(id, of: type, &names, &open)
            }
        }
        for id in program.globals.values.joined().map(\.member) where isSlot(id) {
            note(id, of: nil, &names, &open)
        }
        var seen: Set<Program.TypeID> = []
        for _ in 0..<2 {
            let types = open.subtracting(seen)
            seen.formUnion(types)
            for type in types {
                for id in storedProperties(of: type) { note(id, of: type, &names, &open) }
                let around = program.enclosing(program.types[type].path)
                for parent in program.types[type].inherits {
                    if let found = program.lookupType(parent.name, file: parent.file, enclosing: around)?.type {
                        open.insert(found)
                    } else {
                        names.insert(parent.name)
                    }
                }
            }
        }
        return names
    }

    /// Whether a member may hand out an instance that it, or something behind it, keeps.
    private func isSlot(_ id: Program.MemberID) -> Bool {
        let fact = program.member(id)
        guard fact.owner < 0 || fact.flags.contains(.isStatic), fact.parameters.count == 0 else { return false }
        if fact.flags.contains(.isFunction), fact.owner < 0 { return false }
        return fact.flags.isDisjoint(with: [.isCase, .isInitializer, .isSubscript, .isTaskLocal])
    }

    /// Adds the types that a property, or a function without arguments, gives.
    private mutating func note(
        _ id: Program.MemberID,
        of type: Program.TypeID?,
        _ names: inout Set<String>,
        _ open: inout Set<Program.TypeID>
    ) {
        let fact = program.member(id)
        let facts = program.files[id.file].facts
        var values = fact.values.indices.map { resolver.value(chain: Int(facts.lists[$0]), file: id.file) }
        if !fact.flags.contains(.isFunction) { values.append(resolver.property([id], of: type)) }
        for value in values {
            switch value.kind {
            case .instance(let type) where program.types[type].kind == .extensionOf:
                names.insert(program.types[type].path)
            case .instance(let type): open.insert(type)
            case .externalInstance(let name): names.insert(name)
            default: continue
            }
        }
    }

    // MARK: Statics of their own type

    private mutating func candidates(of type: Program.TypeID) -> [Candidate] {
        var result: [Candidate] = []
        let info = program.types[type]
        for name in info.members.keys.sorted() {
            for id in info.members[name] ?? [] {
                let fact = program.member(id)
                guard fact.flags.contains(.isStatic), fact.parameters.count == 0 else { continue }
                guard fact.flags.isDisjoint(with: [.isCase, .isInitializer, .isSubscript, .isTaskLocal]) else {
                    continue
                }
                if info.kind == .protocolType, isRequirement(id) { continue }
                guard let candidate = candidate(id, name: name, of: type) else { continue }
                result.append(candidate)
            }
        }
        return result
    }

    /// A member of a protocol without a value or body.
    private func isRequirement(_ id: Program.MemberID) -> Bool {
        let fact = program.member(id)
        let facts = program.files[id.file].facts
        return facts.types.contains { $0.kind == .protocolType && $0.path == fact.owner }
            && !facts.types.contains { $0.kind == .extensionOf && $0.path == fact.owner }
            && fact.values.count == 0
    }

    private mutating func candidate(_ id: Program.MemberID, name: String, of type: Program.TypeID) -> Candidate? {
        let fact = program.member(id)
        let facts = program.files[id.file].facts
        let isFunction = fact.flags.contains(.isFunction)
        let isStored = !isFunction && !fact.flags.contains(.isComputed)
        var made: [Resolver.Value] = []
        var reachesStatic = false
        let program = program
        for item in fact.values.indices {
            made.append(
                resolver.value(chain: Int(facts.lists[item]), file: id.file) { event in
                    if case .reached(let member, _) = event, member != id,
                        !program.member(member).flags.contains(.isFunction)
                    {
                        reachesStatic = true
                    }
                }
            )
        }
        let around = program.types[type].path
        var isOwn = false
        if let declared = facts.name(fact.type) {
            if declared == "Self" {
                isOwn = true
            } else if let found = program.lookupType(declared, file: id.file, enclosing: around)?.type {
                isOwn =
                    found == type
                    || (program.inherits(type, found)
                        && (program.types[found].kind != .protocolType || hands(made, out: type)
                            || program.types[type].kind == .protocolType))
            }
        }
        if !isOwn { isOwn = hands(made, out: type) }
        guard isOwn else { return nil }
        if !isStored {
            if fact.values.count == 1, stops(Int(facts.lists[Int(fact.values.start)]), facts) { return nil }
            // A new instance at each access is no singleton, nor is what belongs to a thread or task.
            if !made.isEmpty, made.allSatisfy({ $0.isNew }) { return nil }
            if mentionsThread(in: name, of: type) { return nil }
            // It has to come from somewhere: what is worked out anew is no instance that others share.
            let isKept = reachesStatic || made.contains { $0.origin != nil || ($0.source != nil && !$0.isNew) }
            if !isKept, !Decisions.isConventional(name), !keepsInstance(of: type, in: name) { return nil }
        }
        let sources = Set(made.compactMap(\.source))
        if !isStored, sources.contains(where: { program.member($0).flags.contains(.isTaskLocal) }) { return nil }
        return Candidate(
            member: id,
            name: name,
            isFunction: isFunction,
            isStored: isStored,
            isPrivate: fact.flags.contains(.isPrivate),
            sources: sources
        )
    }

    /// Whether a chain is a call that never comes back.
    private func stops(_ chain: Int, _ facts: FileFacts) -> Bool {
        let name = facts.chains[chain].root == .name ? facts.name(facts.chains[chain].base) : nil
        return name == "fatalError" || name == "preconditionFailure"
    }

    private func hands(_ values: [Resolver.Value], out type: Program.TypeID) -> Bool {
        values.contains { value in
            if case .instance(let made) = value.kind { return made == type || program.inherits(made, type) }
            return false
        }
    }

    /// Whether the body of a static names a stored static of its type.
    private func keepsInstance(of type: Program.TypeID, in function: String) -> Bool {
        let info = program.types[type]
        var stored: Set<String> = []
        for (name, members) in info.members {
            let isStored = members.contains {
                let flags = program.member($0).flags
                return flags.contains(.isStatic)
                    && flags.isDisjoint(with: [.isComputed, .isFunction, .isCase, .isInitializer, .isTaskLocal])
            }
            if isStored { stored.insert(name) }
        }
        guard !stored.isEmpty else { return false }
        for entry in info.scopes {
            let facts = program.files[entry.file].facts
            guard let name = facts.name(facts.scopes[entry.scope].function), Self.base(name) == function else {
                continue
            }
            for item in program.files[entry.file].chains(in: entry.scope) {
                let chain = facts.chains[Int(item)]
                if chain.root == .name, let name = facts.name(chain.base), stored.contains(name) { return true }
                if let first = chain.steps.indices.first, let name = facts.name(facts.steps[first].name),
                    stored.contains(name)
                {
                    return true
                }
            }
        }
        return false
    }

    private func mentionsThread(in function: String, of type: Program.TypeID) -> Bool {
        for entry in program.types[type].scopes {
            let facts = program.files[entry.file].facts
            let scope = facts.scopes[entry.scope]
            guard let name = facts.name(scope.function), Self.base(name) == function else { continue }
            for item in program.files[entry.file].chains(in: entry.scope) {
                let chain = facts.chains[Int(item)]
                let names = facts.steps[chain.steps.indices].compactMap { facts.name($0.name) }
                if names.contains("threadDictionary") || names.contains("getSpecific") { return true }
            }
        }
        return false
    }

    static func base(_ function: String) -> String {
        function.firstIndex(of: "(").map { String(function[..<$0]) } ?? function
    }

    private mutating func decide(_ type: Program.TypeID, _ candidates: [Candidate]) {
        let members = Set(candidates.map(\.member))
        // A private static that only accessors of the type hand out is their storage.
        let storage = candidates.filter { candidate in
            candidate.isPrivate && candidate.isStored
                && candidates.contains { $0.member != candidate.member && $0.sources.contains(candidate.member) }
        }
        let storageSet = Set(storage.map(\.member))
        let accessors = candidates.filter { !storageSet.contains($0.member) }
        // So is a private global that they hand out.
        let globals = accessors.filter { !$0.isStored }.flatMap(\.sources).filter { source in
            let fact = program.member(source)
            return fact.owner < 0 && fact.flags.contains(.isPrivate)
                && fact.flags.isDisjoint(with: [.isComputed, .isFunction])
        }
        guard !accessors.isEmpty, !members.contains(where: { decisions.accessors[$0] != nil }) else { return }
        let info = program.types[type]
        let owner = instanceType(of: type, accessors)
        var chosen: [Candidate] = []
        switch program.types[owner].kind {
        case .extensionOf:
            // Of a type outside the tree only its name is known.
            let isService = Outside.services.contains(info.path)
            chosen = accessors.filter { isService || Decisions.isConventional($0.name) }
        case .protocolType:
            // What it hands out is not known: only what services are called.
            let isService = reachesOutside(owner)
            chosen = accessors.filter { isService || Decisions.isConventional($0.name) }
        case .classType, .actorType:
            let names = Set(accessors.map(\.name))
            let isService = reachesOutside(owner) || changes(owner)
            if isService || (names.count == 1 && !isImmutableData(owner)) { chosen = accessors }
        case .structType, .enumType:
            let isService = reachesOutside(owner)
            chosen = accessors.filter { candidate in
                isService || assigned.contains(candidate.member)
                    || candidate.sources.contains {
                        assigned.contains($0) && (members.contains($0) || globals.contains($0))
                    }
            }
        }
        guard !chosen.isEmpty else { return }
        let index = decisions.singletons.count
        let module = program.files[chosen[0].member.file].module
        decisions.singletons.append(
            Found(
                name: info.path,
                module: program.moduleNames[module],
                shape: chosen.contains { !$0.isFunction } ? .instance : .function,
                type: type
            )
        )
        for member in (chosen + storage).map(\.member) + globals { decisions.accessors[member] = index }
        decisions.ownAccessors[index] = Set((chosen + storage).map(\.name))
        singletons.append(
            Singleton(
                name: info.path,
                module: program.moduleNames[module],
                shape: decisions.singletons[index].shape,
                accessors: chosen.map { accessor($0.member) },
                file: program.files[info.file].path,
                line: Int(info.place.line),
                column: Int(info.place.column)
            )
        )
    }

    /// For a protocol's static, the type that it hands out.
    private mutating func instanceType(of type: Program.TypeID, _ candidates: [Candidate]) -> Program.TypeID {
        guard program.types[type].kind == .protocolType, let first = candidates.first else { return type }
        if case .instance(let made) = resolver.property([first.member], of: type).kind { return made }
        return type
    }

    private func accessor(_ id: Program.MemberID) -> Singleton.Accessor {
        let fact = program.member(id)
        let isSettable =
            fact.flags.contains(.isVariable)
            && (!fact.flags.contains(.isComputed) || fact.flags.contains(.hasSetter))
            && fact.flags.isDisjoint(with: [.isPrivate, .isPrivateSetter])
        return Singleton.Accessor(
            name: program.name(id),
            isMutable: isSettable,
            isFunction: fact.flags.contains(.isFunction),
            file: program.files[id.file].path,
            line: Int(fact.place.line),
            column: Int(fact.place.column)
        )
    }

    // MARK: The two questions

    private func storedProperties(of type: Program.TypeID) -> [Program.MemberID] {
        program.types[type].members.values.joined().filter { id in
            let flags = program.member(id).flags
            return flags.isDisjoint(with: [
                .isStatic, .isComputed, .isFunction, .isInitializer, .isSubscript, .isCase,
            ])
        }
    }

    /// Whether an instance of the type can change.
    private mutating func changes(_ type: Program.TypeID) -> Bool {
        if let known = changing[type] { return known }
        changing[type] = false
        var result = false
        for id in storedProperties(of: type) {
            let fact = program.member(id)
            if fact.flags.contains(.isVariable), program.types[type].kind != .protocolType {
                result = true
                break
            }
            let value = resolver.property([id], of: type)
            switch value.kind {
            case .instance(let part) where program.types[part].kind.isReference && changes(part): result = true
            case .externalInstance(let name) where Outside.mutable.contains(name): result = true
            default: continue
            }
            break
        }
        if !result, let parent = program.parents(of: type).first, program.types[parent].kind == .classType {
            result = changes(parent)
        }
        changing[type] = result
        return result
    }

    /// Only constants of plain data, and no function that acts without giving anything back.
    private mutating func isImmutableData(_ type: Program.TypeID) -> Bool {
        let stored = storedProperties(of: type)
        guard !stored.isEmpty, program.types[type].kind == .classType else { return false }
        for id in program.types[type].members.values.joined() {
            let fact = program.member(id)
            guard fact.flags.contains(.isFunction), fact.flags.isDisjoint(with: [.isStatic, .isInitializer]) else {
                continue
            }
            if fact.type < 0 { return false }
        }
        for id in stored {
            let file = program.files[id.file]
            if let name = file.facts.name(program.member(id).type), name.hasPrefix("->") { return false }
        }
        return !changes(type)
    }

    /// Whether code of the type reaches outside: network, disk, streams, clock, another singleton.
    private mutating func reachesOutside(_ type: Program.TypeID) -> Bool {
        if let known = reaching[type] { return known }
        reaching[type] = false
        var result = false
        // What only the statics of a value do says nothing of its instances, unless they are made of functions.
        let isValue = program.types[type].kind == .structType || program.types[type].kind == .enumType
        let countsStatics = !isValue || holdsFunctions(type)
        search: for entry in program.types[type].scopes {
            let facts = program.files[entry.file].facts
            if facts.scopes[entry.scope].isStatic, !countsStatics { continue }
            for item in program.files[entry.file].chains(in: entry.scope) {
                let index = Int(item)
                let chain = facts.chains[index]
                if chain.root == .name, let name = facts.name(chain.base),
                    program.lookupType(name, file: entry.file, enclosing: program.types[type].path) == nil,
                    program.members(name, of: type).isEmpty
                {
                    let isCalled =
                        chain.steps.count > 0 && facts.steps[chain.steps.indices.lowerBound].kind == .call
                    let isReached = isCalled ? Outside.functions.contains(name) : Outside.streams.contains(name)
                    if isReached, program.globals[name] == nil {
                        result = true
                        break search
                    }
                    if Outside.types.contains(name) {
                        let first = chain.steps.indices.first.flatMap { facts.name(facts.steps[$0].name) }
                        if let first, Outside.harmless.contains("\(name).\(first)") { continue }
                        if name == "Date", !Outside.readsClock(chain, facts: facts) { continue }
                        result = true
                        break search
                    }
                    if name == "Data" || name == "String" || name == "NSData", isCalled,
                        Outside.opensFile(index: index, facts: facts)
                    {
                        result = true
                        break search
                    }
                }
                var reached: [Int] = []
                _ = resolver.value(chain: index, file: entry.file) { event in
                    if case .instance(let origin, _) = event, origin.path == .direct {
                        reached.append(origin.singleton)
                    }
                }
                // A value that borrows shared state to work itself out is still a value.
                let isOutside = reached.contains { singleton in
                    guard isValue, let other = resolver.decisions.singletons[singleton].type else { return true }
                    return reachesOutside(other)
                }
                if isOutside, !isOwn(chain, in: type, file: entry.file) {
                    result = true
                    break search
                }
            }
        }
        if !result {
            for id in storedProperties(of: type) {
                let value = resolver.property([id], of: type)
                switch value.kind {
                case .externalInstance(let name) where Outside.types.contains(name) && name != "Date": result = true
                // What the tree adds to a type from outside says nothing of the values of that type.
                case .instance(let part) where program.types[part].kind == .extensionOf:
                    let name = program.types[part].path
                    result = Outside.types.contains(name) && name != "Date"
                case .instance(let part) where part != type && program.types[part].kind != .protocolType:
                    result = reachesOutside(part)
                default: continue
                }
                if result { break }
            }
        }
        reaching[type] = result
        return result
    }

    private func holdsFunctions(_ type: Program.TypeID) -> Bool {
        storedProperties(of: type).contains { id in
            program.files[id.file].facts.name(program.member(id).type)?.hasPrefix("->") == true
        }
    }

    /// Whether a chain in a type's code starts at the type itself.
    private func isOwn(_ chain: FileFacts.ChainFact, in type: Program.TypeID, file: Int) -> Bool {
        switch chain.root {
        case .selfType, .selfValue: return true
        case .name:
            let facts = program.files[file].facts
            guard let name = facts.name(chain.base) else { return false }
            return program.lookupType(name, file: file, enclosing: program.types[type].path)?.type == type
                || !program.members(name, of: type).isEmpty
        default: return false
        }
    }

    // MARK: Locators

    private mutating func decideLocator(_ type: Program.TypeID) {
        let info = program.types[type]
        guard info.kind != .protocolType, !info.isLocal else { return }
        guard !decisions.singletons.contains(where: { $0.type == type }) else { return }
        var chosen: [Program.MemberID] = []
        for name in info.members.keys.sorted() {
            for id in info.members[name] ?? [] where isLocated(id, in: type) { chosen.append(id) }
        }
        guard !chosen.isEmpty else { return }
        // Private functions over its state too: others in their file reach it by them.
        let others = info.members.values.joined().filter { id in
            program.member(id).flags.contains([.isStatic, .isPrivate]) && touchesState(id, in: type)
        }
        let index = decisions.singletons.count
        let module = info.module >= 0 ? info.module : program.files[info.file].module
        decisions.singletons.append(
            Found(name: info.path, module: program.moduleNames[module], shape: .locator, type: type)
        )
        decisions.locators[type] = index
        for id in chosen + others { decisions.locatorMembers[id] = index }
        singletons.append(
            Singleton(
                name: info.path,
                module: program.moduleNames[module],
                shape: .locator,
                accessors: chosen.map { accessor($0) },
                file: program.files[info.file].path,
                line: Int(info.place.line),
                column: Int(info.place.column)
            )
        )
    }

    private mutating func isLocated(_ id: Program.MemberID, in type: Program.TypeID) -> Bool {
        let fact = program.member(id)
        guard fact.flags.contains(.isStatic), !fact.flags.contains(.isPrivate) else { return false }
        guard fact.flags.isDisjoint(with: [.isCase, .isInitializer, .isSubscript, .isTaskLocal]) else {
            return false
        }
        if fact.flags.contains(.isFunction) || fact.flags.contains(.isComputed) {
            if touchesState(id, in: type) { return true }
            if fact.flags.contains(.isFunction), fact.parameters.count > 0 { return false }
            // Hands out a service that something keeps; a new one each time is a factory.
            let facts = program.files[id.file].facts
            guard fact.values.count == 1 else { return false }
            let value = resolver.value(chain: Int(facts.lists[Int(fact.values.start)]), file: id.file)
            if value.origin != nil { return true }
            guard !value.isNew, value.source != nil else { return false }
            return isService(value, other: type)
        }
        if assigned.contains(id), fact.flags.contains(.isVariable) { return true }
        let value = resolver.property([id], of: type)
        if value.origin != nil { return true }
        return isService(value, other: type)
    }

    private mutating func isService(_ value: Resolver.Value, other type: Program.TypeID) -> Bool {
        switch value.kind {
        case .instance(let part) where part != type:
            switch program.types[part].kind {
            case .classType, .actorType: return changes(part) || reachesOutside(part)
            case .structType, .enumType: return reachesOutside(part)
            case .protocolType:
                // Known by its protocol only: a service if what conforms is one.
                return (program.subtypes[part] ?? []).contains { conforming in
                    program.types[conforming].kind.isReference || reachesOutsideNow(conforming)
                }
            case .extensionOf: return false
            }
        case .externalInstance(let name): return Outside.services.contains(name)
        default: return false
        }
    }

    private mutating func reachesOutsideNow(_ type: Program.TypeID) -> Bool { reachesOutside(type) }

    /// Whether a static function or computed property works on static state of its type that changes, itself or by
    /// others of the type.
    private mutating func touchesState(_ id: Program.MemberID, in type: Program.TypeID) -> Bool {
        if let known = touching[type] { return known.contains(program.name(id)) }
        let info = program.types[type]
        var names: Set<String> = []
        for (name, members) in info.members {
            for other in members where isState(other, of: type) { names.insert(name) }
        }
        let state = names
        guard !state.isEmpty else {
            touching[type] = []
            return false
        }
        // Each round finds the functions one call further away.
        var before = 0
        while names.count > before {
            before = names.count
            for entry in info.scopes {
                let facts = program.files[entry.file].facts
                let scope = facts.scopes[entry.scope]
                guard scope.isStatic, let function = facts.name(scope.function) else { continue }
                let own = Self.base(function)
                guard !names.contains(own) else { continue }
                for item in program.files[entry.file].chains(in: entry.scope) {
                    let chain = facts.chains[Int(item)]
                    let first =
                        chain.steps.count > 0 ? facts.name(facts.steps[chain.steps.indices.lowerBound].name) : nil
                    let isSelf =
                        chain.root == .selfType || chain.root == .selfValue || facts.name(chain.base) == info.path
                    let name = chain.root == .name && !isSelf ? facts.name(chain.base) : isSelf ? first : nil
                    if let name, names.contains(name) {
                        names.insert(own)
                        break
                    }
                }
            }
        }
        touching[type] = names.subtracting(state)
        return names.subtracting(state).contains(program.name(id))
    }

    /// A stored static that changes: assigned somewhere, or a constant that holds something that can.
    private mutating func isState(_ id: Program.MemberID, of type: Program.TypeID) -> Bool {
        let flags = program.member(id).flags
        guard flags.contains(.isStatic), flags.isDisjoint(with: [.isComputed, .isFunction, .isCase, .isTaskLocal])
        else {
            return false
        }
        if flags.contains(.isVariable) { return assigned.contains(id) }
        guard flags.contains(.isPrivate) else { return false }
        switch resolver.property([id], of: type).kind {
        case .externalInstance(let name): return Outside.cells.contains(name)
        case .instance(let part): return part != type && sharesState(part)
        default: return false
        }
    }

    /// Whether copies of a value see each other's changes, as those of a struct around a box do.
    private mutating func sharesState(_ type: Program.TypeID, depth: Int = 0) -> Bool {
        let kind = program.types[type].kind
        guard !kind.isReference else { return changes(type) }
        guard depth < 4, kind == .structType || kind == .enumType else { return false }
        for id in storedProperties(of: type) {
            switch resolver.property([id], of: type).kind {
            case .externalInstance(let name) where Outside.cells.contains(name): return true
            case .instance(let part) where part != type && sharesState(part, depth: depth + 1): return true
            default: continue
            }
        }
        return false
    }

    // MARK: Globals

    private mutating func decideGlobals() {
        for name in program.globals.keys.sorted() {
            for global in program.globals[name] ?? [] { decideGlobal(global, name: name) }
        }
    }

    private mutating func decideGlobal(_ global: Program.Global, name: String) {
        let id = global.member
        let fact = program.member(id)
        guard fact.flags.isDisjoint(with: [.isFunction, .isComputed, .isTaskLocal]) else { return }
        // The storage of what a static hands out.
        guard decisions.accessors[id] == nil else { return }
        let value = resolver.property([id], of: nil)
        guard value.origin == nil, case .instance(let type) = value.kind else { return }
        let info = program.types[type]
        var shape = Singleton.Shape.global
        switch info.kind {
        case .classType, .actorType:
            guard changes(type) || reachesOutside(type) || !isImmutableData(type) else { return }
        case .structType, .enumType:
            if fact.flags.contains(.isVariable), info.kind == .structType, holdsDependencies(type) {
                shape = .world
            } else if holdsDependencies(type), reachesOutside(type) {
                shape = fact.flags.contains(.isVariable) ? .world : .global
            } else {
                guard assigned.contains(id) || reachesOutside(type) else { return }
            }
        case .protocolType:
            guard isService(value, other: -1) else { return }
        case .extensionOf: return
        }
        let module = program.moduleNames[global.module]
        let key = GlobalName(
            name: name,
            module: global.module,
            file: fact.flags.contains(.isPrivate) ? id.file : nil
        )
        if let known = globals[key] {
            decisions.accessors[id] = known.decision
            singletons[known.singleton].accessors.append(accessor(id))
            return
        }
        globals[key] = (decisions.singletons.count, singletons.count)
        decisions.accessors[id] = decisions.singletons.count
        decisions.singletons.append(Found(name: info.path, module: module, shape: shape, type: type))
        singletons.append(
            Singleton(
                name: info.path,
                module: module,
                shape: shape,
                accessors: [accessor(id)],
                file: program.files[id.file].path,
                line: Int(fact.place.line),
                column: Int(fact.place.column)
            )
        )
    }

    /// Whether a struct has parts that can be replaced: functions, services.
    private mutating func holdsDependencies(_ type: Program.TypeID) -> Bool {
        for id in storedProperties(of: type) {
            let file = program.files[id.file]
            if let name = file.facts.name(program.member(id).type), name.hasPrefix("->") { return true }
            let value = resolver.property([id], of: type)
            if value.origin != nil || isService(value, other: type) { return true }
            if case .method = value.kind { return true }
        }
        return false
    }
}
