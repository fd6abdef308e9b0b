/// Casts, also those that find the delegate of the application: `UIApplication.shared.delegate as! AppDelegate`.
struct DelegateCast {
    typealias Site = Graph.Site

    let resolver: Resolver
    private var graph: Graph { resolver.graph }

    /// Returns the value of a cast: what is cast, in the type that it is cast to if that is all that is known.
    func value(of chain: FileFacts.ChainFact, scope: FileFacts.ScopeFact, site: Site) -> Value {
        var value = chain.contextChain < 0 ? Value() : resolver.value(chain: Int(chain.contextChain), site: site)
        let declared = resolver.types.instance(of: chain.base, site: site, in: resolver.around(scope, site: site))
        if value.kind == .unknown || isDelegate(value) {
            value.kind = declared.kind
            value.isCertain = declared.isCertain
        }
        guard value.origin == nil, case .instance(let type) = declared.kind,
            let singleton = resolver.decisions.delegates[type],
            readsDelegate(Int(chain.contextChain), site: site)
        else { return value }
        value.kind = resolver.decisions.singletons[singleton].type.map { .instance($0) } ?? value.kind
        value.origin = Value.Origin(singleton: singleton, certainty: .resolved, path: .cast)
        return value
    }

    /// Returns whether the value of a chain is the delegate of the application or of a scene, by a cast.
    func isDelegate(castBy index: Int, site: Site) -> Bool {
        let facts = resolver.file(of: site).facts
        return facts.origins(of: FileFacts.Index(index)).contains { facts.chains[Int($0)].root == .typed }
            && readsDelegate(index, site: site)
    }

    /// Returns whether a chain is what the app of SwiftUI itself makes and has, rather than what other code looks up.
    func isAdaptor(_ index: Int, site: Site) -> Bool {
        guard case .externalType(let type) = resolver.value(chain: index, site: site, limit: 0).kind else {
            return false
        }
        return graph.words.adaptors.contains(type)
    }

    /// Returns whether the value of a chain is the `delegate` of something that no file declares.
    private func readsDelegate(_ index: Int, site: Site) -> Bool {
        guard index >= 0 else { return false }
        return resolver.file(of: site).facts.origins(of: FileFacts.Index(index)).contains {
            isDelegate(Int($0), site: site)
        }
    }

    /// Returns whether a value has the type of an application's or a scene's delegate, and no other is known.
    func isDelegate(_ value: Value) -> Bool {
        guard case .externalInstance(let type) = value.kind else { return false }
        return graph.words.delegates.contains(type)
    }

    private func isDelegate(_ index: Int, site: Site) -> Bool {
        if isDelegate(resolver.value(chain: index, site: site)) { return true }
        let file = resolver.file(of: site)
        let chain = file.facts.chains[index]
        guard let last = chain.steps.indices.last else {
            // `delegate` in an extension of the application's class.
            guard chain.root == .name, file.symbol(at: chain.base) == graph.words.delegate else { return false }
            let around = resolver.around(file.facts.scopes[Int(chain.scope)], site: site)
            return around.map { graph.words.applications.contains($0) } ?? false
        }
        let step = file.facts.steps[last]
        guard step.kind == .member, file.symbol(at: step.name) == graph.words.delegate else { return false }
        guard
            case .instance(let type) = resolver.value(chain: index, site: site, limit: Int(chain.steps.count) - 1).kind
        else {
            return true
        }
        return graph.types[type].kind == .extensionOf
    }
}
