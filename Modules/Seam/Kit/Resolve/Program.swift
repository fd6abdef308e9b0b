/// Everything the parsed files declare, joined: types with their extensions, members, globals, aliases.
///
/// A value that does not change once it is made, so any number of threads may look things up in it.
struct Program: Sendable {
    struct File: Sendable {
        var path: String
        var module: Int
        var imports: Set<String>
        var facts: FileFacts
        /// For each scope, its chains: those of scope `n` stand from `chainStarts[n]` to `chainStarts[n + 1]`.
        private var chainStarts: [Int32]
        private var chainOrder: [Int32]

        init(path: String, module: Int, imports: Set<String>, facts: FileFacts) {
            self.path = path
            self.module = module
            self.imports = imports
            self.facts = facts
            var starts = [Int32](repeating: 0, count: facts.scopes.count + 1)
            for chain in facts.chains { starts[Int(chain.scope) + 1] += 1 }
            for scope in facts.scopes.indices { starts[scope + 1] += starts[scope] }
            chainStarts = starts
            chainOrder = [Int32](repeating: 0, count: facts.chains.count)
            for (index, chain) in facts.chains.enumerated() {
                chainOrder[Int(starts[Int(chain.scope)])] = Int32(index)
                starts[Int(chain.scope)] += 1
            }
        }

        /// Indices of the chains that stand directly in a scope.
        func chains(in scope: Int) -> ArraySlice<Int32> {
            chainOrder[Int(chainStarts[scope])..<Int(chainStarts[scope + 1])]
        }
    }

    /// A type, by its index in `types`.
    typealias TypeID = Int

    struct MemberID: Sendable, Hashable {
        var file: Int
        var member: Int
    }

    struct TypeInfo: Sendable {
        var path: String
        var module: Int
        /// The file of its declaration.
        var file: Int
        /// `extensionOf` where only extensions of it were seen: it is declared outside the tree.
        var kind: TypeKind
        var isPrivate: Bool
        var hasCases: Bool
        var isLocal = false
        var inherits: [(file: Int, name: String)] = []
        var members: [String: [MemberID]] = [:]
        var place: FileFacts.Place
        /// Every scope of the type's own code.
        var scopes: [(file: Int, scope: Int)] = []
    }

    struct Global: Sendable {
        var member: MemberID
        var module: Int
    }

    let files: [File]
    let moduleNames: [String]
    private let moduleSet: Set<String>
    private(set) var types: [TypeInfo] = []
    private(set) var typesByPath: [String: [TypeID]] = [:]
    private(set) var globals: [String: [Global]] = [:]
    /// Aliases by path, with the file they stand in.
    private(set) var aliases: [String: [(file: Int, target: String)]] = [:]
    /// For each file, the type of each path that it declares or extends.
    private var ownTypes: [[String: TypeID]] = []
    private(set) var subtypes: [TypeID: [TypeID]] = [:]
    /// Names of functions that change what they are called on.
    private(set) var mutating: Set<String> = []
    /// Values that properties get in initialisers: by type and name.
    private(set) var flows: [TypeID: [String: [(file: Int, flow: Int)]]] = [:]

    init(files: [File], moduleNames: [String]) {
        self.files = files
        self.moduleNames = moduleNames
        moduleSet = Set(moduleNames)
        declareTypes()
        joinExtensions()
        declareMembers()
        linkSubtypes()
        collectFlows()
    }

    func member(_ id: MemberID) -> FileFacts.MemberFact {
        files[id.file].facts.members[id.member]
    }

    func name(_ id: MemberID) -> String {
        files[id.file].facts.name(member(id).name) ?? ""
    }

    func isModule(_ name: String) -> Bool { moduleSet.contains(name) }

    // MARK: Building

    private mutating func declareTypes() {
        for (fileIndex, file) in files.enumerated() {
            for fact in file.facts.types where fact.kind != .extensionOf {
                guard let path = file.facts.name(fact.path) else { continue }
                let isPrivate = fact.flags.contains(.isPrivate)
                // `#if` branches may declare one type twice.
                if let known = typesByPath[path]?.first(where: {
                    types[$0].module == file.module
                        && (types[$0].file == fileIndex || !(isPrivate || types[$0].isPrivate))
                }) {
                    types[known].hasCases = types[known].hasCases || fact.flags.contains(.hasCases)
                    for item in fact.inherits.indices {
                        if let name = file.facts.name(file.facts.lists[item]) {
                            types[known].inherits.append((fileIndex, name))
                        }
                    }
                    continue
                }
                var info = TypeInfo(
                    path: path,
                    module: file.module,
                    file: fileIndex,
                    kind: fact.kind,
                    isPrivate: isPrivate,
                    hasCases: fact.flags.contains(.hasCases),
                    isLocal: fact.flags.contains(.isLocal),
                    place: fact.place
                )
                for item in fact.inherits.indices {
                    if let name = file.facts.name(file.facts.lists[item]) {
                        info.inherits.append((fileIndex, name))
                    }
                }
                types.append(info)
                typesByPath[path, default: []].append(types.count - 1)
            }
            for alias in file.facts.aliases {
                if let path = file.facts.name(alias.path), let target = file.facts.name(alias.target) {
                    aliases[path, default: []].append((fileIndex, target))
                }
            }
        }
    }

    private mutating func joinExtensions() {
        ownTypes = Array(repeating: [:], count: files.count)
        for (fileIndex, file) in files.enumerated() {
            for fact in file.facts.types where fact.kind == .extensionOf {
                guard let path = file.facts.name(fact.path) else { continue }
                let id: TypeID
                if let found = lookupType(path, file: fileIndex, enclosing: nil) {
                    id = found.type
                } else if let known = typesByPath[path]?.first(where: {
                    types[$0].kind == .extensionOf
                }) {
                    id = known
                } else {
                    types.append(
                        TypeInfo(
                            path: path,
                            module: -1,
                            file: fileIndex,
                            kind: .extensionOf,
                            isPrivate: false,
                            hasCases: false,
                            place: fact.place
                        )
                    )
                    id = types.count - 1
                    typesByPath[path, default: []].append(id)
                }
                ownTypes[fileIndex][path] = id
                for item in fact.inherits.indices {
                    if let name = file.facts.name(file.facts.lists[item]) {
                        types[id].inherits.append((fileIndex, name))
                    }
                }
            }
        }
    }

    private mutating func declareMembers() {
        for (fileIndex, file) in files.enumerated() {
            var ids: [FileFacts.Index: TypeID] = [:]
            func owner(_ index: FileFacts.Index) -> TypeID? {
                if let known = ids[index] { return known }
                guard let path = file.facts.name(index) else { return nil }
                let found = ownTypes[fileIndex][path] ?? lookupType(path, file: fileIndex, enclosing: nil)?.type
                if let found { ids[index] = found }
                return found
            }
            for (index, member) in file.facts.members.enumerated() {
                guard let name = file.facts.name(member.name) else { continue }
                let id = MemberID(file: fileIndex, member: index)
                if member.flags.contains(.isMutating) { mutating.insert(name) }
                if member.owner < 0 {
                    globals[name, default: []].append(Global(member: id, module: file.module))
                } else if let type = owner(member.owner) {
                    types[type].members[name, default: []].append(id)
                }
            }
            for (index, scope) in file.facts.scopes.enumerated() where scope.type >= 0 {
                if let type = owner(scope.type) { types[type].scopes.append((fileIndex, index)) }
            }
            for (index, type) in ids { ownTypes[fileIndex][file.facts.names[Int(index)]] = type }
        }
    }

    private mutating func linkSubtypes() {
        for id in types.indices {
            for parent in types[id].inherits {
                if let found = lookupType(parent.name, file: parent.file, enclosing: nil)?.type, found != id {
                    subtypes[found, default: []].append(id)
                }
            }
        }
    }

    private mutating func collectFlows() {
        for (fileIndex, file) in files.enumerated() {
            for (index, flow) in file.facts.flows.enumerated() {
                let chain = file.facts.chains[Int(flow.chain)]
                let scope = file.facts.scopes[Int(chain.scope)]
                guard let path = file.facts.name(scope.type), let type = ownType(path, file: fileIndex) else {
                    continue
                }
                let name: String?
                switch chain.root {
                case .selfValue where chain.steps.count == 1:
                    let step = file.facts.steps[chain.steps.indices.lowerBound]
                    name = step.kind == .member ? file.facts.name(step.name) : nil
                case .name where chain.steps.count == 0:
                    name = file.facts.name(chain.base)
                default: name = nil
                }
                if let name { flows[type, default: [:]][name, default: []].append((fileIndex, index)) }
            }
        }
    }

    // MARK: Looking up

    /// The type that a path means in the file that declares or extends it.
    func ownType(_ path: String, file: Int) -> TypeID? {
        ownTypes.indices.contains(file)
            ? ownTypes[file][path] ?? lookupType(path, file: file, enclosing: nil)?.type : nil
    }

    struct Found {
        var type: TypeID
        /// Whether the rules of lookup lead here and nowhere else.
        var isCertain: Bool
    }

    /// The type that a name means in a file, inside a type.
    func lookupType(_ name: String, file: Int, enclosing path: String?, depth: Int = 0) -> Found? {
        guard depth < 16 else { return nil }
        var prefix = path
        while let around = prefix {
            if let found = lookupExactly(around + "." + name, file: file, depth: depth) { return found }
            prefix = enclosing(around)
        }
        if let found = lookupExactly(name, file: file, depth: depth) { return found }
        // `Module.Type`, and types nested in an alias or in what a type inherits.
        guard let dot = name.utf8.firstIndex(of: Byte.dot) else { return nil }
        let first = String(name[..<dot])
        let rest = String(name[name.index(after: dot)...])
        if typesByPath[first] == nil, aliases[first] == nil, isModule(first) {
            return candidates(rest, file: file, only: first).first.map { Found(type: $0, isCertain: true) }
        }
        if let alias = alias(first, file: file),
            let target = lookupType(alias.target, file: alias.file, enclosing: nil, depth: depth + 1)
        {
            return lookupType(
                types[target.type].path + "." + rest,
                file: types[target.type].file,
                enclosing: nil,
                depth: depth + 1
            )
        }
        return nil
    }

    private func alias(_ path: String, file: Int) -> (file: Int, target: String)? {
        guard let list = aliases[path] else { return nil }
        return list.first { $0.file == file } ?? list.first { files[$0.file].module == files[file].module }
            ?? list.first
    }

    private func lookupExactly(_ path: String, file: Int, depth: Int) -> Found? {
        if let alias = alias(path, file: file),
            !(typesByPath[path] ?? []).contains(where: { types[$0].file == file })
        {
            let around = enclosing(path)
            guard alias.target != path else { return nil }
            return lookupType(alias.target, file: alias.file, enclosing: around, depth: depth + 1)
        }
        guard let all = typesByPath[path] else { return nil }
        let declared = all.filter { types[$0].kind != .extensionOf }
        guard !declared.isEmpty else { return all.first.map { Found(type: $0, isCertain: true) } }
        let module = files[file].module
        if let own = declared.first(where: { types[$0].file == file && types[$0].isPrivate }) {
            return Found(type: own, isCertain: true)
        }
        let open = declared.filter { !types[$0].isPrivate || types[$0].file == file }
        if let own = open.first(where: { types[$0].module == module }) { return Found(type: own, isCertain: true) }
        let imports = files[file].imports
        let imported = open.filter { imports.contains(moduleNames[types[$0].module]) }
        if let first = imported.first { return Found(type: first, isCertain: imported.count == 1) }
        return open.first.map { Found(type: $0, isCertain: false) }
    }

    private func candidates(_ path: String, file: Int, only module: String) -> [TypeID] {
        (typesByPath[path] ?? []).filter { types[$0].module >= 0 && moduleNames[types[$0].module] == module }
    }

    /// A global that a name means in a file.
    func global(_ name: String, file: Int) -> (members: [MemberID], isCertain: Bool)? {
        guard let list = globals[name] else { return nil }
        let open = list.filter { $0.member.file == file || !member($0.member).flags.contains(.isPrivate) }
        let module = files[file].module
        if let own = open.first(where: { $0.member.file == file }) { return ([own.member], true) }
        let same = open.filter { $0.module == module }
        if !same.isEmpty { return (same.map(\.member), true) }
        let imported = open.filter { files[file].imports.contains(moduleNames[$0.module]) }
        if !imported.isEmpty { return (imported.map(\.member), Set(imported.map(\.module)).count == 1) }
        return nil
    }

    /// Members of a type by name: its own, then those of what it inherits.
    func members(_ name: String, of type: TypeID) -> [MemberID] {
        if let own = types[type].members[name] { return own }
        var seen: Set<TypeID> = []
        var open = [type]
        while !open.isEmpty {
            let current = open.removeFirst()
            guard seen.insert(current).inserted, seen.count < 64 else { continue }
            if let found = types[current].members[name] { return found }
            open.append(contentsOf: parents(of: current))
        }
        return []
    }

    /// What a type inherits and conforms to, as far as the tree declares it.
    func parents(of type: TypeID) -> [TypeID] {
        types[type].inherits.compactMap { parent in
            guard
                let found = lookupType(parent.name, file: parent.file, enclosing: enclosing(types[type].path))?
                    .type,
                found != type
            else { return nil }
            return found
        }
    }

    /// Stored properties of a type, and which of them its functions and computed properties work on.
    func insides(of type: TypeID) -> (state: [String], touches: [String: [String]]) {
        let info = types[type]
        var state: Set<String> = []
        for (name, found) in info.members {
            let isStored = found.contains {
                member($0).flags.isDisjoint(with: [.isComputed, .isFunction, .isInitializer, .isCase, .isSubscript])
            }
            if isStored { state.insert(name) }
        }
        var touched: [String: Set<String>] = [:]
        var called: [String: Set<String>] = [:]
        var functions: [Int: [Int: String]] = [:]
        for entry in info.scopes {
            let facts = files[entry.file].facts
            guard let function = facts.name(facts.scopes[entry.scope].function) else { continue }
            functions[entry.file, default: [:]][entry.scope] = SingletonFinder.base(function)
        }
        for (file, scopes) in functions {
            let facts = files[file].facts
            for chain in facts.chains {
                guard let function = scopes[Int(chain.scope)] else { continue }
                let first = chain.steps.indices.first.flatMap { facts.name(facts.steps[$0].name) }
                let isSelf = chain.root == .selfValue || chain.root == .selfType
                guard let name = isSelf ? first : chain.root == .name ? facts.name(chain.base) : nil else {
                    continue
                }
                if state.contains(name) {
                    touched[function, default: []].insert(name)
                } else if info.members[name] != nil {
                    called[function, default: []].insert(name)
                }
            }
        }
        var result: [String: [String]] = [:]
        for function in info.members.keys where !state.contains(function) {
            var seen: Set<String> = []
            var open = [function]
            var found: Set<String> = []
            while let next = open.popLast() {
                guard seen.insert(next).inserted else { continue }
                found.formUnion(touched[next] ?? [])
                open.append(contentsOf: called[next] ?? [])
            }
            if !found.isEmpty { result[function] = found.sorted() }
        }
        return (state.sorted(), result)
    }

    /// Whether a type has statics and nothing else.
    func isNamespace(_ type: TypeID) -> Bool {
        !types[type].hasCases
            && types[type].members.values.joined().allSatisfy {
                let flags = member($0).flags
                return flags.contains(.isStatic) && (!flags.contains(.isInitializer) || flags.contains(.isPrivate))
            }
    }

    func enclosing(_ path: String) -> String? {
        path.utf8.lastIndex(of: Byte.dot).map { String(path[..<$0]) }
    }

    /// Whether `type` is `other` or inherits it.
    func inherits(_ type: TypeID, _ other: TypeID) -> Bool {
        var seen: Set<TypeID> = []
        var open = [type]
        while let current = open.popLast() {
            if current == other { return true }
            guard seen.insert(current).inserted, seen.count < 64 else { continue }
            open.append(contentsOf: parents(of: current))
        }
        return false
    }
}
