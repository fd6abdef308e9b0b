/// Lists where files mention types, each with the type that is meant.
///
/// What a name means is decided by the graph's lookup, as for uses.
struct MentionFinder {
    let graph: Graph
    /// Types, without the types around them.
    let names: Set<String>

    /// Returns the mentions in a file of the graph, in order of place.
    func mentions(in file: Int) -> [Mention] {
        let site = Graph.Site(file: file, module: graph.files[file].modules[0])
        return MentionReader(facts: graph.files[file].facts, types: names).mentions().map { found in
            var mention = found.mention
            let around = graph.files[file].path(at: graph.files[file].facts.scopes[Int(found.scope)].type)
            mention.type = type(of: mention, site: site, in: around)
            return mention
        }
    }

    private func type(of mention: Mention, site: Graph.Site, in enclosing: TypePath?) -> Mention.DeclaredType? {
        let words = mention.qualifier.split(separator: ".").map(String.init) + [mention.name]
        var path: TypePath?
        for word in words {
            guard let symbol = graph.symbols.find(word), let next = graph.symbols.find(symbol, in: path) else {
                return nil
            }
            path = next
        }
        guard let found = path.flatMap({ graph.lookup($0, site: site, in: enclosing) }) else { return nil }
        let info = graph.types[found.type]
        // Of several types that nothing imports, any could be meant. What only an alias is called is not its type's name.
        let others = (graph.typesByPath[info.path] ?? []).filter { graph.types[$0].kind != .extensionOf }
        guard info.kind != .extensionOf, found.isCertain || others.count == 1, let module = info.modules.first,
            graph.symbols.text(of: graph.symbols.name(of: info.path)) == mention.name
        else { return nil }
        return Mention.DeclaredType(module: graph.modules[module].name, path: graph.symbols.text(of: info.path))
    }
}
