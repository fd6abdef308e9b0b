import Foundation
import SeamKit
import Synchronization

/// The files of a tree. Each is read and parsed once, when a name leads to it, unless the map's run has parsed it already.
final class TreeSources: Sendable {
    private let root: String
    private let analysis: Analysis.Options
    private let files: [SourceFile]
    /// What the map was made from.
    private let hashes: [String: String]
    /// The files that are read through links.
    private let linked: Set<String>
    private let problems: [SourceProblem]
    private let known = Mutex(Known())
    private let lazyWords = Lazy<TreeWords>()
    private let lazyOtherFiles = Lazy<OtherFiles>()
    private let lazyReferences = Lazy<[String: Set<String>]>()
    private let lazyInterfaces = Lazy<[String: Set<String>]>()
    private let lazyUnread = Lazy<UnreadSources>()
    private let lazyPrincipals = Lazy<Set<String>>()

    /// What was read so far.
    private struct Known {
        var bytes: [String: [UInt8]] = [:]
        var parsed: [String: ParsedFile] = [:]
        /// The paths of the files that contain some words.
        var saying: [[String]: [String]] = [:]
    }

    init(root: String, map: CodeMap, analysis: Analysis.Options) {
        (self.root, self.analysis, files, problems) = (root, analysis, map.files, map.problems)
        hashes = Dictionary(map.files.map { ($0.path, $0.contentHash) }, uniquingKeysWith: { first, _ in first })
        linked = Set(map.files.lazy.filter(\.isLinked).map(\.path))
    }

    /// Returns the file with its tree; nil if it can't be read, or has changed since the map was made.
    func file(_ path: String) -> ParsedFile? {
        if let file = known.withLock({ $0.parsed[path] }) { return file }
        let file: ParsedFile
        if let (bytes, tree) = analysis.trees?.tree(at: path) {
            file = ParsedFile(path: path, bytes: bytes, tree: tree, isLinked: linked.contains(path))
        } else {
            guard let bytes = bytes(path) else { return nil }
            let hash = bytes.withUnsafeBufferPointer { ContentHash(of: $0).hexadecimal }
            guard hashes[path].map({ $0.isEmpty || $0 == hash }) ?? true else { return nil }
            guard let parsed = ParsedFile(path: path, bytes: bytes, isLinked: linked.contains(path)) else { return nil }
            file = parsed
        }
        return known.withLock { known in
            // Nodes are compared by their tree, so there is one for each file.
            if let other = known.parsed[path] { return other }
            known.parsed[path] = file
            return file
        }
    }

    /// Parses files on all threads, so that they are there when they are requested.
    func parse(_ paths: [String]) {
        _ = Workers.map(paths.count, threads: analysis.workers, state: {}) { [self] _, position in
            _ = file(paths[position])?.owners
        }
    }

    /// Returns the bytes of any file of the tree; nil if it can't be read.
    func bytes(_ path: String) -> [UInt8]? {
        if let bytes = known.withLock({ $0.bytes[path] }) { return bytes }
        guard let read = FileReader.bytes(at: root + "/" + path, limit: SourceLimits.listSize) else { return nil }
        known.withLock { $0.bytes[path] = read }
        return read
    }

    /// Returns whether a list of properties names a type as the principal class of an extension, or the storyboard that it starts with.
    func isPrincipal(_ name: String) -> Bool {
        lazyPrincipals.value {
            let lists = otherFiles.resources.filter { $0.hasSuffix(".plist") }.compactMap(bytes).map {
                String(decoding: $0, as: UTF8.self)
            }
            let classes = lists.flatMap { Self.values(of: "NSExtensionPrincipalClass", in: $0) }.map(\.lastName)
            let storyboards = lists.flatMap { Self.values(of: "NSExtensionMainStoryboard", in: $0) }
            let first = otherFiles.resources.filter { path in
                storyboards.contains { path.hasSuffix("/\($0).storyboard") }
            }
            return Set(classes + first.compactMap(bytes).compactMap(Self.firstType))
        }.contains(name)
    }

    /// Returns the texts under a key of a list of properties.
    private static func values(of key: String, in list: String) -> [String] {
        list.split(separator: "<key>\(key)</key>").dropFirst().compactMap { rest in
            rest.split(separator: "<string>").dropFirst().first?.split(separator: "<").first.map(String.init)
        }
    }

    /// Returns the type of the controller that a storyboard starts with; nil if that has none of its own.
    private static func firstType(in storyboard: [UInt8]) -> String? {
        let text = String(decoding: storyboard, as: UTF8.self)
        guard let id = text.firstMatch(of: /initialViewController="([^"]*)"/)?.1 else { return nil }
        let element = text.split(separator: "<").first { $0.contains(" id=\"\(id)\"") }
        return element?.firstMatch(of: /customClass="([^"]*)"/).map { String($0.1) }
    }

    /// Returns the names in a folder of the tree; none if it can't be read.
    func names(inFolder path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + path)) ?? []
    }

    /// Returns the text of a file that configures a tool; nil if it can't be read. What a link leads to is no part of the tree.
    func text(ofSetting path: String) -> String? {
        guard FileReader.mayExist(root + "/" + path), WritableTree(root: root).refusal(for: path) == nil else {
            return nil
        }
        return FileReader.text(at: root + "/" + path, limit: 1 << 20)
    }

    /// Returns whether there is a file at a path of the tree.
    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + "/" + path) }

    // MARK: Words

    /// Returns the paths of the files that contain all these words, in code or elsewhere.
    func paths(saying words: [String]) -> [String] {
        if let found = known.withLock({ $0.saying[words] }) { return found }
        let found = self.words.files(saying: words).map { files[$0].path }.filter { path in
            guard let bytes = bytes(path) else { return false }
            return words.allSatisfy { WordSearch.contains($0, in: bytes) }
        }
        known.withLock { $0.saying[words] = found }
        return found
    }

    /// Returns whether the tree contains `Name.init` without an immediate call.
    func hasReferenceToInitializer(_ name: String) -> Bool {
        paths(saying: [name, "init"]).contains { path in
            bytes(path).map { WordSearch.isValue(name + ".init", in: $0) } ?? true
        }
    }

    /// Returns whether a file that contains the name inspects instances with `dump`, or with a `Mirror`, if not only by names.
    func isReflected(_ name: String) -> Bool { isNamed(name, with: "dump", "Mirror") { !$0.isReflectingByName } }

    /// Returns whether a file that contains the name measures values, or reads their bytes.
    func isMeasured(_ name: String) -> Bool { isNamed(name, with: "MemoryLayout", "unsafeBitCast") { _ in true } }

    private func isNamed(_ name: String, with words: String..., where counts: (ParsedFile) -> Bool) -> Bool {
        words.contains { word in
            paths(saying: [name, word]).contains { path in
                file(path).map { $0.hasName(name) && counts($0) } == true
            }
        }
    }

    private var words: TreeWords {
        lazyWords.value { TreeWords(of: files, root: root, analysis: analysis) { [self] in bytes($0) } }
    }

    // MARK: Other files

    /// The files that are no Swift.
    var otherFiles: OtherFiles {
        lazyOtherFiles.value { OtherFiles(root: root, include: analysis.include, exclude: analysis.exclude) }
    }

    /// Returns whether Objective-C says a name: it may make, call or set what that means.
    func isSaidByObjectiveC(_ name: String) -> Bool {
        otherFiles.objectiveC.contains { path in bytes(path).map { WordSearch.contains(name, in: $0) } ?? true }
    }

    /// Returns whether a storyboard or another file of Interface Builder makes objects of a type with this last name.
    func isNamedByInterfaceBuilder(_ name: String) -> Bool { interfaces[name] != nil }

    /// Returns whether a resource names a type, and not only as what owns a file of Interface Builder: that isn't made by it.
    func names(_ type: String, in resource: String) -> Bool {
        guard let bytes = bytes(resource) else { return true }
        return WordSearch.contains(type, in: bytes)
            && (resource.hasSuffix(".plist")
                || Self.elements(of: bytes).contains { WordSearch.contains(type, in: Array($0.utf8)) })
    }

    /// The elements of a file of Interface Builder, without its owner.
    private static func elements(of bytes: [UInt8]) -> [Substring] {
        String(decoding: bytes, as: UTF8.self).split(separator: "<").filter { !isOwner($0) }
    }

    /// Returns whether an element stands for the owner of its file: `<placeholder`, or an object of this number on macOS.
    private static func isOwner(_ element: Substring) -> Bool {
        element.hasPrefix("placeholder ") || element.hasPrefix("customObject id=\"-2\"")
    }

    /// Returns the types that a file of Interface Builder makes objects of: not its owner's.
    private static func types(in bytes: [UInt8]) -> [String] {
        WordSearch.places(of: "customClass=\"", in: bytes[...]).filter { place in
            let element = bytes[..<place].lastIndex(of: UInt8(ascii: "<")).map { bytes[($0 + 1)..<place] }
            return element.map { !isOwner(Substring(decoding: $0, as: UTF8.self)) } ?? true
        }.map { place in
            let name = bytes[(place + "customClass=\"".utf8.count)...]
            return String(decoding: name.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        }
    }

    /// The names of the files of Interface Builder that make objects of each type, without their extensions.
    var interfaces: [String: Set<String>] {
        lazyInterfaces.value {
            var result: [String: Set<String>] = [:]
            for path in otherFiles.resources where !path.hasSuffix(".plist") {
                let file = path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? path
                for type in bytes(path).map(Self.types) ?? [] { result[type, default: []].insert(file) }
            }
            return result
        }
    }

    /// The names of the storyboards that each file of Interface Builder refers to.
    var interfaceReferences: [String: Set<String>] {
        lazyReferences.value {
            var result: [String: Set<String>] = [:]
            for path in otherFiles.resources where !path.hasSuffix(".plist") {
                let file = path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? path
                let mark = "storyboardName=\""
                guard let bytes = bytes(path), WordSearch.contains("storyboardName", in: bytes) else { continue }
                let named = String(decoding: bytes, as: UTF8.self).split(separator: mark).dropFirst()
                result[file, default: []].formUnion(named.map { String($0.prefix { $0 != "\"" }) })
            }
            return result
        }
    }

    /// The files of the map, without those of tests.
    var withoutTests: [SourceFile] { files.filter { !$0.isTest } }

    /// The sources that weren't read whole.
    var unread: UnreadSources { lazyUnread.value { UnreadSources(problems) { [self] in bytes($0) } } }
}

extension ParsedFile {
    /// Whether the file asks each `Mirror` only for values by their names, so that it doesn't see what else there is.
    fileprivate var isReflectingByName: Bool {
        tokens("dump").isEmpty
            && tokens("Mirror").allSatisfy { token in
                guard let name = token.nameNode, !name.isMember, let mirror = name.call?.expression else {
                    return false
                }
                guard let local = mirror.valued?.part?.name, let function = token.outerDeclaration?.function else {
                    return isByName(mirror)
                }
                let mentions = tokens(local, in: function.plainNode).compactMap(\.nameNode)
                return mentions.allSatisfy { isByName($0.expression) }
            }
    }

    private func isByName(_ mirror: ExpressionNode) -> Bool {
        guard let member = mirror.readMember, member.name == "descendant", let call = member.expression.calling else {
            return false
        }
        return call.values.allSatisfy { $0.literalType == "String" }
    }
}
