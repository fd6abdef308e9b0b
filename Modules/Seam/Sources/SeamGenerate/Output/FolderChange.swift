import Foundation
import SeamKit

/// The changes to a folder that are necessary so that it contains exactly the generated files.
public struct FolderChange: Sendable {
    /// A file that differs from the generated one.
    public struct Item: Sendable {
        /// The path, relative to the folder.
        public var path: String
        /// The content on disk; nil if there is no file.
        public var old: String?
        /// The generated content; nil if the file is no longer generated.
        public var new: String?
        /// What `old` was read from.
        fileprivate var bytes: [UInt8]?
    }

    /// The folder.
    public let folder: String
    /// Files that differ, sorted by path.
    public let items: [Item]
    /// Files with the same paths that weren't generated, sorted.
    public let obstacles: [String]
    /// Why nothing may be written to the folder, as it is; nil if something may.
    public let refusal: String?
    private let tree: WritableTree
    /// What the paths of files in the tree begin with.
    private let prefix: String

    /// Compares generated files with the folder on disk.
    ///
    /// - Parameters:
    ///   - files: everything that the folder should contain.
    ///   - path: its path.
    ///   - root: the tree that the folder has to be inside of, its path then being relative; nil if a person named the folder.
    ///   - command: `mocks` or another word; files of other commands in the same folder are not touched.
    public init(files: [GeneratedFile], in path: String, of root: String? = nil, command: String) {
        folder = root.map { $0 + "/" + path } ?? path
        tree = WritableTree(root: root ?? path)
        prefix = root == nil ? "" : path + "/"
        let folder = folder
        var items: [Item] = []
        var obstacles: [String] = []
        let mark = GeneratedFile.mark + command
        for file in files {
            let path = folder + "/" + file.path
            let bytes = Self.bytes(at: path)
            let old = bytes.map { String(decoding: $0, as: UTF8.self) }
            if old == file.text { continue }
            // What can't be read may be anything.
            if old.map({ !$0.hasPrefix(mark) }) ?? FileReader.mayExist(path) {
                obstacles.append(file.path)
            } else {
                items.append(Item(path: file.path, old: old, new: file.text, bytes: bytes))
            }
        }
        let expected = Set(files.map(\.path))
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        for name in names ?? [] where name.hasSuffix(".swift") && !expected.contains(name) {
            guard let bytes = Self.bytes(at: folder + "/" + name), bytes.starts(with: mark.utf8) else { continue }
            let old = String(decoding: bytes, as: UTF8.self)
            items.append(Item(path: name, old: old, new: nil, bytes: bytes))
        }
        self.items = items.sorted { $0.path < $1.path }
        self.obstacles = obstacles.sorted()
        let places = [root == nil ? nil : path].compactMap(\.self) + self.items.map { [prefix] in prefix + $0.path }
        let isUnlisted = names == nil && FileReader.mayExist(folder)
        refusal =
            places.lazy.compactMap { [tree] in tree.refusal(for: $0)?.reason }.first
            ?? (isUnlisted ? "\(folder) can't be listed" : nil)
    }

    /// Returns the content of a file; nil if it can't be read.
    private static func bytes(at path: String) -> [UInt8]? { FileReader.bytes(at: path, limit: SourceLimits.listSize) }

    /// Why the folder could not be changed.
    public struct Failure: Error {
        /// A text for people.
        public var reason: String
    }

    /// Writes the files that differ and deletes those that are no longer generated. Each file is replaced atomically.
    public func apply() throws(Failure) {
        guard !items.isEmpty else { return }
        let isNew = !FileReader.mayExist(folder)
        var isWhole = false
        // A folder in which nothing could be written is not left behind.
        defer { if isNew, !isWhole { rmdir(folder) } }
        do {
            if prefix.isEmpty {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            for item in items {
                if let new = item.new {
                    let before = item.bytes.map { StagedFile.Before.content($0) } ?? .nothing
                    try FileWriter.replace(prefix + item.path, in: tree, with: Array(new.utf8), over: before)
                } else {
                    try FileWriter.remove(prefix + item.path, in: tree, having: item.bytes)
                }
            }
            isWhole = true
        } catch let failure as FileWriter.Failure {
            throw Failure(reason: failure.reason)
        } catch {
            throw Failure(reason: error.localizedDescription)
        }
    }
}
