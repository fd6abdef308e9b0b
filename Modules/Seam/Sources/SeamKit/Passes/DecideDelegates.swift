/// Decides which classes are the delegate of the application or of a scene that code finds by a cast, wherever it needs one of
/// its services: `UIApplication.shared.delegate as! AppDelegate`.
///
/// Needs the instances: a delegate that also has an accessor is one singleton. Adds the delegates.
enum DecideDelegates: Pass {
    static let needs: Set<Knowledge.Layer> = [.instances]
    static let adds = Knowledge.Layer.delegates

    static func run(on knowledge: inout Knowledge) {
        let graph = knowledge.graph
        let classes = graph.delegateClasses()
        guard !classes.isEmpty else { return }
        let decisions = knowledge.decisions
        let resolvers = { @Sendable in Resolver(graph: graph, decisions: decisions) }
        let found = Workers.map(graph.files.count, threads: knowledge.options.workers, state: resolvers) {
            cast(in: $1, resolver: $0)
        }
        for type in Set(found.joined()).sorted() {
            // A cast to a protocol finds the delegate that conforms to it.
            let owners = classes.filter {
                $0 == type || graph.types[type].kind == .protocolType && graph.inherits($0, from: type)
            }
            guard let owner = owners.first, owners.count == 1 else { continue }
            knowledge.decisions.delegates[type] = knowledge.decide(delegate: owner)
        }
    }

    /// Returns the types that the delegates of applications and scenes are cast to in a file.
    private static func cast(in number: Int, resolver: Resolver) -> [Graph.TypeID] {
        let file = resolver.graph.files[number]
        guard file.symbols.contains(resolver.graph.words.delegate) else { return [] }
        var found: [Graph.TypeID] = []
        for (index, chain) in file.facts.chains.enumerated() where chain.root == .typed && chain.contextChain >= 0 {
            for module in file.modules {
                let site = Graph.Site(file: number, module: module)
                let around = resolver.around(file.facts.scopes[Int(chain.scope)], site: site)
                guard case .instance(let type) = resolver.types.instance(of: chain.base, site: site, in: around).kind,
                    DelegateCast(resolver: resolver).isDelegate(castBy: index, site: site),
                    !DelegateCast(resolver: resolver).isAdaptor(Int(chain.contextChain), site: site)
                else { continue }
                found.append(type)
            }
        }
        return found
    }
}

extension Graph {
    /// Returns the classes that conform to the protocols of applications' and scenes' delegates, also through a superclass.
    fileprivate func delegateClasses() -> [TypeID] {
        types.indices.filter { type in
            types[type].kind == .classType
                && firstAncestor(of: type) { ancestor in
                    types[ancestor].inherits.contains { parent in
                        path(written: parent.type, site: parent.site).map { words.delegates.contains($0) } ?? false
                    }
                } != nil
        }
    }
}

extension Knowledge {
    /// Returns the singleton that a class is as a delegate: the one that its accessors return, else a locator.
    fileprivate mutating func decide(delegate type: Graph.TypeID) -> Int {
        if let known = decisions.singletons.firstIndex(where: { $0.type == type }) { return known }
        let info = graph.types[type]
        let place = graph.location(of: type)
        decisions.singletons.append(
            Decisions.Found(
                singleton: Singleton(
                    name: graph.text(of: type),
                    module: graph.modules[info.modules.first ?? graph.files[info.file].modules[0]].name,
                    shape: .locator,
                    accessors: [],
                    file: graph.files[info.file].path,
                    line: place.line,
                    column: place.column
                ),
                type: type
            )
        )
        return decisions.singletons.count - 1
    }
}
