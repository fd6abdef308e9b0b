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
