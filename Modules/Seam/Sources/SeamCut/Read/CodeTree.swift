import SeamKit
import Synchronization

/// The code of an analysed tree: its files, its modules and its types. Several threads can share it.
///
/// A type is asked for by one of its declarations or extensions, or by a name and the place that says it, and the graph says which
/// type that is: another one may have the same name.
final class CodeTree: Sendable {
    let sources: TreeSources
    let modules: TreeModules
    let graph: CodeGraph
    /// What last names may mean, where no place says more.
    let lastNames: LastNames
    private let memory: Memory

    /// A type of the tree, or one that it extends.
    typealias TypeID = CodeGraph.TypeID
    /// A declaration or an extension of a type.
    typealias Declaration = (file: ParsedFile, owner: OwnerDecl)

    /// What was found so far.
    struct Known {
        var ids: [CodeGraph.Place: TypeID?] = [:]
        var parts: [TypeID: [Declaration]] = [:]
        var memberNames: [TypeID: Set<String>] = [:]
        var inheritedNames: [CodeGraph.Place: MemberNames] = [:]
        var values: [String: FunctionValue] = [:]
        /// The types with a static member or a case of a name; nil if too many files say it.
        var owners: [String: [TypeID]?] = [:]
        /// Whether the tree declares a function of a name.
        var functions: [String: Bool] = [:]
        /// Whether the tree's functions of a name call their closures before they return.
        var immediate: [String: Bool] = [:]
        /// Whether the tree gives the code of a method of this name to another class.
        var givenAway: [String: Bool] = [:]
        /// The members of a declaration or an extension, by its place, by their names.
        var members: [CodeGraph.Place: [String: [SeamKit.Declaration]]] = [:]
        /// The types of what may be made while an instance of a type is.
        var made: [TypeID: Set<TypeID>] = [:]
    }

    private final class Memory: Sendable {
        let known = Mutex(Known())
        let makers = Makers()
        let lifetimes = Lifetimes()
        let lazyLaunch = Lazy<Launch>()
        let lazyDynamicCalls = Lazy<[Construction]>()
        let lazyDeferring = Lazy<Set<String>>()
    }

    /// - Parameter analysis: the options with which the tree was analysed.
    init(root: String, tree: AnalysedTree, analysis: Analysis.Options = Analysis.Options()) {
        graph = tree.graph
        sources = TreeSources(root: root, map: tree.map, analysis: analysis)
        modules = TreeModules(tree.map, sources: sources)
        lastNames = LastNames(graph: graph, sources: sources, modules: modules)
        memory = Memory()
    }

    /// The calls that make instances.
    var makers: Makers { memory.makers }
    /// What makes and keeps instances.
    var lifetimes: Lifetimes { memory.lifetimes }
    /// The calls of initializers on types that are values.
    var lazyDynamicCalls: Lazy<[Construction]> { memory.lazyDynamicCalls }
    /// The names of what computes an argument later.
    var lazyDeferring: Lazy<Set<String>> { memory.lazyDeferring }
    /// What the programs of the tree do when they are launched.
    var launch: Launch { memory.lazyLaunch.value { [self] in Launch(index: self) } }

    func file(_ path: String) -> ParsedFile? { sources.file(path) }
    func bytes(_ path: String) -> [UInt8]? { sources.bytes(path) }
    func paths(saying words: String...) -> [String] { sources.paths(saying: words) }
    func imports(of file: ParsedFile) -> FileImports { FileImports(file: file, tree: self) }

    func module(_ name: String) -> Module? { modules.module(name) }
    func module(ofFile path: String) -> String { modules.module(ofFile: path) }
    func isSeen(_ module: String, from other: String) -> Bool { modules.isSeen(module, from: other) }
    func isTest(_ path: String) -> Bool { modules.isTest(path) }
    func defaultIsolation(ofFile path: String) -> DefaultIsolation {
        modules.defaultIsolation(ofModule: module(ofFile: path))
    }

    /// Returns what is known under a key, and computes it if nobody has.
    func known<Key: Sendable, Value: Sendable>(
        _ values: any WritableKeyPath<Known, [Key: Value]> & Sendable,
        _ key: Key,
        _ compute: (Key) -> Value
    ) -> Value {
        if let found = memory.known.withLock({ $0[keyPath: values][key] }) { return found }
        let found = compute(key)
        memory.known.withLock { $0[keyPath: values][key] = found }
        return found
    }

    /// Returns the names of the members that a type has and inherits.
    func inheritedNames(of owner: OwnerDecl) -> MemberNames {
        known(\.inheritedNames, CodeGraph.Place(file: owner.path, offset: owner.nameOffset)) { _ in
            MemberNames(of: owner, index: self)
        }
    }

    /// Says which attributes isolate to a global actor.
    var globalActors: GlobalActors {
        // Where the attribute stands isn't asked, so that any type of its name may be meant.
        GlobalActors { [self] name in
            guard name.first?.isUppercase == true else { return nil }
            let types = lastNames.types(name)
            return types.isEmpty ? nil : types.contains { $0.owner.attributeNames.contains("globalActor") }
        }
    }

    /// Returns whether an attribute may be a wrapper or a macro, with code of its own. One in a branch of `#if` may be anything.
    ///
    /// - Parameter known: wrappers and macros whose code is known.
    func mayAddCode(_ attribute: String, besides known: Set<String> = []) -> Bool {
        let name = attribute.lastName
        return name == "#if"
            || name.first?.isUppercase == true && !globalActors.contains(name) && !known.contains(name)
    }

    /// Returns the names of types that are nothing but enumerations of the tree with a case of a name.
    private func namesOfEnums(with name: String) -> Set<String> {
        let all = paths(saying: name, "case").compactMap(file).flatMap(\.owners).filter { owner in
            owner.kind == .enum && owner.memberNames.contains(name)
        }
        return Set(all.map(\.simpleName)).filter { lastNames.types($0).count == 1 && !lastNames.isAlias($0) }
    }

    /// Returns how the tree may use a static function of a type, or a function of a file, as a value.
    func value(of function: String, in owner: OwnerDecl) -> FunctionValue {
        known(\.values, "\(owner.simpleName) \(function)") { _ in
            let isInherited = lastNames.isInherited(owner.simpleName)
            let isProperty = parts(of: owner).flatMap(\.owner.properties).contains {
                !$0.isStatic && $0.name == function
            }
            var result = FunctionValue.none
            let others = namesOfEnums(with: function)
            // Elsewhere the function stands behind the name of its type.
            let paths = owner.kind == .file ? paths(saying: function) : paths(saying: function, owner.simpleName)
            for path in paths {
                guard let bytes = bytes(path), WordSearch.isValue(function, in: bytes), let file = file(path) else {
                    continue
                }
                let finder = FunctionValueFinder(
                    type: owner.simpleName,
                    others: others,
                    isInherited: isInherited,
                    isProperty: isProperty,
                    file: file
                )
                let found = finder.find(function)
                if found != .none { result = result == .untyped ? .untyped : found }
            }
            return result
        }
    }

    // MARK: Types

    /// Returns the type that a declaration or an extension belongs to; nil for a file.
    func id(of owner: OwnerDecl) -> TypeID? {
        guard owner.kind != .file else { return nil }
        return known(\.ids, CodeGraph.Place(file: owner.path, offset: owner.nameOffset)) { graph.type(at: $0) }
    }

    /// Returns the type that a name means in a type, an extension or a file; nil if the tree has none, or if several may be meant.
    func id(_ name: String, in owner: OwnerDecl) -> TypeID? {
        if let all = file(owner.path)?.localTypes, !all.isEmpty {
            // A function may have a type of its own, and the name may stand in it.
            let local = all.filter { $0.simpleName == name.firstName && (owner.isLocal || owner.contains($0)) }
            if !local.isEmpty { return local.count == 1 && owner.isLocal ? id(of: local[0]) : nil }
        }
        return id(name, inFile: owner.path, inside: id(of: owner))
    }

    /// Returns the type that a name means in a file.
    ///
    /// - Parameter enclosing: the type around the place; nil for none.
    func id(_ name: String, inFile path: String, inside enclosing: TypeID? = nil) -> TypeID? {
        graph.onlyType(called: name, in: path, inside: enclosing)
    }

    /// Returns the type that a name means in a file, if the tree declares it, and only once: branches of `#if` may declare several.
    func onlyDeclared(_ name: String, inFile path: String, inside enclosing: TypeID?) -> TypeID? {
        id(name, inFile: path, inside: enclosing).flatMap { type in
            graph.parts(of: type).count { $0.kind != .extensionOf } == 1 ? type : nil
        }
    }

    /// Returns the declarations and extensions of a type, in order of files and places.
    func parts(of type: TypeID) -> [Declaration] {
        known(\.parts, type) { type in
            let places = Dictionary(grouping: graph.parts(of: type).map(\.place), by: \.file)
            return places.sorted { $0.key < $1.key }.flatMap { path, places -> [Declaration] in
                guard let file = file(path) else { return [] }
                let offsets = Set(places.map(\.offset))
                return file.owners.filter { offsets.contains($0.nameOffset) }.map { (file, $0) }
            }
        }
    }

    /// Returns the declarations and extensions of a type, as what they say.
    func code(of type: TypeID) -> [SeamKit.Declaration] {
        parts(of: type).compactMap { $0.owner.node.declaration(in: $0.file.document) }
    }

    /// Returns the declarations and extensions of all types with a name and those around it before it: in several modules, or none that
    /// declares it.
    func parts(called name: String) -> [Declaration] { graph.types(called: name).flatMap(parts) }

    /// Returns the declarations and extensions of the type of one of them.
    func parts(of owner: OwnerDecl) -> [Declaration] {
        guard let id = id(of: owner) else { return file(owner.path).map { [($0, owner)] } ?? [] }
        return parts(of: id)
    }

    /// Returns the declaration of a type, without its extensions; nil if there is none, or if branches of `#if` have several.
    func declaration(of type: TypeID) -> Declaration? {
        let all = parts(of: type).filter { $0.owner.kind != .extension }
        return all.count == 1 ? all[0] : nil
    }

    /// Returns the declaration of the type of an extension, or of one of its declarations.
    func declaration(of owner: OwnerDecl) -> Declaration? { id(of: owner).flatMap(declaration) }

    /// Returns the declaration of the type that a name means in a type, an extension or a file.
    func type(_ name: String, in owner: OwnerDecl) -> Declaration? { id(name, in: owner).flatMap(declaration) }

    /// Returns the declaration of the type that a name means in a file, outside of its types.
    func type(_ name: String, inFile path: String) -> Declaration? { id(name, inFile: path).flatMap(declaration) }

    /// Returns the declaration of an instance's type.
    func type(of instance: InjectedType) -> Declaration? { id(of: instance).flatMap(declaration) }

    /// Returns the declarations and extensions of an instance's type.
    func parts(of instance: InjectedType) -> [Declaration] { id(of: instance).map(parts) ?? [] }

    /// Returns an instance's type.
    func id(of instance: InjectedType) -> TypeID? { id(instance.typeName, homeOf: instance.accessor.file) }

    /// Returns the declaration of a singleton's type.
    func type(of singleton: Singleton) -> Declaration? { id(of: singleton).flatMap(declaration) }

    /// Returns the declarations and extensions of a singleton's type.
    func parts(of singleton: Singleton) -> [Declaration] { id(of: singleton).map(parts) ?? [] }

    /// Returns a singleton's type.
    func id(of singleton: Singleton) -> TypeID? { id(singleton.name, homeOf: singleton.file) }

    /// Returns the type of a name in the file that declares something; what no file declares is a framework's.
    private func id(_ name: String, homeOf path: String) -> TypeID? {
        if !path.isEmpty { return id(name, inFile: path) }
        let all = graph.types(called: name)
        return all.count == 1 ? all[0] : nil
    }

    /// Returns the declaration of the only type with this name, with those around it: one that an option names, and no code.
    func type(named name: String) -> Declaration? {
        let all = graph.types(called: name).filter(graph.isDeclared)
        return all.count == 1 ? declaration(of: all[0]) : nil
    }

    /// Returns what identifies the type of a declaration or an extension among all of the tree, in the order of their names.
    func key(of owner: OwnerDecl) -> String {
        let all = parts(of: owner).map(\.owner)
        let first = all.first(where: \.isDeclaration) ?? all.first ?? owner
        return "\(owner.name) \(first.path):\(first.nameOffset)"
    }

    /// Returns whether both belong to one type.
    func isSame(_ first: OwnerDecl, _ second: OwnerDecl) -> Bool {
        first == second || id(of: first).map { $0 == id(of: second) } == true
    }

    /// Returns whether a class of the tree inherits from a type, or may.
    func isInherited(_ owner: OwnerDecl) -> Bool { id(of: owner).map(graph.mayHaveSubclass) ?? true }

    /// Returns whether a class outside of tests inherits from a type, or may.
    func isInherited(byProgram type: TypeID) -> Bool {
        let name = graph.name(of: type).lastName
        return graph.mayHaveSubclass(of: type)
            && paths(saying: name).contains { path in
                !isTest(path) && file(path)?.owners.contains { $0.inherited.contains { $0.lastName == name } } != false
            }
    }

    /// Returns the name of an instance's type, or of the outermost type around it; empty if the tree doesn't declare it.
    func outerName(ofType instance: InjectedType) -> String { type(of: instance)?.owner.name.firstName ?? "" }

    /// Returns the module that declares an instance's type; nil if its name isn't known.
    func namedModule(ofType instance: InjectedType) -> String? {
        let module = type(of: instance).map { self.module(ofFile: $0.file.path) }
        return module.flatMap { modules.isNamed($0) ? $0 : nil }
    }
}
