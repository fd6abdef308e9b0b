/// What names mean at a place.
extension Graph {
    struct Found {
        var type: TypeID
        /// Whether the rules of lookup lead here and nowhere else.
        var isCertain: Bool
    }

    /// Aliases that a lookup went through. A lookup goes through none twice, so it ends; it remembers nothing, so what it
    /// finds does not depend on where a circle of aliases was entered.
    typealias Trail = [AliasKey]

    struct AliasKey: Equatable {
        var path: TypePath
        var file: Int
        var target: FileFacts.Index
    }

    /// The type that a path means in the file that declares or extends it.
    func ownType(_ path: TypePath, _ site: Site) -> TypeID? {
        files[site.file].ownTypes[.init(path: path, module: site.module)] ?? lookup(path, site, in: nil)?.type
    }

    /// The type that a path means in a file, inside a type.
    func lookup(_ path: TypePath, _ site: Site, in enclosing: TypePath?, trail: Trail = []) -> Found? {
        var around = enclosing
        while let current = around {
            if let inner = symbols.find(path, below: current), let found = exactly(inner, site, trail) { return found }
            around = symbols.parent(current)
        }
        if let found = exactly(path, site, trail) { return found }
        // `Module.Type`, and types nested in an alias.
        guard let rest = symbols.rest(path) else { return nil }
        let first = symbols.first(path)
        if typesByPath[first] == nil, aliases[first] == nil, moduleSet.contains(symbols.name(first)) {
            let module = symbols.name(first)
            return (typesByPath[rest] ?? []).first { id in
                types[id].modules.contains { moduleNames[$0] == module }
            }.map { Found(type: $0, isCertain: true) }
        }
        guard let target = target(of: first, site, trail) else { return nil }
        return symbols.find(rest, below: types[target.found.type].path).flatMap {
            lookup($0, target.site, in: nil, trail: target.trail)
        }
    }

    /// The type that a written type names, if it names one of the tree.
    func lookup(written index: FileFacts.Index, _ site: Site, in enclosing: TypePath?) -> Found? {
        guard let path = path(written: index, site) else { return nil }
        return lookup(path, site, in: enclosing)
    }

    /// The path of a written type; nil for one that is no name.
    func path(written index: FileFacts.Index, _ site: Site) -> TypePath? {
        guard case .named(let path)? = files[site.file].facts.type(index) else { return nil }
        return files[site.file].paths[Int(path)]
    }

    /// The alias that a path is, seen from a file.
    func alias(_ path: TypePath, _ site: Site) -> Alias? {
        guard let list = aliases[path] else { return nil }
        return list.first { $0.site.file == site.file }
            ?? list.first { files[$0.site.file].modules.contains(site.module) } ?? list.first
    }

    /// The type that an alias stands for.
    private func target(
        of path: TypePath,
        _ site: Site,
        _ trail: Trail
    ) -> (found: Found, site: Site, trail: Trail)? {
        guard let alias = alias(path, site), let target = self.path(written: alias.target, alias.site) else {
            return nil
        }
        let key = AliasKey(path: path, file: alias.site.file, target: alias.target)
        guard target != path, !trail.contains(key) else { return nil }
        let seen = self.site(Int32(alias.site.file), from: site.module)
        let around = symbols.parent(path)
        guard let found = lookup(target, seen, in: around, trail: trail + [key]) else { return nil }
        return (found, self.site(Int32(types[found.type].file), from: site.module), trail + [key])
    }

    private func exactly(_ path: TypePath, _ site: Site, _ trail: Trail) -> Found? {
        let all = typesByPath[path]
        if aliases[path] != nil, !(all ?? []).contains(where: { types[$0].file == site.file }) {
            return target(of: path, site, trail)?.found
        }
        guard let all else { return nil }
        if all.count == 1, types[all[0]].kind != .extensionOf, !types[all[0]].isPrivate {
            let info = types[all[0]]
            if info.modules.contains(site.module) { return Found(type: all[0], isCertain: true) }
        }
        let declared = all.filter { types[$0].kind != .extensionOf }
        guard !declared.isEmpty else { return all.first.map { Found(type: $0, isCertain: true) } }
        if let own = declared.first(where: { types[$0].file == site.file && types[$0].isPrivate }) {
            return Found(type: own, isCertain: true)
        }
        let open = declared.filter { !types[$0].isPrivate || types[$0].file == site.file }
        if let own = open.first(where: { types[$0].modules.contains(site.module) }) {
            return Found(type: own, isCertain: true)
        }
        let imports = files[site.file].imports
        let imported = open.filter { types[$0].modules.contains { imports.contains(moduleNames[$0]) } }
        if let first = imported.first { return Found(type: first, isCertain: imported.count == 1) }
        return open.first.map { Found(type: $0, isCertain: false) }
    }

    /// The globals that a name means in a file.
    func global(_ name: Symbol, _ site: Site) -> (members: [MemberID], isCertain: Bool)? {
        guard let list = globals[name] else { return nil }
        let open = list.filter { Int($0.file) == site.file || !member($0).flags.contains(.isPrivate) }
        if let own = open.first(where: { Int($0.file) == site.file }) { return ([own], true) }
        let same = open.filter { files[Int($0.file)].modules.contains(site.module) }
        if !same.isEmpty { return (same, true) }
        let imports = files[site.file].imports
        let imported = open.filter { id in
            files[Int(id.file)].modules.contains { imports.contains(moduleNames[$0]) }
        }
        guard !imported.isEmpty else { return nil }
        return (imported, Set(imported.map { files[Int($0.file)].modules }).count == 1)
    }

    // MARK: Inheritance

    /// Members of a type by name: its own, then those of what it inherits.
    func members(_ name: Symbol, of type: TypeID) -> [MemberID] {
        if let own = types[type].members[name] { return own }
        guard !types[type].inherits.isEmpty else { return [] }
        var found: [MemberID] = []
        _ = firstAncestor(of: type) {
            found = types[$0].members[name] ?? []
            return !found.isEmpty
        }
        return found
    }

    /// Whether `type` is `other` or inherits it.
    func inherits(_ type: TypeID, _ other: TypeID) -> Bool { firstAncestor(of: type) { $0 == other } != nil }

    /// The first of a type and all that it inherits, nearest first, which fits. Each is visited once, so a circle ends.
    private func firstAncestor(of type: TypeID, where fits: (TypeID) -> Bool) -> TypeID? {
        var seen: Set<TypeID> = []
        var open = [type]
        var next = 0
        while next < open.count {
            let current = open[next]
            next += 1
            guard seen.insert(current).inserted else { continue }
            if fits(current) { return current }
            open.append(contentsOf: parents(of: current))
        }
        return nil
    }

    /// What a type inherits and conforms to, as far as the tree declares it.
    func parents(of type: TypeID) -> [TypeID] {
        let around = symbols.parent(types[type].path)
        return types[type].inherits.compactMap { parent in
            guard let found = lookup(written: parent.type, parent.site, in: around)?.type, found != type else {
                return nil
            }
            return found
        }
    }
}
