/// Finds singletons that no file declares: those of the frameworks, and accessors with an unambiguous name (`shared...`) of
/// types that the tree does not declare.
///
/// Needs the links. Adds the externals.
enum FindExternals: Pass {
    static let needs: Set<Knowledge.Layer> = [.links]
    static let adds = Knowledge.Layer.externals

    static func run(_ knowledge: inout Knowledge) {
        var table = knowledge.graph.symbols
        if knowledge.options.frameworks {
            for known in FrameworkSingleton.all {
                let external = Words.External(type: table.path(known.type), accessor: table.symbol(known.accessor))
                let accessor = Singleton.Accessor(name: known.accessor, isFunction: known.isFunction)
                let singleton = Singleton(
                    name: known.type,
                    module: known.module,
                    shape: .framework,
                    accessors: [accessor]
                )
                knowledge.decisions.add(singleton, external: external)
                if known.isFunction { knowledge.decisions.externalFunctions.insert(external) }
            }
        }
        let found = elsewhere(knowledge)
        for (external, imports) in found {
            let type = table.text(external.type)
            let framework = SystemFrameworks.module(of: type, imports: imports.map { table.text($0) })
            guard framework == nil || knowledge.options.frameworks else { continue }
            let singleton = Singleton(
                name: type,
                module: framework ?? "",
                shape: framework == nil ? .elsewhere : .framework,
                accessors: [Singleton.Accessor(name: table.text(external.accessor))]
            )
            knowledge.decisions.add(singleton, external: external)
        }
    }

    /// Returns the accessors of types that no file declares, in order of files and places, with the imports of the files.
    private static func elsewhere(_ knowledge: Knowledge) -> [(Words.External, Set<Symbol>)] {
        let graph = knowledge.graph
        let conventional = graph.symbols.symbols { Decisions.isConventional($0) }
        let resolvers = { @Sendable in Resolver(graph: graph, decisions: Decisions()) }
        let parts = Workers.map(graph.files.count, threads: knowledge.options.workers, state: resolvers) {
            accessors(in: $1, conventional, $0)
        }
        var found: [(Words.External, Set<Symbol>)] = []
        var places: [Words.External: Int] = [:]
        for (file, part) in parts.enumerated() {
            for external in part where knowledge.decisions.external[external] == nil {
                if let place = places[external] {
                    found[place].1.formUnion(graph.files[file].imports)
                } else {
                    places[external] = found.count
                    found.append((external, graph.files[file].imports))
                }
            }
        }
        return found
    }

    /// - Parameter conventional: the names that only singletons' accessors have.
    private static func accessors(
        in number: Int,
        _ conventional: SymbolSet,
        _ resolver: Resolver
    ) -> [Words.External] {
        let graph = resolver.graph
        let file = graph.files[number]
        let facts = file.facts
        let names = file.symbols.map { conventional.contains($0) }
        guard names.contains(true) else { return [] }
        var found: [Words.External] = []
        let site = Graph.Site(file: number, module: file.modules[0])
        for (index, chain) in facts.chains.enumerated() {
            for (offset, step) in chain.steps.indices.enumerated() {
                let fact = facts.steps[step]
                guard fact.kind == .member || fact.kind == .keyPathMember, fact.name >= 0, names[Int(fact.name)],
                    let accessor = file.symbol(fact.name)
                else { continue }
                let type: TypePath
                switch resolver.value(chain: index, site, limit: offset).kind {
                case .externalType(let path): type = path
                case .type(let id)
                where graph.types[id].kind == .extensionOf && graph.members(accessor, of: id).isEmpty:
                    type = graph.types[id].path
                default: continue
                }
                guard !isContext(graph.symbols.text(type), accessor: facts.names[Int(fact.name)]) else { continue }
                found.append(Words.External(type: type, accessor: accessor))
            }
        }
        return found
    }

    /// Returns whether an accessor with the name of a singleton's returns an execution context.
    private static func isContext(_ type: String, accessor: String) -> Bool {
        type == "MainActor" && accessor == "shared"
    }
}

extension Decisions {
    fileprivate mutating func add(_ singleton: Singleton, external: Words.External) {
        self.external[external] = singletons.count
        externalTypes[singletons.count] = external.type
        singletons.append(Found(singleton: singleton))
    }
}
