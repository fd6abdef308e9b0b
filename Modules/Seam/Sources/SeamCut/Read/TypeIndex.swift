import SeamKit
import Synchronization

/// Finds the declarations and extensions of types by their names. Several threads can share an index.
final class TypeIndex: Sendable {
    let sources: TreeSources
    let modules: TreeModules
    private let memory: Memory
    private let lazyLaunch: Lazy<Launch>
    /// The calls of initializers on types that are values.
    let lazyDynamicCalls: Lazy<[Construction]>
    /// The module for which names are looked up; nil for the whole tree.
    private let viewer: String?

    /// What was found so far.
    private struct Known {
        var declarations: [String: [Declaration]] = [:]
        var memberNames: [String: Set<String>] = [:]
        var inheritedNames: [String: MemberNames] = [:]
        var values: [String: FunctionValue] = [:]
    }

    private final class Memory: Sendable {
        let known = Mutex(Known())
        let makers = Makers()
        let lifetimes = Lifetimes()
    }

    /// A declaration or an extension of a type.
    typealias Declaration = (file: ParsedFile, owner: OwnerDecl)

    /// - Parameter analysis: the options with which the map was made.
    init(root: String, map: CodeMap, analysis: Analysis.Options = Analysis.Options()) {
        sources = TreeSources(root: root, map: map, analysis: analysis)
        modules = TreeModules(map, sources: sources)
        (memory, lazyLaunch, lazyDynamicCalls, viewer) = (Memory(), Lazy(), Lazy(), nil)
    }

    private init(_ other: TypeIndex, viewer: String) {
        (sources, modules, memory, lazyLaunch) = (other.sources, other.modules, other.memory, other.lazyLaunch)
        lazyDynamicCalls = other.lazyDynamicCalls
        self.viewer = viewer
    }

    /// Returns the index as code of a file sees it: a type of its module hides those of the same name in other modules.
    func seen(from path: String) -> TypeIndex { TypeIndex(self, viewer: module(ofFile: path)) }

    /// The calls that make instances.
    var makers: Makers { memory.makers }
    /// What makes and keeps instances.
    var lifetimes: Lifetimes { memory.lifetimes }
    /// What the programs of the tree do when they are launched.
    var launch: Launch { lazyLaunch.value { [self] in Launch(index: self) } }

    func file(_ path: String) -> ParsedFile? { sources.file(path) }
    func bytes(_ path: String) -> [UInt8]? { sources.bytes(path) }
    func isInherited(_ name: String) -> Bool { sources.isInherited(name) }
    func paths(declaring name: String) -> [String] { sources.paths(declaring: name) }
    func paths(saying words: String...) -> [String] { sources.paths(saying: words) }

    func module(_ name: String) -> Module? { modules.module(name) }
    func module(ofFile path: String) -> String { modules.module(ofFile: path) }
    func isSeen(_ module: String, from other: String) -> Bool { modules.isSeen(module, from: other) }
    func isTest(_ path: String) -> Bool { modules.isTest(path) }
    func defaultIsolation(ofFile path: String) -> DefaultIsolation {
        modules.defaultIsolation(ofModule: module(ofFile: path))
    }

    /// Returns all declarations and extensions of types with this last name.
    func declarations(of name: String) -> [Declaration] {
        let simple = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[name.index(after: $0)...]) } ?? name
        if let found = memory.known.withLock({ $0.declarations[simple] }) { return visible(found) }
        let found = paths(declaring: simple).compactMap(file).flatMap { file in
            file.owners.filter { $0.simpleName == simple }.map { (file, $0) }
        }
        memory.known.withLock { $0.declarations[simple] = found }
        return visible(found)
    }

    /// Removes the types that one of the viewer's module hides, with their extensions there.
    private func visible(_ all: [Declaration]) -> [Declaration] {
        guard let viewer, all.count > 1 else { return all }
        var homes: [String: Set<String>] = [:]
        for (file, owner) in all where owner.kind != .extension {
            homes[owner.name, default: []].insert(module(ofFile: file.path))
        }
        return all.filter { file, owner in
            guard let modules = homes[owner.name], modules.contains(viewer) else { return true }
            let home = module(ofFile: file.path)
            return home == viewer || !modules.contains(home)
        }
    }

    /// Returns the names of everything that a type and its extensions declare.
    func memberNames(of name: String) -> Set<String> {
        let key = "\(viewer ?? "") \(name)"
        if let names = memory.known.withLock({ $0.memberNames[key] }) { return names }
        let names = Set(exactParts(of: name).flatMap(\.owner.memberNames))
        memory.known.withLock { $0.memberNames[key] = names }
        return names
    }

    /// Returns the names of the members that a type has and inherits.
    func inheritedNames(of owner: OwnerDecl) -> MemberNames {
        let key = "\(viewer ?? "") \(owner.name)"
        if let names = memory.known.withLock({ $0.inheritedNames[key] }) { return names }
        let names = MemberNames(of: owner, index: self)
        memory.known.withLock { $0.inheritedNames[key] = names }
        return names
    }

    /// Returns the declaration of a type, without its extensions; nil if there is none, or there are several.
    func type(_ name: String) -> (file: ParsedFile, owner: OwnerDecl)? {
        let all = declarations(of: name).filter { $0.owner.kind != .extension }
        if all.count == 1 { return all[0] }
        let exact = all.filter { $0.owner.name == name }
        return exact.count == 1 ? exact[0] : nil
    }

    /// Returns the declaration of an instance's type: of several, the one in the module of the accessor.
    func type(_ name: String, of accessor: Singleton.Accessor) -> Declaration? {
        if let only = seen(from: accessor.file).type(name) { return only }
        let module = module(ofFile: accessor.file)
        let own = declarations(of: name).filter {
            $0.owner.kind != .extension && $0.owner.name == name && self.module(ofFile: $0.file.path) == module
        }
        return own.count == 1 ? own[0] : nil
    }

    /// Returns the declaration of an instance's type.
    func type(of instance: InjectedType) -> Declaration? { type(instance.typeName, of: instance.accessor) }

    /// Says which attributes isolate to a global actor.
    var globalActors: GlobalActors {
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
        let key = "\(owner.simpleName) \(function)"
        if let known = memory.known.withLock({ $0.values[key] }) { return known }
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
        memory.known.withLock { $0.values[key] = result }
        return result
    }
}

extension TypeIndex {
    /// Returns whether a type, or something that it inherits from in the tree, names one of these, with a module or without.
    func conforms(_ name: String, to protocols: Set<String>) -> Bool {
        var seen: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            guard seen.insert(next).inserted else { continue }
            let inherited = exactParts(of: next).flatMap(\.owner.inherited)
            if inherited.contains(where: { protocols.contains(plainName($0)) }) { return true }
            open += inherited
        }
        return false
    }

    /// Returns a name without what stands before its first dot, if that is no type of the tree, and so a module.
    private func plainName(_ name: String) -> String {
        guard let dot = name.firstIndex(of: "."), declarations(of: String(name[..<dot])).isEmpty else { return name }
        return String(name[name.index(after: dot)...])
    }

    /// Returns what a type inherits from outside the tree, directly or by what it inherits from in the tree.
    func inherited(by name: String) -> Set<String> {
        var seen: Set<String> = []
        var open = exactParts(of: name).flatMap(\.owner.inherited)
        while let next = open.popLast() {
            guard seen.insert(plainName(next)).inserted else { continue }
            open += exactParts(of: next).flatMap(\.owner.inherited)
        }
        // What is only extended here is declared elsewhere.
        return seen.filter { declarations(of: $0).allSatisfy { $0.owner.kind == .extension } }
    }

    /// Returns the superclasses of a type that are in the tree.
    func superclasses(of owner: OwnerDecl) -> [OwnerDecl] {
        var result: [OwnerDecl] = []
        var open = owner.inherited
        while let name = open.popLast() {
            guard let found = type(name)?.owner, found.kind == .class,
                !result.contains(where: { $0.name == found.name })
            else { continue }
            result.append(found)
            open += found.inherited
        }
        return result
    }

    /// Returns the declarations and extensions of a type: if one has exactly this name, none of a type in another one.
    func exactParts(of name: String) -> [Declaration] {
        let all = declarations(of: name)
        let exact = all.filter { $0.owner.name == name }
        return exact.contains { $0.owner.kind != .extension } ? exact : all
    }

    /// Returns the names of a type, its subclasses and the other names for them, and all that they inherit.
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
    /// Returns the declarations and extensions of the type with this name, with the names of the types around it.
    func parts(of name: String) -> [SeamKit.Declaration] {
        declarations(of: name).filter { $0.owner.name == name }.compactMap { found in
            found.owner.node.declaration(in: found.file.document)
        }
    }

    /// Returns the type that a name means inside of another; nil if the tree doesn't declare it there, or more than once.
    ///
    /// - Parameter scope: the type around the place, with those around it; nil for none.
    func typeName(_ name: String, inside scope: String?) -> String? {
        let all = declarations(of: name).filter { $0.owner.kind != .extension && !$0.owner.isLocal }
        var names = scope?.split(separator: ".").map(String.init) ?? []
        while true {
            let full = (names + [name]).joined(separator: ".")
            let found = all.filter { $0.owner.name == full }
            if !found.isEmpty { return found.count == 1 ? full : nil }
            guard !names.isEmpty else { return nil }
            names.removeLast()
        }
    }

    /// Returns whether the tree has another name for a type, with this last name.
    func isAlias(_ name: String) -> Bool {
        let last = name.lastName
        return paths(declaring: last).contains { path in
            file(path)?.document.types.contains { $0.kind == .typeAlias && $0.name == last } ?? true
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
