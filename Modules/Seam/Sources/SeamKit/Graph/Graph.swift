/// The code as one graph: files, modules, types, members and the names between them.
///
/// Passes add to it in their order. After that it does not change, so any number of threads may look things up.
struct Graph: Sendable {
    /// A file in the context of one of the modules that compile it.
    struct Site: Sendable, Hashable {
        var file: Int
        var module: Int
    }

    /// A type, by its index in `types`.
    typealias TypeID = Int

    struct MemberID: Sendable, Hashable {
        var file: Int32
        var member: Int32

        init(file: Int, member: Int) {
            self.file = Int32(file)
            self.member = Int32(member)
        }
    }

    /// A declaration or an extension of a type, by its place among the types of a file.
    struct Part: Sendable, Hashable {
        var file: Int32
        var type: Int32
    }

    struct TypeInfo: Sendable {
        var path: TypePath
        /// The modules that compile its declaration, the owning one first; none if the tree has only extensions of it.
        var modules: [Int]
        /// The file of its declaration.
        var file: Int
        /// The kind. `extensionOf` if the tree has only extensions of it: it is declared outside the tree.
        var kind: TypeKind
        var isPrivate = false
        var hasCases = false
        var isLocal = false
        /// The written types after the colons.
        var inherits: [(site: Site, type: FileFacts.Index)] = []
        var members: [Symbol: [MemberID]] = [:]
        /// The static ones among the members. Few types have any.
        var statics: [MemberID] = []
        var place: FileFacts.Place
        /// Its declarations, then its extensions.
        var parts: [Part] = []
        /// All scopes of the type's own code.
        var scopes: [(file: Int, scope: Int)] = []
    }

    /// A path in the context of a module of a file.
    struct OwnType: Sendable, Hashable {
        var path: TypePath
        var module: Int
    }

    struct Alias: Sendable {
        var site: Site
        /// A written type of the file.
        var target: FileFacts.Index
    }

    var symbols = Symbols()
    var words: Words
    var files: [GraphFile] = []
    /// For each file, the types of its own paths: for each path that it declares or extends and each of its modules.
    var ownTypes: [[OwnType: TypeID]] = []
    var modules: [Module]
    var moduleNames: [Symbol] = []
    var types: [TypeInfo] = []
    var typesByPath: [TypePath: [TypeID]] = [:]
    var aliases: [TypePath: [Alias]] = [:]
    var globals: [Symbol: [MemberID]] = [:]
    /// The types that inherit from or conform to a type, each once.
    var subtypes: [TypeID: [TypeID]] = [:]
    /// The values assigned to properties after their declaration: by type and name.
    var flows: [TypeID: [Symbol: [(file: Int, flow: Int)]]] = [:]
    /// The names of functions that change the value they are called on.
    var mutating: Set<Symbol> = []
    var moduleSet: Set<Symbol> = []

    init(modules: [Module]) {
        self.modules = modules
        words = Words(in: &symbols)
        moduleNames = modules.map { symbols.symbol($0.name) }
        moduleSet = Set(moduleNames)
    }

    func member(_ id: MemberID) -> FileFacts.MemberFact { files[Int(id.file)].facts.members[Int(id.member)] }

    /// Returns whether a static or global stores what it returns: a stored one, or a task-local.
    func isStored(_ id: MemberID) -> Bool {
        member(id).flags.isDisjoint(with: [.isFunction, .isComputed, .isCase, .isInitializer])
    }

    /// Returns whether a member is declared as an array or a dictionary.
    func isCollection(_ id: MemberID) -> Bool {
        switch files[Int(id.file)].facts.type(at: member(id).type) {
        case .array, .dictionary: true
        default: false
        }
    }

    /// Returns a member's name.
    func name(of id: MemberID) -> Symbol { files[Int(id.file)].symbols[Int(member(id).name)] }

    /// Returns a file in the context of `module` if that module compiles it, else of the file's first module.
    func site(of file: Int32, from module: Int) -> Site {
        let modules = files[Int(file)].modules
        return Site(file: Int(file), module: modules.contains(module) ? module : modules[0])
    }

    /// Returns the line and column of a type's first declaration.
    func location(of type: TypeID) -> (line: Int, column: Int) {
        files[types[type].file].facts.location(of: types[type].place)
    }

    func text(of type: TypeID) -> String { symbols.text(of: types[type].path) }

    /// Returns the members of a type that fit, in order of files and places.
    func allMembers(of type: TypeID, where fits: (FileFacts.MemberFact) -> Bool) -> [MemberID] {
        types[type].members.values.joined().filter { fits(member($0)) }
            .sorted { ($0.file, $0.member) < ($1.file, $1.member) }
    }

    /// Returns the stored properties of a type's instances.
    func storedProperties(of type: TypeID) -> [MemberID] {
        allMembers(of: type) {
            $0.flags.isDisjoint(with: [
                .isStatic, .isComputed, .isFunction, .isInitializer, .isSubscript, .isCase,
            ])
        }
    }

    /// Returns whether the instances of a type have no members but initializers and an executor.
    func hasNoMembers(_ type: TypeID) -> Bool {
        allMembers(of: type) { $0.flags.isDisjoint(with: [.isStatic, .isInitializer]) }
            .allSatisfy { symbols.text(of: name(of: $0)) == "unownedExecutor" }
    }

    /// Returns whether a type has only statics.
    func isNamespace(_ type: TypeID) -> Bool {
        !types[type].hasCases
            && types[type].members.values.joined().allSatisfy {
                let flags = member($0).flags
                return flags.contains(.isStatic) && (!flags.contains(.isInitializer) || flags.contains(.isPrivate))
            }
    }
}

/// A file of a graph. It is a class, because code that follows a chain retains it at every step.
final class GraphFile: Sendable {
    let path: String
    /// The modules that compile it, the owning one first; never empty.
    let modules: [Int]
    let imports: Set<Symbol>
    let facts: FileFacts
    /// For each name of the facts, its symbol.
    let symbols: [Symbol]
    /// For names such as `$user`, the symbol of the property behind them.
    let projected: [FileFacts.Index: Symbol]
    /// For each path of the facts, its path in the graph.
    let paths: [TypePath]
    /// For each scope, its chains: those of scope `n` are from `chainStarts[n]` to `chainStarts[n + 1]`.
    private let chainStarts: [Int32]
    private let chainOrder: [Int32]

    init(file: CompiledFile, names: FileNames) {
        path = file.path
        modules = file.modules
        facts = file.facts
        imports = names.imports
        symbols = names.symbols
        projected = names.projected
        paths = names.paths
        var starts = [Int32](repeating: 0, count: facts.scopes.count + 1)
        for chain in facts.chains { starts[Int(chain.scope) + 1] += 1 }
        for scope in facts.scopes.indices { starts[scope + 1] += starts[scope] }
        chainStarts = starts
        var order = [Int32](repeating: 0, count: facts.chains.count)
        for (index, chain) in facts.chains.enumerated() {
            order[Int(starts[Int(chain.scope)])] = Int32(index)
            starts[Int(chain.scope)] += 1
        }
        chainOrder = order
    }

    /// Returns the indices of the chains that are directly in a scope.
    func chains(in scope: Int) -> ArraySlice<Int32> {
        chainOrder[Int(chainStarts[scope])..<Int(chainStarts[scope + 1])]
    }

    /// Returns the symbol of a name of the facts; nil for -1.
    func symbol(at index: FileFacts.Index) -> Symbol? { index >= 0 ? symbols[Int(index)] : nil }

    /// Returns a path of the facts; nil for -1.
    func path(at index: FileFacts.Index) -> TypePath? { index >= 0 ? paths[Int(index)] : nil }
}

/// The names and paths of a file, by their indices in a graph.
struct FileNames: Sendable {
    var imports: Set<Symbol>
    var symbols: [Symbol]
    var projected: [FileFacts.Index: Symbol] = [:]
    var paths: [TypePath] = []

    init(file: CompiledFile, number: Int, in table: inout Symbols) {
        let facts = file.facts
        imports = Set(file.imports.map { table.symbol($0) })
        symbols = table.symbols(of: facts)
        for (index, symbol) in symbols.enumerated() {
            if let property = table.projected(symbol) { projected[FileFacts.Index(index)] = property }
        }
        paths.reserveCapacity(facts.paths.count)
        for path in facts.paths {
            let parent = path.parent < 0 ? nil : paths[Int(path.parent)]
            let local = path.local < 0 ? -1 : Int64(number) << 32 | Int64(path.local)
            paths.append(table.path(symbols[Int(path.name)], in: parent, local: local))
        }
    }
}

/// What statics are for, where that says that they are nobody's way to a shared instance.
extension Graph {
    /// Returns whether a static exists for the system or for previews: the default value of an environment key, an example, a
    /// parameter of a tip's rules.
    func isForOthers(_ id: MemberID, of type: TypeID) -> Bool {
        let file = files[Int(id.file)]
        let wrapper = member(id).wrapper
        if wrapper >= 0, file.imports.contains(words.tips), file.facts.chains[Int(wrapper)].root == .type,
            path(written: file.facts.chains[Int(wrapper)].base, site: Site(file: Int(id.file), module: 0))
                == words.parameter
        {
            return true
        }
        let owner = text(of: type).lastName
        if words.previews.contains(name(of: id)) || ["Fixture", "Fixtures"].contains(where: owner.hasSuffix) {
            return true
        }
        let keys = words.keyMembers.contains(name(of: id)) ? words.keys : words.previewProviders
        return firstAncestor(of: type) { ancestor in
            types[ancestor].inherits.contains { parent in
                path(written: parent.type, site: parent.site).map { keys.contains($0) } ?? false
            }
        } != nil
    }
}
