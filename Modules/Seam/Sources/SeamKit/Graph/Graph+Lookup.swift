/// The meaning of names at a place.
extension Graph {
    struct Found {
        var type: TypeID
        /// Whether the rules of lookup lead only here.
        var isCertain: Bool
    }

    /// The aliases that a lookup has followed. A lookup follows none twice, so it ends. It caches nothing, so its result does
    /// not depend on where it entered a cycle of aliases.
    typealias Trail = [AliasKey]

    struct AliasKey: Equatable {
        var path: TypePath
        var file: Int
        var target: FileFacts.Index
    }

    /// Returns the type of a path in the file that declares or extends it.
    func ownType(at path: TypePath, site: Site) -> TypeID? {
        ownTypes[site.file][OwnType(path: path, module: site.module)] ?? lookup(path, site: site, in: nil)?.type
    }

    /// Returns the type of a path in a file, inside a type.
    func lookup(_ path: TypePath, site: Site, in enclosing: TypePath?, trail: Trail = []) -> Found? {
        var around = enclosing
        while let current = around {
            if let inner = symbols.find(path, below: current), let found = exactly(inner, site: site, trail: trail) {
                return found
            }
            around = symbols.parent(of: current)
        }
        if let found = exactly(path, site: site, trail: trail) { return found }
        // `Module.Type`, and types nested in an alias.
        guard let rest = symbols.rest(of: path) else { return nil }
        let first = symbols.first(of: path)
        if typesByPath[first] == nil, aliases[first] == nil, moduleSet.contains(symbols.name(of: first)) {
            let module = symbols.name(of: first)
            return (typesByPath[rest] ?? []).first { id in
                types[id].modules.contains { moduleNames[$0] == module }
            }.map { Found(type: $0, isCertain: true) }
                // The module may re-export it.
                ?? exactly(rest, site: site, trail: trail)
        }
        guard let target = target(of: first, site: site, trail: trail) else { return nil }
        return symbols.find(rest, below: types[target.found.type].path).flatMap {
            lookup($0, site: target.site, in: nil, trail: target.trail)
        }
    }

    /// Returns the type that a written type names, if the tree has it.
    func lookup(written index: FileFacts.Index, site: Site, in enclosing: TypePath?) -> Found? {
        guard let path = path(written: index, site: site) else { return nil }
        return lookup(path, site: site, in: enclosing)
    }

    /// Returns the path of a written type; nil for one that isn't a name.
    func path(written index: FileFacts.Index, site: Site) -> TypePath? {
        guard case .named(let path)? = files[site.file].facts.type(at: index) else { return nil }
        return files[site.file].paths[Int(path)]
    }

    /// Returns the nearest alias with a path, seen from a file.
    func alias(at path: TypePath, site: Site) -> Alias? {
        aliases[path]?.enumerated().min { left, right in
            (distance(to: left.element, from: site), left.offset) < (
                distance(to: right.element, from: site), right.offset
            )
        }?.element
    }

    private func distance(to alias: Alias, from site: Site) -> Int {
        distance(toFile: alias.site.file, in: files[alias.site.file].modules, from: site)
    }

    /// Returns how far a declaration is from a file: in it, in its module, in one that it imports, or in another.
    private func distance(toFile file: Int, in modules: [Int], from site: Site) -> Int {
        if file == site.file { return 0 }
        if modules.contains(site.module) { return 1 }
        return modules.contains { isSeen($0, from: site) } ? 2 : 3
    }

    /// Returns whether a path means an alias, and no type that is nearer.
    private func isAlias(_ path: TypePath, among types: [TypeID], site: Site) -> Bool {
        guard let alias = alias(at: path, site: site) else { return false }
        let distances = types.compactMap { id -> Int? in
            let info = self.types[id]
            if info.file == site.file { return 0 }
            return info.kind == .extensionOf || info.isPrivate
                ? nil : distance(toFile: info.file, in: info.modules, from: site)
        }
        let nearest = distances.min() ?? .max
        return nearest > 0 && distance(to: alias, from: site) <= nearest
    }

    /// Returns the type that an alias stands for.
    private func target(
        of path: TypePath,
        site: Site,
        trail: Trail
    ) -> (found: Found, site: Site, trail: Trail)? {
        guard let alias = alias(at: path, site: site), let target = self.path(written: alias.target, site: alias.site)
        else {
            return nil
        }
        let key = AliasKey(path: path, file: alias.site.file, target: alias.target)
        guard target != path, trail.count < Decisions.rounds, !trail.contains(key) else { return nil }
        let seen = self.site(of: Int32(alias.site.file), from: site.module)
        let around = symbols.parent(of: path)
        guard let found = lookup(target, site: seen, in: around, trail: trail + [key]) else { return nil }
        return (found, self.site(of: Int32(types[found.type].file), from: site.module), trail + [key])
    }

    private func exactly(_ path: TypePath, site: Site, trail: Trail) -> Found? {
        let all = typesByPath[path]
        if isAlias(path, among: all ?? [], site: site) {
            return target(of: path, site: site, trail: trail)?.found
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
        let imported = open.filter { types[$0].modules.contains { isSeen($0, from: site) } }
        if let first = imported.first { return Found(type: first, isCertain: imported.count == 1) }
        guard let first = open.first else { return nil }
        guard isHidden(first, path: path, site: site) else { return Found(type: first, isCertain: false) }
        // What the tree adds to the system's type.
        return all.first { types[$0].kind == .extensionOf }.map { Found(type: $0, isCertain: true) }
    }

    /// Returns whether a type of the tree that a file doesn't import is another one than the system's, whose name it has.
    private func isHidden(_ type: TypeID, path: TypePath, site: Site) -> Bool {
        if words.frameworkTypes.contains(path) { return true }
        // Without a manifest, folders stand for modules, and one module may have several.
        let isKnown = (types[type].modules + [site.module]).allSatisfy { modules[$0].origin != .folder }
        return isKnown && words.systemTypes.contains(path)
    }

    /// Returns whether a file imports a module, or no target compiles it and the folder that stands for its module is called the same.
    private func isSeen(_ module: Int, from site: Site) -> Bool {
        files[site.file].imports.contains(moduleNames[module])
            || modules[site.module].origin == .folder && moduleNames[site.module] == moduleNames[module]
    }

    /// Returns the globals with a name in a file.
    func global(named name: Symbol, site: Site) -> (members: [MemberID], isCertain: Bool)? {
        guard let list = globals[name] else { return nil }
        let open = list.filter { Int($0.file) == site.file || !member($0).flags.contains(.isPrivate) }
        let own = open.filter { Int($0.file) == site.file }
        // A function in the same module may be another overload.
        if let first = own.first, !member(first).flags.contains(.isFunction) { return (own, true) }
        let same = own + open.filter { Int($0.file) != site.file && files[Int($0.file)].modules.contains(site.module) }
        if !same.isEmpty { return (same, true) }
        let imported = open.filter { id in files[Int(id.file)].modules.contains { isSeen($0, from: site) } }
        guard !imported.isEmpty else { return nil }
        return (imported, Set(imported.map { files[Int($0.file)].modules }).count == 1)
    }
}
