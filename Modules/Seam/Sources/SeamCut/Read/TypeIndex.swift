import Foundation
import SeamKit
import SwiftSyntax
import Synchronization

/// Finds the files that declare or extend a type, and parses those that are requested.
///
/// A file is parsed when a name leads to it, unless the map's run has parsed it already. Several threads can share an index.
final class TypeIndex: Sendable {
    private let root: String
    private let modules: [String: Module]
    private let moduleOfFile: [String: String]
    /// The other modules that compile a file too, if there are any.
    private let otherModules: [String: [String]]
    /// What the map was made from.
    private let hashes: [String: String]
    private let files: [SourceFile]
    private let analysis: Analysis.Options
    private let memory: Memory
    /// The files that are read through links.
    private let linked: Set<String>
    private let lazyWords: Lazy<TreeWords>
    private let lazyOtherFiles: Lazy<OtherFiles>
    private let lazyInterfaceNames: Lazy<Set<String>>
    private let problems: [SourceProblem]
    private let lazyUnread: Lazy<UnreadSources>
    /// The module for which names are looked up; nil for the whole tree.
    private let viewer: String?

    /// What was read so far.
    private struct Known {
        var bytes: [String: [UInt8]] = [:]
        var parsed: [String: ParsedFile] = [:]
        var isolation: [String: DefaultIsolation] = [:]
        var declarations: [String: [Declaration]] = [:]
        var memberNames: [String: Set<String>] = [:]
        var inheritedNames: [String: MemberNames] = [:]
        var values: [String: FunctionValue] = [:]
    }

    private final class Memory: Sendable {
        let known = Mutex(Known())
    }

    /// A declaration or an extension of a type.
    typealias Declaration = (file: ParsedFile, owner: OwnerDecl)

    /// - Parameter analysis: the options with which the map was made.
    init(root: String, map: CodeMap, analysis: Analysis.Options = Analysis.Options()) {
        self.root = root
        self.analysis = analysis
        (memory, viewer, lazyInterfaceNames) = (Memory(), nil, Lazy())
        (lazyWords, lazyOtherFiles, lazyUnread) = (Lazy(), Lazy(), Lazy())
        (files, problems) = (map.files, map.problems)
        linked = Set(map.files.lazy.filter(\.isLinked).map(\.path))
        // A folder with files that no target compiles may have the name of a target.
        modules = Dictionary(map.modules.map { ($0.name, $0) }) { $0.origin == .folder ? $1 : $0 }
        hashes = Dictionary(map.files.map { ($0.path, $0.contentHash) }, uniquingKeysWith: { first, _ in first })
        moduleOfFile = Dictionary(map.files.map { ($0.path, $0.module) }, uniquingKeysWith: { first, _ in first })
        let shared = map.files.filter { !$0.alsoIn.isEmpty }.map { ($0.path, $0.alsoIn) }
        otherModules = Dictionary(shared, uniquingKeysWith: { first, _ in first })
    }

    private init(_ other: TypeIndex, viewer: String) {
        (root, analysis, files, problems) = (other.root, other.analysis, other.files, other.problems)
        (modules, moduleOfFile, otherModules) = (other.modules, other.moduleOfFile, other.otherModules)
        (hashes, linked, memory) = (other.hashes, other.linked, other.memory)
        (lazyWords, lazyOtherFiles, lazyUnread) = (other.lazyWords, other.lazyOtherFiles, other.lazyUnread)
        lazyInterfaceNames = other.lazyInterfaceNames
        self.viewer = viewer
    }

    /// Returns the index as code of a file sees it: a type of its module hides those of the same name in other modules.
    func seen(from path: String) -> TypeIndex { TypeIndex(self, viewer: module(ofFile: path)) }

    /// Returns the file with its tree; nil if it can't be read, or has changed since the map was made.
    func file(_ path: String) -> ParsedFile? {
        if let file = memory.known.withLock({ $0.parsed[path] }) { return file }
        let file: ParsedFile
        if let (bytes, tree) = analysis.trees?.tree(path) {
            file = ParsedFile(path: path, bytes: bytes, tree: tree, isLinked: linked.contains(path))
        } else {
            guard let bytes = read(path) else { return nil }
            let hash = bytes.withUnsafeBufferPointer { ContentHash($0).hexadecimal }
            guard hashes[path].map({ $0.isEmpty || $0 == hash }) ?? true else { return nil }
            guard let parsed = ParsedFile(path: path, bytes: bytes, isLinked: linked.contains(path)) else { return nil }
            file = parsed
        }
        return memory.known.withLock { known in
            // Nodes are compared by their tree, so there is one for each file.
            if let other = known.parsed[path] { return other }
            known.parsed[path] = file
            return file
        }
    }

    /// Parses files on all threads, so that they are there when they are requested.
    func parse(_ paths: [String]) {
        _ = Workers.map(paths.count, threads: analysis.workers) {
            ()
        } body: { [self] _, position in
            _ = file(paths[position])?.owners
        }
    }

    /// Returns all declarations and extensions of types with this last name.
    func declarations(of name: String) -> [Declaration] {
        let simple = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[name.index(after: $0)...]) } ?? name
        if let found = memory.known.withLock({ $0.declarations[simple] }) { return visible(found) }
        let found = words.files(declaring: simple).flatMap { position -> [Declaration] in
            guard let file = file(files[position].path) else { return [] }
            return file.owners.filter { $0.simpleName == simple }.map { (file, $0) }
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

    /// Returns the paths of the files that contain all these words, in code or elsewhere.
    func paths(saying words: String...) -> [String] {
        self.words.files(saying: words).map { files[$0].path }.filter { path in
            guard let bytes = read(path) else { return false }
            return words.allSatisfy { WordSearch.contains($0, in: bytes) }
        }
    }

    /// Returns the paths of the files that seem to declare or extend a type with this name, or to declare another name for one.
    func paths(declaring name: String) -> [String] { words.files(declaring: name).map { files[$0].path } }

    /// Returns whether a file is in a test module.
    func isTest(_ path: String) -> Bool { modules[moduleOfFile[path] ?? ""]?.isTest ?? false }

    /// Returns the module of a file; empty if the file isn't in the map.
    func module(ofFile path: String) -> String { moduleOfFile[path] ?? "" }

    /// Returns the modules that compile a file.
    func modules(compiling path: String) -> [String] { [module(ofFile: path)] + otherModules[path, default: []] }

    /// Returns whether all modules that compile a file compile another one too.
    func isCompiled(_ path: String, onlyWith other: String) -> Bool {
        let all = modules(compiling: other)
        return modules(compiling: path).allSatisfy(all.contains)
    }

    /// Returns a module of the map.
    func module(_ name: String) -> Module? { modules[name] }

    /// Returns whether code of a module can import another, according to the manifest or, without one, to some import.
    func isSeen(_ module: String, from other: String) -> Bool {
        guard let own = modules[other], module != other else { return true }
        if own.origin == .package { return own.dependencies.contains(module) }
        return files.contains { $0.module == other && file($0.path)?.imports.contains(module) == true }
    }

    /// Returns whether there is a file at a path of the tree.
    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + "/" + path) }

    /// Returns whether a class of the tree may inherit from a type with this last name.
    func isInherited(_ name: String) -> Bool { words.isInherited(name) }

    /// Returns how the tree may use a static function of a type, or a function of a file, as a value.
    func value(of function: String, in owner: OwnerDecl) -> FunctionValue {
        let key = "\(owner.simpleName) \(function)"
        if let known = memory.known.withLock({ $0.values[key] }) { return known }
        let isInherited = isInherited(owner.simpleName)
        var result = FunctionValue.none
        // Elsewhere the function stands behind the name of its type.
        let paths = owner.kind == .file ? paths(saying: function) : paths(saying: function, owner.simpleName)
        for path in paths {
            guard let bytes = read(path), WordSearch.isValue(function, in: bytes), let file = file(path) else {
                continue
            }
            let finder = FunctionValueFinder(type: owner.simpleName, isInherited: isInherited, file: file)
            let found = finder.find(function)
            if found != .none { result = result == .untyped ? .untyped : found }
        }
        memory.known.withLock { $0.values[key] = result }
        return result
    }

    /// Returns whether the tree contains `Name.init` without an immediate call.
    func hasReferenceToInitializer(_ name: String) -> Bool { words.hasReferenceToInitializer(name) }

    /// Returns whether a file that contains the name inspects instances with `dump` or `Mirror`.
    func isReflected(_ name: String) -> Bool { isNamed(name, in: words.reflecting) }

    /// Returns whether a file that contains the name measures values, or reads their bytes.
    func isMeasured(_ name: String) -> Bool { isNamed(name, in: words.measuring) }

    private func isNamed(_ name: String, in positions: [Int]) -> Bool {
        positions.contains { words.mayContain(name, at: $0) && file(files[$0].path)?.hasName(name) == true }
    }

    /// Returns the default isolation of declarations in the module of a file.
    func defaultIsolation(ofFile path: String) -> DefaultIsolation { defaultIsolation(ofModule: module(ofFile: path)) }

    /// Returns the default isolation of declarations in a module.
    func defaultIsolation(ofModule name: String) -> DefaultIsolation {
        if let isolation = memory.known.withLock({ $0.isolation[name] }) { return isolation }
        var result = DefaultIsolation.nonisolated
        if let module = modules[name], !module.manifest.isEmpty, let text = read(module.manifest) {
            result =
                module.origin == .xcode
                ? DefaultIsolation(project: text) : DefaultIsolation(manifest: text, target: name)
        }
        memory.known.withLock { [result] in $0.isolation[name] = result }
        return result
    }

    /// Returns the text of a file that configures a tool; nil if it can't be read. What a link leads to is no part of the tree.
    func text(ofSetting path: String) -> String? {
        guard FileReader.mayExist(root + "/" + path), WritableTree(root).refusal(path) == nil else { return nil }
        let reader = FileReader()
        return withExtendedLifetime(reader) {
            reader.read(root + "/" + path, limit: 1 << 20).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Returns the bytes of any file of the tree; nil if it can't be read.
    func bytes(_ path: String) -> [UInt8]? { read(path) }

    private func read(_ path: String) -> [UInt8]? {
        if let bytes = memory.known.withLock({ $0.bytes[path] }) { return bytes }
        let reader = FileReader()
        let found = withExtendedLifetime(reader) {
            reader.read(root + "/" + path, limit: SourceLimits.listSize).map { Array($0) }
        }
        guard let read = found else { return nil }
        memory.known.withLock { $0.bytes[path] = read }
        return read
    }

    /// The files that are no Swift.
    var otherFiles: OtherFiles {
        lazyOtherFiles.value { OtherFiles(root: root, include: analysis.include, exclude: analysis.exclude) }
    }

    /// Returns whether a storyboard or another file of Interface Builder makes objects of a type with this last name.
    func isNamedByInterfaceBuilder(_ name: String) -> Bool {
        let names = lazyInterfaceNames.value {
            let paths = otherFiles.resources.filter { !$0.hasSuffix(".plist") }
            return Set(
                paths.compactMap(read).flatMap { bytes in
                    String(decoding: bytes, as: UTF8.self).split(separator: "customClass=\"").dropFirst()
                        .map { String($0.prefix { $0 != "\"" }) }
                }
            )
        }
        return names.contains(name)
    }

    /// The sources that weren't read whole.
    var unread: UnreadSources {
        lazyUnread.value { UnreadSources(problems) { [self] in read($0) } }
    }

    private var words: TreeWords {
        lazyWords.value { TreeWords(of: files, root: root, analysis: analysis) { [self] in read($0) } }
    }
}

/// How code uses a function, other than by calling it.
enum FunctionValue: Sendable {
    /// It only calls the function.
    case none
    /// It uses the function as a value whose type the place determines, so a second function with the name changes nothing.
    case typed
    /// It uses the function as a value, and the value has its type from the function.
    case untyped
}

/// Finds a static function that is used as a value, by its own name or as a member of its type.
private struct FunctionValueFinder {
    let type: String
    let isInherited: Bool
    let file: ParsedFile

    func find(_ function: String) -> FunctionValue {
        let values = file.tokens(function).compactMap { $0.parent?.as(DeclReferenceExprSyntax.self) }
            .filter { $0.baseName.text == function }.map(value)
        return values.contains(.untyped) ? .untyped : values.contains(.typed) ? .typed : .none
    }

    private func value(_ node: DeclReferenceExprSyntax) -> FunctionValue {
        var expression = Syntax(node)
        if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id {
            // Members of a value are no statics, and those of another type are not this function.
            let base = member.base?.trimmedDescription ?? ""
            let isNear = ["self", "Self"].contains(base) || base.hasPrefix("type(of:")
            let isType = base.split(separator: ".").last?.first?.isUppercase == true
            guard isNear || isType else { return .none }
            expression = Syntax(member)
        } else if !isInside(node) {
            return .none
        }
        if let special = expression.parent?.as(GenericSpecializationExprSyntax.self) { expression = Syntax(special) }
        let isCalled = expression.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == expression.id
        guard node.argumentNames != nil || !isCalled else { return .none }
        let binding = expression.parent?.as(InitializerClauseSyntax.self)?.parent?.as(PatternBindingSyntax.self)
        let isUntyped = binding.map { $0.typeAnnotation == nil } ?? false
        return isUntyped && node.argumentNames == nil ? .untyped : .typed
    }

    /// Returns whether a name without a type before it stands in the type, or in a class that may inherit the function.
    private func isInside(_ node: DeclReferenceExprSyntax) -> Bool {
        // A function of a file can be named everywhere.
        if type.isEmpty { return true }
        var around = node.parent
        while let current = around {
            if isInherited, current.is(ClassDeclSyntax.self) { return true }
            if let named = DeclSyntax(current).flatMap(file.owner),
                named.name.split(separator: ".").contains(Substring(type))
            {
                return true
            }
            around = current.parent
        }
        return false
    }
}
