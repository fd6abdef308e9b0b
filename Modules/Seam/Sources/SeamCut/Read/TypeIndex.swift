import SeamKit
import Synchronization

/// Finds the declarations and extensions of types. Several threads can share an index.
///
/// A type is asked for by one of its declarations or extensions, or by a name and the place that says it, and the tree's graph
/// says which type that is: another one may have the same name. What is asked by a last name alone has no such place, or asks
/// what text may mean.
final class TypeIndex: Sendable {
    let sources: TreeSources
    let modules: TreeModules
    private let tree: AnalysedTree
    private let memory: Memory
    /// The file whose code says the names that are asked for without a place; nil for none.
    let viewer: String?

    /// A type of the tree, or one that it extends.
    typealias TypeID = CodeGraph.TypeID
    /// A declaration or an extension of a type.
    typealias Declaration = (file: ParsedFile, owner: OwnerDecl)

    /// What was found so far.
    struct Known {
        var declarations: [String: [Declaration]] = [:]
        var ids: [CodeGraph.Place: TypeID?] = [:]
        var parts: [TypeID: [Declaration]] = [:]
        var memberNames: [TypeID: Set<String>] = [:]
        var inheritedNames: [CodeGraph.Place: MemberNames] = [:]
        var values: [String: FunctionValue] = [:]
        /// Whether the tree has another name for a type.
        var aliases: [String: Bool] = [:]
        /// The types with a static member or a case of a name; nil if too many files say it.
        var owners: [String: [String]?] = [:]
        /// Whether the tree declares a function of a name.
        var functions: [String: Bool] = [:]
        /// Whether the tree's functions of a name call their closures before they return.
        var immediate: [String: Bool] = [:]
        /// The members of a declaration or an extension, by its place, by their names.
        var members: [CodeGraph.Place: [String: [SeamKit.Declaration]]] = [:]
        /// The types of what may be made while an instance of a type is.
        var made: [String: Set<String>] = [:]
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
        self.tree = tree
        sources = TreeSources(root: root, map: tree.map, analysis: analysis)
        modules = TreeModules(tree.map, sources: sources)
        (memory, viewer) = (Memory(), nil)
    }

    private init(_ other: TypeIndex, viewer: String) {
        (sources, modules, tree, memory) = (other.sources, other.modules, other.tree, other.memory)
        self.viewer = viewer
    }

    /// Returns the index for names with the types around them that code of a file says.
    func seen(from path: String) -> TypeIndex { TypeIndex(self, viewer: path) }

    var graph: CodeGraph { tree.graph }
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
    /// Returns whether the head of a class says a name, which may be that of any type.
    func isInherited(_ name: String) -> Bool { graph.mayHaveSubclass(called: name) }
    /// The same for classes outside of tests.
    func isInherited(byProgram name: String) -> Bool {
        isInherited(name)
            && paths(saying: name).contains { path in
                !isTest(path) && file(path)?.owners.contains { $0.inherited.contains { $0.lastName == name } } != false
            }
    }
    func paths(declaring name: String) -> [String] { graph.files(declaring: name) }
    func paths(saying words: String...) -> [String] { sources.paths(saying: words) }

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

    /// Returns all declarations and extensions of types with this last name, whichever type they belong to.
    func declarations(of name: String) -> [Declaration] {
        let simple = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[name.index(after: $0)...]) } ?? name
        return known(\.declarations, simple) { simple in
            paths(declaring: simple).compactMap(file).flatMap { file in
                file.owners.filter { $0.simpleName == simple }.map { (file, $0) }
            }
        }
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
            let types = declarations(of: name).filter { $0.owner.kind != .extension }
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

    /// Returns how the tree may use a static function of a type, or a function of a file, as a value.
    func value(of function: String, in owner: OwnerDecl) -> FunctionValue {
        known(\.values, "\(owner.simpleName) \(function)") { _ in
            let isInherited = isInherited(owner.simpleName)
            var result = FunctionValue.none
            // Elsewhere the function stands behind the name of its type.
            let paths = owner.kind == .file ? paths(saying: function) : paths(saying: function, owner.simpleName)
            for path in paths {
                guard let bytes = bytes(path), WordSearch.isValue(function, in: bytes), let file = file(path) else {
                    continue
                }
                let finder = FunctionValueFinder(type: owner.simpleName, isInherited: isInherited, file: file)
                let found = finder.find(function)
                if found != .none { result = result == .untyped ? .untyped : found }
            }
            return result
        }
    }
}

extension TypeIndex {
    /// Returns the names of a type, its subclasses and the other names for them, and all that they inherit: what texts may say that
    /// nobody can look up, in Objective-C, in sources that weren't read, and after a dot with nothing before it.
    func relatives(of type: String) -> (names: Set<String>, inherited: Set<String>) {
        var names: Set<String> = []
        var inherited: Set<String> = []
        var open = [type]
        while let name = open.popLast() {
            guard names.insert(name).inserted else { continue }
            for path in paths(saying: name) {
                guard let file = file(path) else { continue }
                for owner in file.owners
                where owner.kind == .class && owner.inherited.contains(where: { $0.lastName == name }) {
                    open.append(owner.simpleName)
                }
                open += file.aliases.filter { AccessorNames.words($0.type.code).contains(name) }
                    .map(\.name.withoutBackticks)
            }
        }
        var left = names.flatMap { declarations(of: $0).flatMap(\.owner.inherited) }
        while let next = left.popLast() {
            // A composition names several.
            for name in AccessorNames.words(next) where inherited.insert(name).inserted {
                left += declarations(of: name).flatMap(\.owner.inherited)
            }
        }
        return (names, inherited)
    }
}

extension TypeIndex {
    /// Returns the declarations and extensions of the types with this name, with the names of the types around it: of that which the
    /// viewer's file means, if there is a viewer.
    func parts(of name: String) -> [SeamKit.Declaration] {
        types(called: name).flatMap(parts).compactMap { $0.owner.node.declaration(in: $0.file.document) }
    }

    /// Returns the types with this name, or that which the viewer's file means.
    func types(called name: String) -> [TypeID] {
        viewer.map { path in id(name, inFile: path).map { [$0] } ?? [] } ?? graph.types(called: name)
    }

    /// Returns the name of the type that a name means inside of another; nil if the tree doesn't declare it there, or more than once.
    ///
    /// - Parameter scope: the type around the place, with those around it; nil for none.
    func typeName(_ name: String, inside scope: String?) -> String? {
        var names = scope?.split(separator: ".").map(String.init) ?? []
        while true {
            let full = (names + [name]).joined(separator: ".")
            let all = graph.types(called: full).filter(graph.isDeclared)
            if !all.isEmpty {
                let found = all.count == 1 ? all[0] : viewer.flatMap { id(full, inFile: $0) }
                // Branches of `#if` may declare it several times.
                return found.map(graph.parts)?.count { $0.kind != .extensionOf } == 1 ? full : nil
            }
            guard !names.isEmpty else { return nil }
            names.removeLast()
        }
    }

    /// Returns whether the tree has another name for a type, with this last name.
    func isAlias(_ name: String) -> Bool {
        known(\.aliases, name.lastName) { last in
            paths(declaring: last).contains { path in
                file(path)?.document.types.contains { $0.kind == .typeAlias && $0.name == last } ?? true
            }
        }
    }

    /// Returns what the files of the tree declare outside of types under a name; nil if too many files say it to look at them.
    func globals(_ name: String) -> [SeamKit.Declaration]? {
        let paths = paths(saying: name)
        guard paths.count <= 200 else { return nil }
        return paths.compactMap { file($0) }.flatMap { file in
            file.document.declarations.flattened.filter { $0.kind == .function && $0.name == name || $0.binds(name) }
        }
    }
}

extension SeamKit.Declaration {
    /// Whether it is a property of this name, or several with one of it.
    func binds(_ name: String) -> Bool { kind == .property && bindings.contains { $0.name == name } }
}
