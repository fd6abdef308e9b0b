import Foundation
import SeamKit
import SwiftSyntax
import Synchronization

/// Finds the files that declare or extend a type, and parses those that are requested.
///
/// All files are read once; a file is parsed when a name leads to it. Several threads can share an index.
final class TypeIndex: Sendable {
    private let root: String
    private let modules: [String: Module]
    private let moduleOfFile: [String: String]
    /// The other modules that compile a file too, if there are any.
    private let otherModules: [String: [String]]
    private let paths: [String]
    private let threads: Int
    private let known = Mutex(Known())
    private let scan = Lazy<Scan>()
    private let words = Lazy<[WordSet]>()

    /// What was read so far.
    private struct Known {
        var bytes: [String: [UInt8]] = [:]
        var parsed: [String: ParsedFile] = [:]
        var isolation: [String: DefaultIsolation] = [:]
        var declarations: [String: [Declaration]] = [:]
        var memberNames: [String: Set<String>] = [:]
        var values: [String: FunctionValue] = [:]
    }

    /// A declaration or an extension of a type.
    typealias Declaration = (file: ParsedFile, owner: OwnerDecl)

    /// The files by the last names of the types that they declare or extend, and what the words of all files indicate.
    private struct Scan {
        var files: [String: [String]] = [:]
        var words = WordScan()
    }

    /// - Parameter threads: the number of threads that read all files.
    init(root: String, map: CodeMap, threads: Int = 1) {
        self.root = root
        self.threads = threads
        paths = map.files.map(\.path)
        modules = Dictionary(map.modules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        moduleOfFile = Dictionary(map.files.map { ($0.path, $0.module) }, uniquingKeysWith: { first, _ in first })
        let shared = map.files.filter { !$0.alsoIn.isEmpty }.map { ($0.path, $0.alsoIn) }
        otherModules = Dictionary(shared, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the file with its tree; nil if it can't be read.
    func file(_ path: String) -> ParsedFile? {
        if let file = known.withLock({ $0.parsed[path] }) { return file }
        guard let bytes = read(path) else { return nil }
        let file = ParsedFile(path: path, bytes: bytes)
        return known.withLock { known in
            // Nodes are compared by their tree, so there is one for each file.
            if let other = known.parsed[path] { return other }
            known.parsed[path] = file
            return file
        }
    }

    /// Returns all declarations and extensions of types with this last name.
    func declarations(of name: String) -> [Declaration] {
        let simple = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
        if let found = known.withLock({ $0.declarations[simple] }) { return found }
        let found = (scanned.files[simple] ?? []).flatMap { path -> [Declaration] in
            guard let file = file(path) else { return [] }
            return file.owners.filter { $0.simpleName == simple }.map { (file, $0) }
        }
        known.withLock { $0.declarations[simple] = found }
        return found
    }

    /// Returns the names of everything that a type with this last name and its extensions declare.
    func memberNames(of name: String) -> Set<String> {
        if let names = known.withLock({ $0.memberNames[name] }) { return names }
        let names = Set(declarations(of: name).flatMap(\.owner.memberNames))
        known.withLock { $0.memberNames[name] = names }
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
        if let only = type(name) { return only }
        let module = module(ofFile: accessor.file)
        let own = declarations(of: name).filter {
            $0.owner.kind != .extension && $0.owner.name == name && self.module(ofFile: $0.file.path) == module
        }
        return own.count == 1 ? own[0] : nil
    }

    /// Returns the declaration of a service's type.
    func type(of service: Service) -> Declaration? { type(service.typeName, of: service.accessor) }

    /// Returns whether a type, or something that it inherits from in the tree, names one of these, with a module or without.
    func conforms(_ name: String, to protocols: Set<String>) -> Bool {
        var seen: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            guard seen.insert(next).inserted else { continue }
            let inherited = declarations(of: next).flatMap(\.owner.inherited)
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
        var open = declarations(of: name).flatMap(\.owner.inherited)
        while let next = open.popLast() {
            guard seen.insert(plainName(next)).inserted else { continue }
            open += declarations(of: next).flatMap(\.owner.inherited)
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

    /// Returns the paths of the files that contain all these words, in code or elsewhere.
    ///
    /// The first call reads all files; the others are quick.
    func paths(saying words: String...) -> [String] {
        let sets = self.words.value {
            Workers.map(paths.count, threads: threads) {
                ()
            } body: { [self] _, position in
                WordSet(read(paths[position]) ?? [])
            }
        }
        let wanted = words.map { Array($0.utf8) }
        let near = zip(paths, sets).filter { _, set in wanted.allSatisfy { set.mayContain($0) } }.map(\.0)
        return near.filter { path in
            guard let bytes = read(path) else { return false }
            return wanted.allSatisfy { WordScan.contains($0, in: bytes) }
        }
    }

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
        return paths.contains { moduleOfFile[$0] == other && file($0)?.imports.contains(module) == true }
    }

    /// Returns the module that a file has to import to say an accessor; nil if it sees it, or the module's name isn't known.
    func missing(_ service: Service, of singleton: Singleton, in file: ParsedFile) -> String? {
        let isFramework = singleton.shape == .framework
        let module = isFramework ? singleton.module : self.module(ofFile: service.accessor.file)
        guard module != self.module(ofFile: file.path), !file.imports.contains(module) else { return nil }
        // Frameworks export others, and a folder's name may not be that of its module.
        if isFramework { return file.imports.isDisjoint(with: Gatherer.frameworks) ? module : nil }
        return modules[module].map { $0.origin != .folder } == true ? module : nil
    }

    /// Returns the module that a file has to import to name a service's type; nil if it sees it, or the module's name isn't known.
    func missing(typeOf service: Service, in file: ParsedFile) -> String? {
        guard !service.isOwnType, let type = type(of: service) else { return nil }
        let module = module(ofFile: type.file.path)
        guard module != self.module(ofFile: file.path), !file.imports.contains(module),
            modules[module].map({ $0.origin != .folder }) == true,
            !paths(saying: "_exported", module).contains(where: { file.imports.contains(self.module(ofFile: $0)) })
        else { return nil }
        return module
    }

    /// Returns whether there is a file at a path of the tree.
    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + "/" + path) }

    /// Returns whether a class of the tree may inherit from a type with this last name.
    func isInherited(_ name: String) -> Bool { scanned.words.inherited.contains(name) }

    /// Returns how the tree may use a static function of a type, or a function of a file, as a value.
    func value(of function: String, in owner: OwnerDecl) -> FunctionValue {
        let key = "\(owner.simpleName) \(function)"
        if let known = known.withLock({ $0.values[key] }) { return known }
        let isInherited = isInherited(owner.simpleName)
        var result = FunctionValue.none
        // Elsewhere the function stands behind the name of its type.
        let paths = owner.kind == .file ? paths(saying: function) : paths(saying: function, owner.simpleName)
        for path in paths {
            guard let bytes = read(path), WordScan.isValue(function, in: bytes), let file = file(path) else { continue }
            let found = FunctionValueFinder.find(
                function,
                of: owner.simpleName,
                isInherited: isInherited,
                in: file.tree
            )
            if found != .none { result = result == .untyped ? .untyped : found }
        }
        known.withLock { $0.values[key] = result }
        return result
    }

    /// Returns whether the tree contains `Name.init` without an immediate call.
    func hasReferenceToInitializer(_ name: String) -> Bool { scanned.words.initialized.contains(name) }

    /// Returns whether a file that contains the name inspects instances with `dump` or `Mirror`.
    func isReflected(_ name: String) -> Bool { isNamed(name, in: scanned.words.reflecting) }

    /// Returns whether a file that contains the name measures values, or reads their bytes.
    func isMeasured(_ name: String) -> Bool { isNamed(name, in: scanned.words.measuring) }

    private func isNamed(_ name: String, in paths: [String]) -> Bool {
        paths.contains { file($0)?.names.contains(name) == true }
    }

    /// Returns the default isolation of declarations in the module of a file.
    func defaultIsolation(ofFile path: String) -> DefaultIsolation { defaultIsolation(ofModule: module(ofFile: path)) }

    /// Returns the default isolation of declarations in a module.
    func defaultIsolation(ofModule name: String) -> DefaultIsolation {
        if let isolation = known.withLock({ $0.isolation[name] }) { return isolation }
        var result = DefaultIsolation.nonisolated
        if let module = modules[name], let text = readText(module.manifest) {
            result =
                module.origin == .xcode
                ? DefaultIsolation(project: text) : DefaultIsolation(manifest: text, target: name)
        }
        known.withLock { [result] in $0.isolation[name] = result }
        return result
    }

    private func readText(_ path: String) -> String? {
        path.isEmpty ? nil : read(path).map { String(decoding: $0, as: UTF8.self) }
    }

    private func read(_ path: String) -> [UInt8]? {
        if let bytes = known.withLock({ $0.bytes[path] }) { return bytes }
        guard let data = FileManager.default.contents(atPath: root + "/" + path) else { return nil }
        let read = [UInt8](data)
        known.withLock { $0.bytes[path] = read }
        return read
    }

    private var scanned: Scan {
        scan.value {
            let parts = Workers.map(paths.count, threads: threads) {
                ()
            } body: { [self] _, position in
                var words = WordScan()
                let names = read(paths[position]).map { words.scan($0, path: paths[position]) } ?? []
                return (names: names, words: words)
            }
            var result = Scan()
            for (path, part) in zip(paths, parts) {
                for name in part.names { result.files[name, default: []].append(path) }
                result.words.add(part.words)
            }
            return result
        }
    }
}

/// The default isolation of declarations.
enum DefaultIsolation: Sendable {
    case nonisolated
    case mainActor
    case unknown

    init(manifest: String, target: String) {
        let setting = "defaultIsolation(MainActor.self)"
        guard manifest.contains(setting) else {
            self = .nonisolated
            return
        }
        // The reader doesn't determine the target of the setting, so the name must be the only one in the manifest.
        let targets = manifest.components(separatedBy: "arget(").count - 1
        self = targets == 1 ? .mainActor : .unknown
    }

    init(project: String) {
        self = project.contains("SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor") ? .unknown : .nonisolated
    }
}

/// How code uses a function, other than by calling it.
enum FunctionValue: Sendable {
    /// It only calls it.
    case none
    /// As a value whose type is known from the place: a second function of the name changes nothing.
    case typed
    /// As a value that has its type from the function.
    case untyped
}

/// Finds a static function that is used as a value, by its own name or as a member of its type.
private final class FunctionValueFinder: SyntaxVisitor {
    private let function: String
    private let type: String
    private let isInherited: Bool
    private var found = FunctionValue.none

    private init(_ function: String, of type: String, isInherited: Bool) {
        (self.function, self.type, self.isInherited) = (function, type, isInherited)
        super.init(viewMode: .sourceAccurate)
    }

    static func find(
        _ function: String,
        of type: String,
        isInherited: Bool,
        in tree: SourceFileSyntax
    ) -> FunctionValue {
        let finder = FunctionValueFinder(function, of: type, isInherited: isInherited)
        finder.walk(tree)
        return finder.found
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        guard node.baseName.text == function else { return .visitChildren }
        var expression = Syntax(node)
        if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id {
            // Members of a value are no statics, and those of another type are not this function.
            let base = member.base?.trimmedDescription ?? ""
            let isNear = ["self", "Self"].contains(base) || base.hasPrefix("type(of:")
            let isType = base.split(separator: ".").last?.first?.isUppercase == true
            guard isNear || isType else { return .visitChildren }
            expression = Syntax(member)
        } else if !isInside(node) {
            return .visitChildren
        }
        if let special = expression.parent?.as(GenericSpecializationExprSyntax.self) { expression = Syntax(special) }
        let isCalled = expression.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == expression.id
        guard node.argumentNames != nil || !isCalled else { return .visitChildren }
        let binding = expression.parent?.as(InitializerClauseSyntax.self)?.parent?.as(PatternBindingSyntax.self)
        let isUntyped = binding.map { $0.typeAnnotation == nil } ?? false
        if found != .untyped { found = isUntyped && node.argumentNames == nil ? .untyped : .typed }
        return .visitChildren
    }

    /// Returns whether a name without a type before it stands in the type, or in a class that may inherit the function.
    private func isInside(_ node: DeclReferenceExprSyntax) -> Bool {
        // A function of a file can be named everywhere.
        if type.isEmpty { return true }
        var around = node.parent
        while let current = around {
            if isInherited, current.is(ClassDeclSyntax.self) { return true }
            if let named = OwnerDecl(current), named.name.split(separator: ".").contains(Substring(type)) {
                return true
            }
            around = current.parent
        }
        return false
    }
}
