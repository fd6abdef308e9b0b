/// The code as one graph: files, modules, types, members and the names between them.
///
/// Passes add to it in their order; from then on it does not change, so any number of threads may look things up.
struct Graph: Sendable {
    /// A file as one of its modules compiles it.
    struct Site: Sendable, Hashable {
        var file: Int
        var module: Int
    }

    /// A type, by its index in `types`.
    typealias TypeID = Int

    struct MemberID: Sendable, Hashable {
        var file: Int32
        var member: Int32

        init(_ file: Int, _ member: Int) {
            self.file = Int32(file)
            self.member = Int32(member)
        }
    }

    struct TypeInfo: Sendable {
        var path: TypePath
        /// Modules that compile its declaration, the one it belongs to first; none where only extensions of it were
        /// seen.
        var modules: [Int]
        /// The file of its declaration.
        var file: Int
        /// `extensionOf` where only extensions of it were seen: it is declared outside the tree.
        var kind: TypeKind
        var isPrivate = false
        var hasCases = false
        var isLocal = false
        /// Written types after the colons.
        var inherits: [(site: Site, type: FileFacts.Index)] = []
        var members: [Symbol: [MemberID]] = [:]
        var place: FileFacts.Place
        /// Every scope of the type's own code.
        var scopes: [(file: Int, scope: Int)] = []
    }

    struct Alias: Sendable {
        var site: Site
        /// A written type of the file.
        var target: FileFacts.Index
    }

    var symbols = Symbols()
    var words: Words
    var files: [GraphFile] = []
    var modules: [Module]
    var moduleNames: [Symbol] = []
    var types: [TypeInfo] = []
    var typesByPath: [TypePath: [TypeID]] = [:]
    var aliases: [TypePath: [Alias]] = [:]
    var globals: [Symbol: [MemberID]] = [:]
    /// Types that inherit or conform to a type, each once.
    var subtypes: [TypeID: [TypeID]] = [:]
    /// Values that properties get after their declaration: by type and name.
    var flows: [TypeID: [Symbol: [(file: Int, flow: Int)]]] = [:]
    /// Names of functions that change what they are called on.
    var mutating: Set<Symbol> = []
    var moduleSet: Set<Symbol> = []

    init(modules: [Module]) {
        self.modules = modules
        words = Words(&symbols)
        moduleNames = modules.map { symbols.symbol($0.name) }
        moduleSet = Set(moduleNames)
    }

    func member(_ id: MemberID) -> FileFacts.MemberFact { files[Int(id.file)].facts.members[Int(id.member)] }

    /// A member's name.
    func name(_ id: MemberID) -> Symbol { files[Int(id.file)].symbols[Int(member(id).name)] }

    /// A file as a module sees it: as its own, where it compiles the file, else as the file's first module does.
    func site(_ file: Int32, from module: Int) -> Site {
        let modules = files[Int(file)].modules
        return Site(file: Int(file), module: modules.contains(module) ? module : modules[0])
    }

    func text(_ type: TypeID) -> String { symbols.text(types[type].path) }

    /// Members of a type in order of files and places.
    func allMembers(of type: TypeID) -> [MemberID] {
        types[type].members.values.joined().sorted { ($0.file, $0.member) < ($1.file, $1.member) }
    }

    /// Stored properties of a type's instances.
    func storedProperties(of type: TypeID) -> [MemberID] {
        allMembers(of: type).filter {
            member($0).flags.isDisjoint(with: [
                .isStatic, .isComputed, .isFunction, .isInitializer, .isSubscript, .isCase,
            ])
        }
    }

    /// Whether a type has statics and nothing else.
    func isNamespace(_ type: TypeID) -> Bool {
        !types[type].hasCases
            && types[type].members.values.joined().allSatisfy {
                let flags = member($0).flags
                return flags.contains(.isStatic) && (!flags.contains(.isInitializer) || flags.contains(.isPrivate))
            }
    }
}

/// A file of a graph.
struct GraphFile: Sendable {
    var path: String
    /// Modules that compile it, the one it belongs to first; never empty.
    var modules: [Int]
    var imports: Set<Symbol>
    let facts: FileFacts
    /// For each name of the facts, its symbol.
    let symbols: [Symbol]
    /// For names such as `$user`, the symbol of the property behind them.
    let projected: [FileFacts.Index: Symbol]
    /// For each path of the facts, its path in the graph.
    let paths: [TypePath]
    /// For each path that it declares or extends and each of its modules, the type.
    var ownTypes: [OwnType: Graph.TypeID] = [:]
    /// For each scope, its chains: those of scope `n` stand from `chainStarts[n]` to `chainStarts[n + 1]`.
    private let chainStarts: [Int32]
    private let chainOrder: [Int32]

    struct OwnType: Sendable, Hashable {
        var path: TypePath
        var module: Int
    }

    init(_ file: FactsOfFile, number: Int, symbols table: inout Symbols) {
        path = file.path
        modules = file.modules
        facts = file.facts
        imports = Set(file.imports.map { table.symbol($0) })
        let symbols = facts.names.map { table.symbol($0) }
        var projected: [FileFacts.Index: Symbol] = [:]
        for (index, name) in facts.names.enumerated() where name.utf8.first == Byte.dollar && name.utf8.count > 1 {
            projected[FileFacts.Index(index)] = table.symbol(String(name.dropFirst()))
        }
        self.projected = projected
        var paths: [TypePath] = []
        paths.reserveCapacity(facts.paths.count)
        for path in facts.paths {
            let parent = path.parent < 0 ? nil : paths[Int(path.parent)]
            let local = path.local < 0 ? -1 : Int64(number) << 32 | Int64(path.local)
            paths.append(table.path(symbols[Int(path.name)], in: parent, local: local))
        }
        self.symbols = symbols
        self.paths = paths
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

    /// Indices of the chains that stand directly in a scope.
    func chains(in scope: Int) -> ArraySlice<Int32> {
        chainOrder[Int(chainStarts[scope])..<Int(chainStarts[scope + 1])]
    }

    /// The symbol of a name of the facts; nil for -1.
    func symbol(_ index: FileFacts.Index) -> Symbol? { index >= 0 ? symbols[Int(index)] : nil }

    /// A path of the facts; nil for -1.
    func path(_ index: FileFacts.Index) -> TypePath? { index >= 0 ? paths[Int(index)] : nil }
}

/// The facts of a file with the modules that compile it.
struct FactsOfFile: Sendable {
    var path: String
    var modules: [Int]
    var imports: [String]
    var facts: FileFacts
}
