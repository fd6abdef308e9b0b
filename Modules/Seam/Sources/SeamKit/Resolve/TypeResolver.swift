/// Finds out what the names of types and written types mean.
struct TypeResolver: Sendable {
    typealias Site = Graph.Site

    let graph: Graph

    /// Returns the meaning of a type's name.
    func type(at path: TypePath, site: Site, in around: TypePath?) -> Value {
        if let found = graph.lookup(path, site: site, in: around) {
            // The tree only extends it: it is declared outside the tree, so what is known about it elsewhere applies.
            if graph.types[found.type].kind == .extensionOf, graph.types[found.type].members.isEmpty {
                return Value(kind: .externalType(graph.types[found.type].path))
            }
            return Value(kind: .type(found.type), isCertain: found.isCertain)
        }
        if let target = aliasTarget(of: path, site: site) { return Value(kind: .externalType(target)) }
        guard graph.symbols.isCapital(graph.symbols.name(of: graph.symbols.first(of: path))) else { return Value() }
        if graph.words.frameworkModules.contains(graph.symbols.name(of: graph.symbols.first(of: path))),
            let rest = graph.symbols.rest(of: path)
        {
            return Value(kind: .externalType(rest))
        }
        return Value(kind: .externalType(path))
    }

    /// Returns the meaning of a written type.
    func type(written index: FileFacts.Index, site: Site, in around: TypePath?) -> Value {
        switch graph.files[site.file].facts.type(at: index) {
        case .named(let path): return type(at: graph.files[site.file].paths[Int(path)], site: site, in: around)
        case .own: return around.flatMap { graph.ownType(at: $0, site: site) }.map { Value(kind: .type($0)) } ?? Value()
        default: return Value()
        }
    }

    /// Returns the type outside the tree that an alias in the tree stands for. Each alias is followed once, so a cycle ends.
    private func aliasTarget(of path: TypePath, site: Site) -> TypePath? {
        var seen: Set<TypePath> = [path]
        var current = path
        while let own = graph.alias(at: current, site: site) {
            guard let target = graph.path(written: own.target, site: own.site), seen.insert(target).inserted
            else { break }
            current = target
        }
        return current == path ? nil : current
    }

    /// Returns an instance of a written type.
    func instance(of index: FileFacts.Index, site: Site, in around: TypePath?) -> Value {
        switch graph.files[site.file].facts.type(at: index) {
        case .metatype(let inner):
            // A metatype may be that of a subclass, which may have an instance of its own.
            var value = type(written: inner, site: site, in: around)
            value.isCertain = false
            return value
        case .own:
            guard case .type(let type) = type(written: index, site: site, in: around).kind,
                // In a protocol `Self` is any conforming type.
                graph.types[type].kind != .protocolType
            else { return Value() }
            return Value(kind: .instance(type))
        case .named:
            switch type(written: index, site: site, in: around).kind {
            case .type(let type): return Value(kind: .instance(type))
            case .externalType(let name): return Value(kind: .externalInstance(name))
            default: return Value()
            }
        case .function, .array, .dictionary, nil: return Value()
        }
    }
}

extension Value {
    /// The type whose instance this is.
    var metatype: Value {
        switch kind {
        case .instance(let type): Value(kind: .type(type))
        case .externalInstance(let name): Value(kind: .externalType(name))
        default: Value()
        }
    }
}
