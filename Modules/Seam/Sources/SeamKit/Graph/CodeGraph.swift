/// The graph of an analysed tree, for code that reads or changes the tree afterwards.
///
/// It is asked by identity: two types that have the same name have two ids, and a place is an offset in a file.
package final class CodeGraph: Sendable {
    /// A type that the tree declares or extends.
    package struct TypeID: Sendable, Hashable, Comparable {
        let index: Graph.TypeID

        /// Orders types by their first declaration.
        package static func < (first: TypeID, second: TypeID) -> Bool { first.index < second.index }
    }

    /// A place in a file.
    package struct Place: Sendable, Hashable {
        /// The path of the file, as in the map.
        package var file: String
        /// In UTF-8 bytes from the start of the file.
        package var offset: Int

        package init(file: String, offset: Int) {
            (self.file, self.offset) = (file, offset)
        }
    }

    /// A declaration or an extension of a type.
    package struct Part: Sendable, Hashable {
        /// Where its name stands; for an extension, that of the extended type.
        package var place: Place
        package var kind: TypeKind
    }

    /// A property, function, initializer, subscript or case of a type.
    package struct Member: Sendable, Hashable {
        package var name: String
        /// Where its name stands, or `init` or `subscript`.
        package var place: Place
        package var isStatic: Bool
        package var isFunction: Bool
    }

    let graph: Graph
    private let numbers: [String: Int]
    private let lazySuperclasses = Lazy<Set<Graph.TypeID>>()
    private let lazyLastNames = Lazy<LastNames>()

    init(graph: Graph) {
        self.graph = graph
        numbers = Dictionary(graph.files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Finding types

    /// Returns the types that the code around uses belongs to; nil at top level.
    package func types(around uses: [Use]) -> [TypeID?] {
        // The scopes of the expressions in each file, by their offsets.
        var scopes: [Int: [Int32: FileFacts.Index]] = [:]
        return uses.map { use in
            guard let number = numbers[use.file] else { return nil }
            let file = graph.files[number]
            let known =
                scopes[number]
                ?? Dictionary(file.facts.chains.map { ($0.place.offset, $0.scope) }) { first, _ in first }
            scopes[number] = known
            guard let scope = known[Int32(use.offset)], let path = file.path(at: file.facts.scopes[Int(scope)].type)
            else {
                return nil
            }
            return graph.ownType(at: path, site: site(ofFile: number, module: use.module)).map(TypeID.init)
        }
    }

    /// Returns the type whose instance a singleton is, or whose statics a locator has; nil if the tree doesn't declare it.
    package func type(of singleton: Singleton) -> TypeID? {
        guard let number = numbers[singleton.file] else { return nil }
        return type(called: singleton.name, in: graph.files[number].path, of: singleton.module)
    }

    /// Returns the type that is declared or extended at a place: that of its name. Nil if it extends several, each in another module
    /// that compiles the file.
    package func type(at place: Place) -> TypeID? {
        guard let number = numbers[place.file] else { return nil }
        let file = graph.files[number]
        guard let index = file.facts.types.firstIndex(where: { Int($0.place.offset) == place.offset }) else {
            return nil
        }
        let path = file.paths[Int(file.facts.types[index].path)]
        let part = Graph.Part(file: Int32(number), type: Int32(index))
        var types = Set((graph.typesByPath[path] ?? []).filter { graph.types[$0].parts.contains(part) })
        // Another name for the type.
        if types.isEmpty {
            types = Set(file.modules.compactMap { graph.ownType(at: path, site: Graph.Site(file: number, module: $0)) })
        }
        return types.count == 1 ? types.first.map(TypeID.init) : nil
    }

    /// Returns the type that a name means in a file: `Client`, `Network.Client`.
    ///
    /// - Parameters:
    ///   - module: the one among the modules of the file for which the name is looked up.
    ///   - enclosing: the type in which the name stands; nil for none.
    package func type(
        called name: String,
        in file: String,
        of module: String,
        inside enclosing: TypeID? = nil
    ) -> TypeID? {
        found(name, in: file, of: module, inside: enclosing).map { TypeID(index: $0.type) }
    }

    /// Returns the type that a name means in a file, in whichever module; nil if it may mean several types.
    package func onlyType(called name: String, in file: String, inside enclosing: TypeID? = nil) -> TypeID? {
        let modules = numbers[file].map { graph.files[$0].modules.map { graph.modules[$0].name } } ?? []
        let all = modules.compactMap { self.found(name, in: file, of: $0, inside: enclosing) }
        guard let found = all.first, all.allSatisfy({ $0.type == found.type }) else { return nil }
        let others = (graph.typesByPath[graph.types[found.type].path] ?? []).filter {
            graph.types[$0].kind != .extensionOf && !graph.types[$0].isPrivate
        }
        return found.isCertain || others.count < 2 ? TypeID(index: found.type) : nil
    }

    private func found(
        _ name: String,
        in file: String,
        of module: String,
        inside enclosing: TypeID?
    ) -> Graph.Found? {
        guard let number = numbers[file], let words = symbols(of: name) else { return nil }
        let (site, around) = (site(ofFile: number, module: module), enclosing.map { graph.types[$0.index].path })
        if let path = self.path(of: words, in: nil) { return graph.lookup(path, site: site, in: around) }
        // Nothing but the declaration mentions a type in another one.
        var outer = around
        while let current = outer {
            if let path = self.path(of: words, in: current), let found = graph.lookup(path, site: site, in: nil) {
                return found
            }
            outer = graph.symbols.parent(of: current)
        }
        return nil
    }

    /// Returns the symbols of a name with dots; nil if nothing in the tree mentions one of them.
    private func symbols(of name: String) -> [Symbol]? {
        let words = name.split(separator: ".").map { graph.symbols.find(String($0)) }
        return words.contains { $0 == nil } ? nil : words.compactMap(\.self)
    }

    private func path(of words: [Symbol], in outer: TypePath?) -> TypePath? {
        var path = outer
        for word in words {
            guard let next = graph.symbols.find(word, in: path) else { return nil }
            path = next
        }
        return path
    }

    func site(ofFile number: Int, module: String) -> Graph.Site {
        let modules = graph.files[number].modules
        return Graph.Site(file: number, module: modules.first { graph.modules[$0].name == module } ?? modules[0])
    }

    // MARK: Asking about a type

    /// Returns the name of a type with the types around it: `Network.Client`.
    package func name(of type: TypeID) -> String { graph.text(of: type.index) }

    /// Returns the type around a nested one; nil if there is none.
    package func outer(of type: TypeID) -> TypeID? {
        let info = graph.types[type.index]
        guard let path = graph.symbols.parent(of: info.path) else { return nil }
        let file = info.parts.first.map { Int($0.file) } ?? info.file
        let module = info.modules.first ?? graph.files[file].modules[0]
        return graph.ownType(at: path, site: Graph.Site(file: file, module: module)).map(TypeID.init)
    }

    /// Returns whether a type is declared in another one, or in a type in that.
    package func isNested(_ type: TypeID, in other: TypeID) -> Bool {
        var around = outer(of: type)
        while let current = around, current != other { around = outer(of: current) }
        return around != nil
    }

    /// Returns the type of a name that is declared in another one; nil if there is none, or more than one.
    package func type(called name: String, nestedIn type: TypeID) -> TypeID? {
        let info = graph.types[type.index]
        guard let path = graph.symbols.find(name).flatMap({ graph.symbols.find($0, in: info.path) }) else { return nil }
        let all = (graph.typesByPath[path] ?? []).filter { graph.types[$0].kind != .extensionOf }
        let own = all.filter { !Set(info.modules).isDisjoint(with: graph.types[$0].modules) }
        return all.count == 1 ? TypeID(index: all[0]) : own.count == 1 ? TypeID(index: own[0]) : nil
    }

    /// Returns the modules that compile the declaration of a type; none if the tree has only extensions of it.
    package func modules(of type: TypeID) -> [String] { graph.types[type.index].modules.map { graph.modules[$0].name } }

    /// Returns the declarations and then the extensions of a type. `#if` may hold several declarations.
    package func parts(of type: TypeID) -> [Part] {
        graph.types[type.index].parts.map { part in
            let file = graph.files[Int(part.file)]
            let fact = file.facts.types[Int(part.type)]
            return Part(place: Place(file: file.path, offset: Int(fact.place.offset)), kind: fact.kind)
        }
    }

    /// Returns whether a class of the tree inherits from a type, or says a name that may mean it.
    package func mayHaveSubclass(of type: TypeID) -> Bool {
        lazySuperclasses.value { graph.superclasses() }.contains(type.index)
    }

    // MARK: Last names

    /// What the declarations of all files say, by last names: those of types outside of the tree, too.
    private struct LastNames {
        /// The numbers of the files with a declaration or an extension of a type, or another name for one.
        var declaring: [Symbol: [Int]] = [:]
        /// The names after the colons of classes.
        var inherited = SymbolSet()

        init(of graph: Graph) {
            for (number, file) in graph.files.enumerated() {
                let paths = file.facts.types.map(\.path) + file.facts.aliases.map(\.path)
                for name in Set(paths.map { graph.symbols.name(of: file.paths[Int($0)]) }) {
                    declaring[name, default: []].append(number)
                }
                for type in file.facts.types where type.kind == .classType {
                    for index in type.inherits.indices {
                        guard case .named(let path) = file.facts.type(at: file.facts.lists[index]) else { continue }
                        inherited.insert(graph.symbols.name(of: file.paths[Int(path)]))
                    }
                }
            }
        }
    }

    /// Returns the paths of the files that declare or extend types with a last name, or have another name for one, in order.
    package func files(declaring name: String) -> [String] {
        guard let name = graph.symbols.find(name) else { return [] }
        let numbers = lazyLastNames.value { LastNames(of: graph) }.declaring[name] ?? []
        return numbers.map { graph.files[$0].path }
    }

    /// Returns whether the head of a class says a last name, which may be that of any type.
    package func mayHaveSubclass(called name: String) -> Bool {
        guard let name = graph.symbols.find(name) else { return false }
        return lazyLastNames.value { LastNames(of: graph) }.inherited.contains(name)
    }

    /// Whether the tree declares a type, and doesn't only extend it.
    package func isDeclared(_ type: TypeID) -> Bool { graph.types[type.index].kind != .extensionOf }

    /// Returns the types of the tree that a type inherits from and conforms to.
    package func parents(of type: TypeID) -> [TypeID] { graph.parents(of: type.index).map(TypeID.init) }

    /// Returns the types of the tree that inherit from a type or conform to it.
    package func children(of type: TypeID) -> [TypeID] {
        (graph.subtypes[type.index] ?? []).map(TypeID.init).sorted()
    }

    /// Returns the members that a type and its extensions declare, in order of files and places.
    package func members(of type: TypeID) -> [Member] {
        graph.allMembers(of: type.index) { _ in true }.map { id in
            let fact = graph.member(id)
            let place = Place(file: graph.files[Int(id.file)].path, offset: Int(fact.place.offset))
            return Member(
                name: graph.symbols.text(of: graph.name(of: id)),
                place: place,
                isStatic: fact.flags.contains(.isStatic),
                isFunction: fact.flags.contains(.isFunction)
            )
        }
    }
}

/// How code reaches the instances that it uses.
extension CodeGraph {
    /// A use of a member of an instance that the code got from outside: through a property, a parameter or a local name whose type
    /// is written down.
    package struct InstanceUse: Sendable {
        /// The type as it is declared: a class, or a protocol.
        package var type: TypeID
        package var member: String
        package var place: Place
        /// Line, counted from 1.
        package var line: Int
        package var module: String
        package var isTest: Bool
        package var enclosingType: String
        package var enclosingFunction: String
        /// Whether the property that holds it has code which falls back to something else: `injectedLog ?? .shared`.
        package var fallsBack: Bool
    }

    /// Returns the types of the tree with a name, which may have those around it before it: `Network.Client`.
    package func types(called name: String) -> [TypeID] {
        let path = symbols(of: name).flatMap { self.path(of: $0, in: nil) }
        return (path.flatMap { graph.typesByPath[$0] } ?? []).map(TypeID.init)
    }

    /// Returns the uses of members of instances of some types, in order of files and places. What a type does with its own
    /// instances isn't among them, nor what code does with an instance that it has made.
    package func instanceUses(of types: Set<TypeID>, workers: Int) -> [InstanceUse] {
        let wanted = Set(types.map(\.index))
        guard !wanted.isEmpty else { return [] }
        let finder = InstanceFinder(graph: graph, wanted: wanted)
        let names = finder.holders()
        let found = Workers.map(
            graph.files.count,
            threads: workers,
            state: { [graph] in Resolver(graph: graph, decisions: .init()) }
        ) {
            finder.uses(in: $1, holders: names, resolver: $0)
        }
        return Array(found.joined())
    }

    /// Returns the uses of a map that go through a dependency which falls back to the accessor: the fallbacks themselves (the
    /// instance as the default of a parameter, behind `??`, or as what a computed property returns), and what uses the parameter
    /// or property that has one.
    ///
    /// A property that code sets to the singleton where it is declared has no other value, so it falls back to nothing.
    package func taken(of uses: [Use], workers: Int) -> Set<Int> {
        let files = Dictionary(graph.files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
        let byFile = Dictionary(grouping: uses.indices) { uses[$0].file }.sorted { $0.key < $1.key }
        let found = Workers.map(
            byFile.count,
            threads: workers,
            state: { [graph] in Resolver(graph: graph, decisions: .init()) }
        ) {
            [self]
            resolver,
            index -> [Int] in
            guard let number = files[byFile[index].key] else { return [] }
            let places = FallbackPlaces(of: graph.files[number].facts)
            return byFile[index].value.filter { place in
                let use = uses[place]
                switch use.path {
                case .direct: return use.member == Use.instance && places.offsets.contains(use.offset)
                case .alias, .keyPath, .wrapper, .cast: return false
                case .parameter: return true
                case .property: return !isFixed(use, in: number, resolver: resolver)
                }
            }
        }
        return Set(found.joined())
    }

    /// Returns whether the property that a use goes through has the singleton as its only value.
    private func isFixed(_ use: Use, in number: Int, resolver: Resolver) -> Bool {
        let file = graph.files[number]
        let site = self.site(ofFile: number, module: use.module)
        guard let chain = file.facts.chains.firstIndex(where: { Int($0.place.offset) == use.offset }) else {
            return false
        }
        let finder = InstanceFinder(graph: graph, wanted: [])
        for step in -1..<Int(file.facts.chains[chain].steps.count) {
            guard let id = finder.property(chain: chain, at: step, site: site, resolver: resolver) else { continue }
            let fact = graph.member(id)
            guard fact.values.count > 0 else { continue }
            let home = graph.files[Int(id.file)]
            let owner = home.path(at: fact.owner).flatMap {
                graph.ownType(at: $0, site: graph.site(of: id.file, from: site.module))
            }
            if let owner, let flows = graph.flows[owner]?[graph.name(of: id)], !flows.isEmpty { return false }
            return !FallbackPlaces(of: home.facts).has(fact)
        }
        return false
    }
}
