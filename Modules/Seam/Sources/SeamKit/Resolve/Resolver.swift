/// Follows chains through the declarations of a graph.
///
/// It caches its results, so it belongs to one thread.
final class Resolver {
    typealias Site = Graph.Site
    typealias MemberID = Graph.MemberID
    typealias TypeID = Graph.TypeID

    /// An event while a chain is followed.
    enum Event {
        /// The value of the chain up to a step (-1 for the root) is a singleton's instance.
        case instance(Value.Origin, step: Int)
        /// A step reads a member of a locator.
        case locator(Int, member: MemberID, step: Int, isCertain: Bool)
        /// A step, or the root (-1), reaches a static or global.
        case reached(MemberID, step: Int)
        /// A step reads a subscript, the wrapped value of a property wrapper, or a dynamic member, which has a name.
        case getter([MemberID], dynamic: Symbol?, step: Int)
    }

    typealias Listener = (Event) -> Void

    let graph: Graph
    let decisions: Decisions
    let types: TypeResolver
    private(set) lazy var declared = DeclaredValues(graph: graph, resolver: self)

    init(graph: Graph, decisions: Decisions) {
        self.graph = graph
        self.decisions = decisions
        types = TypeResolver(graph: graph)
    }

    func file(of site: Site) -> GraphFile { graph.files[site.file] }

    // MARK: Chains

    /// Returns the value of a chain, or of its first `limit` steps.
    func value(chain index: Int, site: Site, limit: Int = .max, event: Listener? = nil) -> Value {
        let facts = graph.files[site.file].facts
        let chain = facts.chains[index]
        let scope = facts.scopes[Int(chain.scope)]
        var value = root(of: chain, scope: scope, site: site, event)
        if let origin = value.origin, !value.isAccessor { event?(.instance(origin, step: -1)) }
        let count = Int(chain.steps.count)
        var offset = 0
        while offset < count, offset < limit {
            let step = facts.steps[Int(chain.steps.start) + offset]
            value = self.step(step, on: value, offset: offset, site: site, event)
            offset += 1
            guard let origin = value.origin, !value.isAccessor else { continue }
            event?(.instance(origin, step: offset - 1))
        }
        // The accessor itself is passed on and called later.
        if let origin = value.origin, value.isAccessor, !value.isAlias, offset == count, offset > 0 {
            event?(.instance(origin, step: offset - 1))
        }
        return value
    }

    private func root(
        of chain: FileFacts.ChainFact,
        scope: FileFacts.ScopeFact,
        site: Site,
        _ event: Listener?
    ) -> Value {
        switch chain.root {
        case .name:
            guard let name = file(of: site).symbol(at: chain.base) else { return Value() }
            return free(name, scope: scope, site: site, event)
        case .localType:
            return file(of: site).path(at: chain.base).map {
                types.type(at: $0, site: site, in: around(scope, site: site))
            } ?? Value()
        case .type:
            return types.type(written: chain.base, site: site, in: around(scope, site: site))
        case .binding:
            return declared.binding(at: Int(chain.base), site: site)
        case .selfValue:
            guard let own = own(scope, site: site) else { return Value() }
            return Value(kind: scope.isStatic ? .type(own) : .instance(own))
        case .selfType:
            return own(scope, site: site).map { Value(kind: .type($0)) } ?? Value()
        case .superValue:
            guard let parent = own(scope, site: site).flatMap({ graph.parents(of: $0).first }) else { return Value() }
            return Value(kind: scope.isStatic ? .type(parent) : .instance(parent))
        case .implicit:
            guard chain.base < 0 else {
                return types.type(written: chain.base, site: site, in: around(scope, site: site))
            }
            return ExpectedType(resolver: self).type(of: chain, site: site)
        case .generic:
            guard let found = graph.lookup(written: chain.base, site: site, in: around(scope, site: site)),
                graph.types[found.type].kind == .classType
            else { return Value() }
            return Value(kind: .type(found.type), isCertain: false)
        case .typed:
            return DelegateCast(resolver: self).value(of: chain, scope: scope, site: site)
        case .keyPath:
            guard case .metatype(let inner)? = file(of: site).facts.type(at: chain.base) else { return Value() }
            return types.type(written: inner, site: site, in: around(scope, site: site))
        case .alternatives:
            let slice = FileFacts.Slice(start: chain.base, count: chain.contextPosition)
            var value = declared.joined(slice, site: site)
            value.isAlias = true
            return value
        case .unknown:
            return Value()
        }
    }

    func around(_ scope: FileFacts.ScopeFact, site: Site) -> TypePath? { file(of: site).path(at: scope.type) }

    private func own(_ scope: FileFacts.ScopeFact, site: Site) -> TypeID? {
        around(scope, site: site).flatMap { graph.ownType(at: $0, site: site) }
    }

    private func step(
        _ step: FileFacts.StepFact,
        on value: Value,
        offset: Int,
        site: Site,
        _ event: Listener?
    ) -> Value {
        switch step.kind {
        case .member, .keyPathMember:
            guard let name = file(of: site).member(at: step.name) else { return Value() }
            return member(named: name, of: value, offset: offset, site: site, event)
        case .call:
            return call(value)
        case .subscriptCall:
            if let event { readSubscript(of: value, dynamic: nil, offset: offset, event: event) }
            return Value()
        case .metatype:
            return value.metatype
        }
    }

    private func member(
        named name: Symbol,
        of value: Value,
        offset: Int,
        site: Site,
        _ event: Listener?
    ) -> Value {
        switch value.kind {
        case .type(let type):
            if name == graph.words.own { return value }
            return staticMember(named: name, of: type, isCertain: value.isCertain, offset: offset, site: site, event)
        case .externalType(let type):
            if name == graph.words.own { return value }
            let accessor = Words.External(type: type, accessor: name)
            if let found = decisions.external[accessor] { return external(found, accessor: accessor, site: site) }
            let path = graph.symbols.find(name, in: type)
            if let path, let found = graph.lookup(path, site: site, in: nil) {
                return Value(kind: .type(found.type), isCertain: found.isCertain)
            }
            if name == graph.words.`init` { return value }
            guard graph.symbols.isCapital(name), let path else { return Value() }
            return Value(kind: .externalType(path))
        case .instance(let type):
            if name == graph.words.own { return value }
            let found = graph.members(named: name, of: type).filter { !graph.member($0).flags.contains(.isStatic) }
            guard let first = found.first else {
                if let event { readSubscript(of: value, dynamic: name, offset: offset, event: event) }
                return Value()
            }
            if graph.member(first).flags.contains(.isFunction) { return Value(kind: .method(found)) }
            if name == graph.words.wrappedValue {
                // In a class, a wrapper with such a subscript is asked by it.
                let enclosing = graph.enclosingSubscripts(of: type)
                event?(.getter(enclosing.isEmpty ? found : enclosing, dynamic: nil, step: offset))
            }
            return alias(of: declared.property(found, seenFrom: site.module))
        case .externalInstance(let type):
            if name == graph.words.delegate, graph.words.applications.contains(type) {
                return Value(kind: .externalInstance(graph.words.applicationDelegate), isAlias: true)
            }
            // An extension in the tree of a type outside it.
            guard let id = graph.typesByPath[type]?.first else { return Value() }
            let found = graph.members(named: name, of: id).filter { !graph.member($0).flags.contains(.isStatic) }
            return found.isEmpty ? Value() : alias(of: declared.property(found, seenFrom: site.module))
        case .module(let module):
            return qualified(name, module: module, offset: offset, site: site, event)
        case .unknown, .method, .accessor:
            return Value()
        }
    }

    private func staticMember(
        named name: Symbol,
        of type: TypeID,
        isCertain: Bool,
        offset: Int,
        site: Site,
        _ event: Listener?
    ) -> Value {
        if name == graph.words.`init` { return Value(kind: .type(type), isCertain: isCertain) }
        let found = graph.members(named: name, of: type).filter { graph.member($0).flags.contains(.isStatic) }
        if let first = found.first {
            return reach(found, first: first, type: type, isCertain: isCertain, offset: offset, site: site, event)
        }
        let path = graph.types[type].path
        if let nested = graph.symbols.find(name, in: path).flatMap({ graph.lookup($0, site: site, in: nil) }) {
            return Value(kind: .type(nested.type), isCertain: isCertain && nested.isCertain)
        }
        // A framework's type that the tree extends.
        let accessor = Words.External(type: path, accessor: name)
        if graph.types[type].kind == .extensionOf, let known = decisions.external[accessor] {
            return external(known, accessor: accessor, site: site)
        }
        if let event {
            readSubscript(of: Value(kind: .type(type)), dynamic: name, offset: offset, event: event)
        }
        return Value()
    }

    /// Returns the value of a static or global, from its declarations.
    private func reach(
        _ found: [MemberID],
        first: MemberID,
        type: TypeID?,
        isCertain: Bool,
        offset: Int,
        site: Site,
        _ event: Listener?
    ) -> Value {
        event?(.reached(first, step: offset))
        for member in found {
            guard let singleton = decisions.accessors[member] else { continue }
            var value = declared.property(found, seenFrom: site.module)
            let owner = decisions.singletons[singleton].type
            if graph.member(member).flags.contains(.isFunction) {
                value.kind = .accessor
            } else if let owner, (value.kind == .unknown && !graph.isCollection(member)) || type == owner {
                // If it is returned as a protocol, it is still the same instance.
                value.kind = .instance(owner)
            }
            value.origin = Value.Origin(
                singleton: singleton,
                certainty: isCertain ? .resolved : .byName,
                path: .direct
            )
            value.source = first
            value.isCertain = isCertain
            value.isAlias = false
            return value
        }
        for member in found {
            if let locator = decisions.locatorMembers[member] {
                event?(.locator(locator, member: member, step: offset, isCertain: isCertain))
                break
            }
        }
        if graph.member(first).flags.contains(.isFunction) { return Value(kind: .method(found), source: first) }
        var value = alias(of: declared.property(found, seenFrom: site.module))
        if !isCertain { value.origin?.certainty = .byName }
        value.source = first
        return value
    }

    private func alias(of value: Value) -> Value {
        var value = value
        value.isAlias = true
        value.isNew = false
        if value.origin?.path.isAccess == true { value.origin?.path = .property }
        return value
    }

    private func external(_ singleton: Int, accessor: Words.External, site: Site) -> Value {
        let isFunction = decisions.externalFunctions.contains(accessor)
        // What the tree doesn't declare and a framework does is the framework's, however its module gets here: frameworks and bridging
        // headers re-export what they import.
        let isFramework = decisions.singletons[singleton].shape == .framework
        return Value(
            kind: isFunction ? .accessor : .externalInstance(accessor.type),
            origin: Value.Origin(
                singleton: singleton,
                certainty: isFramework ? .resolved : .byName,
                path: .direct
            )
        )
    }

    private func qualified(
        _ name: Symbol,
        module: Symbol,
        offset: Int,
        site: Site,
        _ event: Listener?
    ) -> Value {
        let path = graph.symbols.find(name, in: nil)
        let inside = graph.symbols.find(module, in: nil).flatMap { graph.symbols.find(name, in: $0) }
        if let found = inside.flatMap({ graph.lookup($0, site: site, in: nil) }) {
            return Value(kind: .type(found.type), isCertain: found.isCertain)
        }
        let globals = (graph.globals[name] ?? []).filter { id in
            graph.files[Int(id.file)].modules.contains { graph.moduleNames[$0] == module }
        }
        if let first = globals.first {
            return reach(globals, first: first, type: nil, isCertain: true, offset: offset, site: site, event)
        }
        guard graph.symbols.isCapital(name), let path else { return Value() }
        return Value(kind: .externalType(path))
    }

    private func call(_ value: Value) -> Value {
        switch value.kind {
        case .type(let type):
            return Value(kind: .instance(type), isCertain: value.isCertain, isNew: true)
        case .externalType(let name):
            return Value(kind: .externalInstance(name), isNew: true)
        case .accessor:
            var result = value
            guard let origin = value.origin else { return result }
            let found = decisions.singletons[origin.singleton]
            if let own = found.type {
                result.kind = .instance(own)
            } else {
                result.kind = decisions.externalTypes[origin.singleton].map { .externalInstance($0) } ?? .unknown
            }
            return result
        case .method(let members):
            return declared.result(
                of: members,
                seenFrom: members.first.map { graph.files[Int($0.file)].modules[0] } ?? 0
            )
        case .instance, .externalInstance, .unknown, .module:
            return Value()
        }
    }

    // MARK: Names

    private func free(_ name: Symbol, scope: FileFacts.ScopeFact, site: Site, _ event: Listener?) -> Value {
        let around = around(scope, site: site)
        var path = around
        var isInner = true
        while let current = path {
            let type =
                isInner ? graph.ownType(at: current, site: site) : graph.lookup(current, site: site, in: nil)?.type
            if let type {
                let all = graph.members(named: name, of: type)
                if isInner, !scope.isStatic {
                    let instances = all.filter { !graph.member($0).flags.contains(.isStatic) }
                    if let first = instances.first {
                        if graph.member(first).flags.contains(.isFunction) {
                            return Value(kind: .method(instances))
                        }
                        return alias(of: declared.property(instances, seenFrom: site.module))
                    }
                }
                let statics = all.filter { graph.member($0).flags.contains(.isStatic) }
                if let first = statics.first {
                    return reach(statics, first: first, type: type, isCertain: true, offset: -1, site: site, event)
                }
                if !all.isEmpty { return Value() }
                // `shared` in an extension of a framework's type.
                let accessor = Words.External(type: current, accessor: name)
                if scope.isStatic, graph.types[type].kind == .extensionOf, let known = decisions.external[accessor] {
                    return external(known, accessor: accessor, site: site)
                }
            }
            path = graph.symbols.parent(of: current)
            isInner = false
        }
        if let global = graph.global(named: name, site: site), let first = global.members.first {
            return reach(
                global.members,
                first: first,
                type: nil,
                isCertain: global.isCertain,
                offset: -1,
                site: site,
                event
            )
        }
        let found = graph.symbols.find(name, in: nil).map { types.type(at: $0, site: site, in: around) } ?? Value()
        let isModule = graph.moduleSet.contains(name) || file(of: site).imports.contains(name)
        switch found.kind {
        case .unknown where name == graph.words.application.global,
            .externalType where name == graph.words.application.global:
            return Value(kind: .externalInstance(graph.words.application.type))
        case .unknown where isModule && graph.symbols.isCapital(name), .externalType where isModule:
            return Value(kind: .module(name))
        default: return found
        }
    }
}

extension GraphFile {
    /// Returns the symbol of a member's name; for a projected value, that of the member itself.
    func member(at index: FileFacts.Index) -> Symbol? {
        guard index >= 0 else { return nil }
        return projected[index] ?? symbols[Int(index)]
    }
}
