/// Finds singletons that no file declares: those of the frameworks, and accessors with an unambiguous name (`shared...`) of
/// types that the tree does not declare.
///
/// Needs the links. Adds the externals.
enum FindExternals: Pass {
    static let needs: Set<Knowledge.Layer> = [.links]
    static let adds = Knowledge.Layer.externals

    static func run(on knowledge: inout Knowledge) {
        let table = knowledge.graph.symbols
        if knowledge.options.frameworks {
            for (external, known) in knowledge.graph.words.frameworks {
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
        let found = elsewhere(in: knowledge)
        for entry in found {
            let external = entry.external
            let type = table.text(of: external.type)
            let framework = SystemFrameworks.module(of: type, imports: entry.imports.map { table.text(of: $0) })
            guard framework == nil || knowledge.options.frameworks else { continue }
            let singleton = Singleton(
                name: type,
                module: framework ?? "",
                shape: framework == nil ? .elsewhere : .framework,
                accessors: [Singleton.Accessor(name: table.text(of: external.accessor), isFunction: entry.isFunction)]
            )
            knowledge.decisions.add(singleton, external: external)
            if entry.isFunction { knowledge.decisions.externalFunctions.insert(external) }
        }
    }

    /// A static of a type that no file declares.
    private struct Elsewhere {
        var external: Words.External
        /// Whether code calls it.
        var isFunction: Bool
        /// The modules that the files import.
        var imports: Set<Symbol>
    }

    /// Returns the accessors of types that no file declares, in order of files and places.
    private static func elsewhere(in knowledge: Knowledge) -> [Elsewhere] {
        let graph = knowledge.graph
        let conventional = graph.symbols.symbols { Decisions.isConventional($0) }
        let resolvers = { @Sendable in Resolver(graph: graph, decisions: Decisions()) }
        let parts = Workers.map(graph.files.count, threads: knowledge.options.workers, state: resolvers) {
            accessors(in: $1, conventional: conventional, resolver: $0)
        }
        var found: [Elsewhere] = []
        var places: [Words.External: Int] = [:]
        for entry in parts.joined() where knowledge.decisions.external[entry.external] == nil {
            if let place = places[entry.external] {
                found[place].imports.formUnion(entry.imports)
                found[place].isFunction = found[place].isFunction || entry.isFunction
            } else {
                places[entry.external] = found.count
                found.append(entry)
            }
        }
        return found
    }

    /// - Parameter conventional: the names that only singletons' accessors have.
    private static func accessors(
        in number: Int,
        conventional: SymbolSet,
        resolver: Resolver
    ) -> [Elsewhere] {
        let graph = resolver.graph
        let file = graph.files[number]
        let facts = file.facts
        let names = file.symbols.map { conventional.contains($0) }
        guard names.contains(true) else { return [] }
        var found: [Elsewhere] = []
        let site = Graph.Site(file: number, module: file.modules[0])
        for (index, chain) in facts.chains.enumerated() {
            for (offset, step) in chain.steps.indices.enumerated() {
                let fact = facts.steps[step]
                guard fact.kind == .member || fact.kind == .keyPathMember, fact.name >= 0, names[Int(fact.name)],
                    let accessor = file.symbol(at: fact.name)
                else { continue }
                let type: TypePath
                switch resolver.value(chain: index, site: site, limit: offset).kind {
                case .externalType(let path): type = path
                case .type(let id)
                where graph.types[id].kind == .extensionOf && graph.members(named: accessor, of: id).isEmpty:
                    type = graph.types[id].path
                default: continue
                }
                guard isInstance(facts.names[Int(fact.name)], of: graph.symbols.text(of: type)) else { continue }
                let isFunction = step + 1 < chain.steps.indices.upperBound && facts.steps[step + 1].kind == .call
                let external = Words.External(type: type, accessor: accessor)
                found.append(Elsewhere(external: external, isFunction: isFunction, imports: file.imports))
            }
        }
        return found
    }

    /// Returns whether an accessor with the name of a singleton's hardly means anything else: `shared`, `sharedCache` of an image
    /// cache; not `sharedItemTitle` of a table of texts, nor an execution context.
    private static func isInstance(_ accessor: String, of type: String) -> Bool {
        let role = accessor.dropFirst("shared".count)
        guard !role.isEmpty else { return type != "MainActor" && type != "ImmediateScheduler" }
        return type.contains(role) || roles.contains(where: role.hasSuffix)
    }

    /// Last words in the names of what an application has one of.
    private static let roles = [
        "Cache", "Center", "Client", "Container", "Context", "Controller", "Coordinator", "Database", "Engine",
        "Handler",
        "Instance", "Logger", "Manager", "Provider", "Queue", "Service", "Session", "Settings", "Store",
    ]
}

extension Decisions {
    fileprivate mutating func add(_ singleton: Singleton, external: Words.External) {
        self.external[external] = singletons.count
        externalTypes[singletons.count] = external.type
        singletons.append(Found(singleton: singleton))
    }
}
