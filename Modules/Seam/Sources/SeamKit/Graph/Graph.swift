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

    // MARK: Inheritance

    /// Returns the members of a type by name: its own, then those that it inherits.
    func members(named name: Symbol, of type: TypeID) -> [MemberID] {
        if let own = types[type].members[name] { return own }
        guard !types[type].inherits.isEmpty else { return [] }
        var found: [MemberID] = []
        _ = firstAncestor(of: type) {
            found = types[$0].members[name] ?? []
            return !found.isEmpty
        }
        return found
    }

    /// Returns the subscripts by which a property wrapper is read in a class: `static subscript(_enclosingInstance:wrapped:storage:)`.
    func enclosingSubscripts(of type: TypeID) -> [MemberID] {
        (types[type].members[words.subscript] ?? []).filter { isEnclosing($0) }
    }

    /// Returns whether a subscript is one by which a property wrapper is read in a class.
    func isEnclosing(_ id: MemberID) -> Bool {
        let file = files[Int(id.file)]
        return member(id).flags.contains(.isStatic)
            && file.facts.parameters[member(id).parameters.indices].first.map {
                file.symbol(at: $0.label) == words.enclosing
            } == true
    }

    /// Returns all members of a type by name: its own, and those that it inherits.
    func overloads(named name: Symbol, of type: TypeID) -> [MemberID] {
        var found: [MemberID] = []
        _ = firstAncestor(of: type) {
            found += types[$0].members[name] ?? []
            return false
        }
        return found
    }

    /// Returns whether `type` is `other` or inherits from it.
    func inherits(_ type: TypeID, from other: TypeID) -> Bool { firstAncestor(of: type) { $0 == other } != nil }

    /// Returns the first match among a type and all that it inherits from, nearest first. Each is visited once, so a cycle
    /// ends; and of more than anybody writes, the nearest are.
    func firstAncestor(of type: TypeID, where fits: (TypeID) -> Bool) -> TypeID? {
        var seen: Set<TypeID> = []
        var open = [type]
        var next = 0
        while next < min(open.count, 1_000) {
            let current = open[next]
            next += 1
            guard seen.insert(current).inserted else { continue }
            if fits(current) { return current }
            open.append(contentsOf: parents(of: current))
        }
        return nil
    }

    /// Returns the types that a type inherits from and conforms to, if the tree declares them.
    func parents(of type: TypeID) -> [TypeID] {
        let around = symbols.parent(of: types[type].path)
        return types[type].inherits.compactMap { parent in
            guard let found = lookup(written: parent.type, site: parent.site, in: around)?.type, found != type else {
                return nil
            }
            return found
        }
    }

    /// Returns the types that classes inherit from, with all that the names in their heads may mean.
    func superclasses() -> Set<TypeID> {
        var found: Set<TypeID> = []
        for type in types where type.kind == .classType {
            let around = symbols.parent(of: type.path)
            for parent in type.inherits {
                guard let meant = lookup(written: parent.type, site: parent.site, in: around) else { continue }
                found.insert(meant.type)
                if !meant.isCertain { found.formUnion(typesByPath[types[meant.type].path] ?? []) }
            }
        }
        return found
    }
}
