import SeamKit

/// The declarations of all sources, and what a name means at a place.
struct Catalog: Sendable {
    /// The protocols, in order of the sources.
    private(set) var protocols: [Declaration] = []
    /// The structs, classes, enums and actors, in order of the sources.
    private(set) var types: [Declaration] = []
    private(set) var extensions: [Declaration] = []
    /// The global actors that the sources declare.
    let actors: GlobalActors
    /// All that a name can mean, by the name with the types around it.
    private var named: [String: [Named]] = [:]
    /// The qualified names, by the last part.
    private var endings: [String: [String]] = [:]
    /// What extensions add to a type, by its qualified name.
    private var conformances: [String: Set<String>] = [:]

    /// The names of all types and protocols, but for those in generated files.
    var names: Set<String> { names { _ in true } }

    /// The names that are declared in no type, but for those in generated files.
    var outermostNames: Set<String> { names(where: \.scope.isEmpty) }

    private func names(where matches: (Named) -> Bool) -> Set<String> {
        Set(
            named.values.joined().filter { item in
                matches(item) && !item.declaration.document.text.hasPrefix(GeneratedFile.mark)
            }.map(\.declaration.name)
        )
    }

    /// A declaration with its place, which is expensive to ask for.
    struct Named: Sendable {
        var declaration: Declaration
        /// The types around it, outermost first.
        var scope: Scope

        /// What stands in the declaration finds names here first.
        var inside: Scope { scope + [declaration.name] }
        var qualifiedName: String { inside.joined(separator: ".") }
        var isProtocol: Bool { declaration.kind == .protocol }
    }

    /// The types around a place, outermost first.
    typealias Scope = [String]

    init(of documents: [SwiftDocument]) {
        let found = documents.mapOnAllCores { document in
            document.types.map { Named(declaration: $0, scope: Catalog.scope(of: $0)) }
        }
        for item in found.joined() {
            let declaration = item.declaration
            switch declaration.kind {
            case .extension:
                extensions.append(declaration)
                continue
            case .protocol: protocols.append(declaration)
            case .typeAlias: break
            default: types.append(declaration)
            }
            let name = item.qualifiedName
            if named[name] == nil { endings[declaration.name, default: []].append(name) }
            named[name, default: []].append(item)
        }
        actors = GlobalActors(types: types)
        for item in extensions {
            let type = find(item.name, from: []).map(\.qualifiedName) ?? item.name
            conformances[type, default: []].formUnion(item.inherited.compactMap(\.type.lastName))
        }
    }

    /// Returns the types around a declaration, outermost first, without backticks.
    static func scope(of declaration: Declaration) -> Scope {
        declaration.outer.flatMap { $0.withoutBackticks.split(separator: ".").map(String.init) }
    }

    /// Returns why no other file can see a declaration: because of itself, or of what is around it; nil if one can.
    func privacy(of declaration: Declaration) -> String? {
        let scope = Self.scope(of: declaration)
        // Two files may have private types of one name; what is declared in an extension belongs to any that isn't.
        let types = scope.indices.compactMap { index -> Declaration? in
            let all = named[scope[...index].joined(separator: ".")] ?? []
            return all.allSatisfy { $0.declaration.access?.isPrivate == true } ? all.first?.declaration : nil
        }
        let chain = declaration.enclosing + [declaration]
        var items = chain.indices.map { (chain[$0], $0 + 1 < chain.count ? chain[$0 + 1] : nil) }
        items += types.map { ($0, nil) }
        for (item, inner) in items {
            // What stands in an extension has its access only without one of its own.
            let isOverridden = item.kind == .extension && inner?.access != nil
            guard let word = item.access, word.isPrivate, !isOverridden else { continue }
            if item.kind == .extension { return "it is in an extension of `\(item.name)` that is `\(word.rawValue)`" }
            let isOwn = item.node == declaration.node
            return isOwn ? "it is `\(word.rawValue)`" : "it is in `\(item.name)`, which is `\(word.rawValue)`"
        }
        return nil
    }

    /// Returns a type as it is written in an extension of another type, or where nothing is around it.
    func qualified(_ type: TypeStructure, from scope: Scope, in extended: Scope = []) -> TypeStructure {
        type.replacing { type in
            guard case .named(var name) = type, let simple = type.simpleName,
                let path = path(of: simple, from: scope, in: extended)
            else { return nil }
            name.qualifier = TypeStructure(path: path)
            name.arguments = name.arguments.map { qualified($0, from: scope, in: extended) }
            return .named(name)
        }
    }

    /// Returns code with its names as they are written in an extension of another type, or where nothing is around it.
    func qualified(_ code: String, from scope: Scope, in extended: Scope = []) -> String {
        CodeNames.replaced(in: code) { name in
            if name == "Self" { return extended == scope ? nil : scope.joined(separator: ".") }
            return path(of: name, from: scope, in: extended).map { ($0 + [name]).joined(separator: ".") }
        }
    }

    /// Returns the types around what a name means within others; nil if it means the same in an extension. Such an extension has the
    /// names of its type, but not those around that.
    func path(of name: String, from scope: Scope, in extended: Scope) -> Scope? {
        visible(name, from: scope).flatMap { $0.scope.isEmpty || $0.scope == extended ? nil : $0.scope }
    }

    /// Returns the declaration that a name means from within some types; nil if there is none.
    func visible(_ name: String, from scope: Scope) -> Named? {
        for count in stride(from: scope.count, through: 0, by: -1) {
            let key = (scope.prefix(count) + [name]).joined(separator: ".")
            if let found = named[key]?.first { return found }
        }
        return nil
    }

    /// Returns what a name means; nil if the sources don't say it.
    ///
    /// If nothing is visible, which a module before the name or an inherited scope can be the reason for, the only declaration of
    /// this name counts.
    func find(_ name: String, from scope: Scope) -> Named? {
        if let found = visible(name, from: scope) { return found }
        let parts = name.split(separator: ".").map(String.init)
        guard let last = parts.last else { return nil }
        if parts.count > 1 {
            // What stands before the dot can be another name of a type, or a module.
            let outer = TypeStructure(path: parts.dropLast())
            let type = aliased(outer, from: scope).flatMap { declaration(of: $0.type, from: $0.scope) }
            if let type, let found = named[type.qualifiedName + "." + last]?.first { return found }
            return named[parts.dropFirst().joined(separator: ".")]?.first
        }
        let others = endings[last] ?? []
        return others.count == 1 ? named[others[0]]?.first : nil
    }

    /// Returns what an alias stands for, with the scope of that; nil for other types.
    func aliased(_ type: TypeStructure, from scope: Scope) -> (type: TypeStructure, scope: Scope)? {
        guard let name = type.fullName, let found = find(name, from: scope), let target = found.declaration.aliased
        else {
            return nil
        }
        let parameters = found.declaration.genericParameters.map(\.name)
        guard !parameters.isEmpty else { return (target, found.scope) }
        guard parameters.count == type.arguments.count else { return nil }
        let arguments = Dictionary(zip(parameters, type.arguments), uniquingKeysWith: { first, _ in first })
        return (target.replacing { $0.simpleName.flatMap { arguments[$0] } }, found.scope)
    }

    /// Returns what a type is after its aliases, with the scope of that.
    func resolved(_ type: TypeStructure, from scope: Scope) -> (type: TypeStructure, scope: Scope) {
        var result = (type: type, scope: scope)
        // Aliases that stand for each other have no end.
        for _ in 0..<16 {
            guard let next = aliased(result.type, from: result.scope) else { break }
            result = next
        }
        return result
    }

    /// Returns the declaration of a type, after its aliases.
    func declaration(of type: TypeStructure, from scope: Scope) -> Named? {
        let (type, scope) = resolved(type, from: scope)
        guard let name = type.fullName, let found = find(name, from: scope) else { return nil }
        return found.declaration.kind == .typeAlias ? nil : found
    }

    /// Returns the function type that a type is, directly or through aliases.
    func function(_ type: TypeStructure, from scope: Scope) -> TypeStructure.Function? {
        resolved(type, from: scope).type.function
    }

    /// Returns all that a type conforms to or inherits from, as its declaration and extensions say, by the last part of each name.
    func inherited(by type: Named) -> Set<String> {
        Set(type.declaration.inherited.compactMap(\.type.lastName)).union(conformances[type.qualifiedName] ?? [])
    }
}
