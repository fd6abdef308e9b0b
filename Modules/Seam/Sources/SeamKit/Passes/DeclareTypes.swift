/// Declares types with their extensions and members, globals and aliases.
///
/// Needs the files. Adds the types. An extension belongs to the type that its name means in each module of its file.
enum DeclareTypes: Pass {
    static let needs: Set<Knowledge.Layer> = [.files]
    static let adds = Knowledge.Layer.types

    static func run(on knowledge: inout Knowledge) {
        knowledge.graph.ownTypes = Array(repeating: [:], count: knowledge.graph.files.count)
        for file in knowledge.graph.files.indices { knowledge.graph.declareTypes(of: file) }
        for file in knowledge.graph.files.indices { knowledge.graph.joinExtensions(of: file) }
        for file in knowledge.graph.files.indices { knowledge.graph.declareMembers(of: file) }
    }
}

extension Graph {
    fileprivate mutating func declareTypes(of number: Int) {
        let file = files[number]
        let home = Site(file: number, module: file.modules[0])
        for (index, fact) in file.facts.types.enumerated() where fact.kind != .extensionOf {
            let part = Part(file: Int32(number), type: Int32(index))
            let path = file.paths[Int(fact.path)]
            let isPrivate = fact.flags.contains(.isPrivate)
            let inherits = fact.inherits.indices.map { (site: home, type: file.facts.lists[$0]) }
            // `#if` branches may declare one type twice.
            let known = typesByPath[path]?.first { id in
                !Set(types[id].modules).isDisjoint(with: file.modules)
                    && (types[id].file == number || !(isPrivate || types[id].isPrivate))
            }
            if let known {
                types[known].hasCases = types[known].hasCases || fact.flags.contains(.hasCases)
                types[known].inherits += inherits
                types[known].parts.append(part)
                types[known].modules += file.modules.filter { !types[known].modules.contains($0) }
                continue
            }
            types.append(
                TypeInfo(
                    path: path,
                    modules: file.modules,
                    file: number,
                    kind: fact.kind,
                    isPrivate: isPrivate,
                    hasCases: fact.flags.contains(.hasCases),
                    isLocal: fact.flags.contains(.isLocal),
                    inherits: inherits,
                    place: fact.place,
                    parts: [part]
                )
            )
            typesByPath[path, default: []].append(types.count - 1)
        }
        for alias in file.facts.aliases {
            aliases[file.paths[Int(alias.path)], default: []].append(Alias(site: home, target: alias.target))
        }
    }

    fileprivate mutating func joinExtensions(of number: Int) {
        for module in files[number].modules {
            let file = files[number]
            let site = Site(file: number, module: module)
            for (index, fact) in file.facts.types.enumerated() where fact.kind == .extensionOf {
                let path = file.paths[Int(fact.path)]
                let id = extended(path, site: site, at: fact.place)
                ownTypes[number][OwnType(path: path, module: module)] = id
                let part = Part(file: Int32(number), type: Int32(index))
                if !types[id].parts.contains(part) { types[id].parts.append(part) }
                for item in fact.inherits.indices {
                    let type = file.facts.lists[item]
                    guard !types[id].inherits.contains(where: { $0.site.file == number && $0.type == type }) else {
                        continue
                    }
                    types[id].inherits.append((site, type))
                }
            }
        }
    }

    /// Returns the type that an extension extends: one from outside the tree, if no file declares it.
    private mutating func extended(_ path: TypePath, site: Site, at place: FileFacts.Place) -> TypeID {
        if let found = lookup(path, site: site, in: nil) { return found.type }
        if let known = typesByPath[path]?.first(where: { types[$0].kind == .extensionOf }) { return known }
        types.append(TypeInfo(path: path, modules: [], file: site.file, kind: .extensionOf, place: place))
        typesByPath[path, default: []].append(types.count - 1)
        return types.count - 1
    }

    fileprivate mutating func declareMembers(of number: Int) {
        let file = files[number]
        for module in file.modules {
            let site = Site(file: number, module: module)
            var owners: [FileFacts.Index: TypeID] = [:]
            func owner(at index: FileFacts.Index) -> TypeID? {
                if let known = owners[index] { return known }
                let path = file.paths[Int(index)]
                let found =
                    ownTypes[number][OwnType(path: path, module: module)] ?? lookup(path, site: site, in: nil)?.type
                owners[index] = found
                return found
            }
            for (index, member) in file.facts.members.enumerated() {
                guard let name = file.symbol(at: member.name) else { continue }
                let id = MemberID(file: number, member: index)
                if member.flags.contains(.isMutating) { mutating.insert(name) }
                if member.owner < 0 {
                    if module == file.modules[0] { globals[name, default: []].append(id) }
                } else if let type = owner(at: member.owner), types[type].members[name]?.last != id {
                    types[type].members[name, default: []].append(id)
                    if member.flags.contains(.isStatic) { types[type].statics.append(id) }
                }
            }
            for (index, scope) in file.facts.scopes.enumerated() where scope.type >= 0 {
                guard let type = owner(at: scope.type) else { continue }
                if let last = types[type].scopes.last, last.file == number, last.scope >= index { continue }
                types[type].scopes.append((number, index))
            }
            for (index, type) in owners {
                ownTypes[number][OwnType(path: file.paths[Int(index)], module: module)] = type
            }
        }
    }
}
