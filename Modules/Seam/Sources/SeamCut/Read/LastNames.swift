import SeamKit
import Synchronization

/// What last names may mean, where nobody can say more: in texts, in sources that weren't read, and where calls are found by a name.
///
/// Where a name has a place, the tree knows the one type that it means there.
final class LastNames: Sendable {
    typealias Declaration = CodeTree.Declaration

    private let graph: CodeGraph
    private let sources: TreeSources
    private let modules: TreeModules
    private let known = Mutex<[String: [Declaration]]>([:])
    private let aliases = Mutex<[String: Bool]>([:])
    private let globals = Mutex<[String: [SeamKit.Declaration]?]>([:])

    init(graph: CodeGraph, sources: TreeSources, modules: TreeModules) {
        (self.graph, self.sources, self.modules) = (graph, sources, modules)
    }

    /// Returns the paths of the files that declare or extend a type of a name, or have another name for one.
    func paths(declaring name: String) -> [String] { graph.files(declaring: name) }

    /// Returns whether the head of a class says a name, which may be that of any type.
    func isInherited(_ name: String) -> Bool { graph.mayHaveSubclass(called: name) }

    /// Returns all declarations and extensions of types with this last name, whichever type they belong to.
    func declarations(of name: String) -> [Declaration] {
        let name = name.lastName
        if let found = known.withLock({ $0[name] }) { return found }
        let found = paths(declaring: name).compactMap(sources.file).flatMap { file in
            file.owners.filter { $0.simpleName == name }.map { (file, $0) }
        }
        known.withLock { $0[name] = found }
        return found
    }

    /// Returns the declarations of types with this last name, without their extensions.
    func types(_ name: String) -> [Declaration] { declarations(of: name).filter { $0.owner.kind != .extension } }

    /// Returns whether the tree has another name for a type, with this last name.
    func isAlias(_ name: String) -> Bool {
        let name = name.lastName
        if let found = aliases.withLock({ $0[name] }) { return found }
        let found = paths(declaring: name).contains { path in
            sources.file(path)?.document.types.contains { $0.kind == .typeAlias && $0.name == name } ?? true
        }
        aliases.withLock { $0[name] = found }
        return found
    }

    /// Returns what the files of the tree declare outside of types under a name; nil if too many files declare it to look at them.
    func globals(_ name: String) -> [SeamKit.Declaration]? {
        if let found = globals.withLock({ $0[name] }) { return found }
        // A list hardly declares one with a capital letter, and types of that name often stand behind commas.
        let openers = ["var", "let", "func"] + (name.first?.isUppercase == true ? [] : [","])
        let paths = sources.paths(saying: [name]).filter { path in
            sources.bytes(path).map { WordSearch.declares(name, after: openers, in: $0) } ?? true
        }
        let isFew = paths.count <= 200
        let found: [SeamKit.Declaration]? =
            isFew
            ? paths.compactMap(sources.file).flatMap { file in
                file.document.declarations.flattened.filter {
                    $0.kind == .function && $0.name == name || $0.binds(name)
                }
            } : nil
        globals.withLock { $0[name] = .some(found) }
        return found
    }

    /// Returns the modules with a type of this name, or with another name for one on the level of a file.
    func homes(ofType name: String) -> [(module: String, isPublic: Bool)] {
        let types = self.types(name).map { ($0.file, $0.owner.modifiers) }
        let aliases = paths(declaring: name).compactMap(sources.file).flatMap { file in
            file.global.memberDecls.filter { $0.aliasName == name }.map { (file, $0.modifierList) }
        }
        return (types + aliases).map { file, modifiers in
            (modules.module(ofFile: file.path), modifiers.says("public", "open"))
        }
    }

    /// Returns the names of a type, its subclasses and the other names for them, and all that they inherit: what texts may say that
    /// nobody can look up, in Objective-C, in sources that weren't read, and after a dot with nothing before it.
    func relatives(of type: String) -> (names: Set<String>, inherited: Set<String>) {
        var names: Set<String> = []
        var inherited: Set<String> = []
        var open = [type]
        while let name = open.popLast() {
            guard names.insert(name).inserted else { continue }
            for path in sources.paths(saying: [name]) {
                guard let file = sources.file(path) else { continue }
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

extension SeamKit.Declaration {
    /// Whether it is a property of this name, or several with one of it.
    func binds(_ name: String) -> Bool { kind == .property && bindings.contains { $0.name == name } }
}
