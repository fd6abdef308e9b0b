import Foundation
import SeamKit

/// The Swift files of a tree, or of folders and files in it.
public struct SourceFolder: Sendable {
    /// Why sources can't be read.
    public struct Failure: Error {
        /// A text for people.
        public var message: String
    }

    private let root: String
    private let files: [String]

    /// Lists the Swift files below `root`.
    ///
    /// - Parameters:
    ///   - root: the path of a folder.
    ///   - include: folders and files that are read although their names suggest that they don't belong to the project.
    ///   - exclude: folders and files that are left out.
    public init(root: String, include: [String], exclude: [String]) throws(Failure) {
        let tree = SourceTree(root: root, include: include, exclude: exclude)
        if let problem = tree.problems.first { throw Failure(message: "\(problem.path): \(problem.message)") }
        self.root = root
        files = tree.swiftFiles
    }

    /// Returns whether there is a file with this name, in any folder.
    public func contains(fileNamed name: String) -> Bool {
        files.contains { $0 == name || $0.hasSuffix("/" + name) }
    }

    /// Returns the paths of the files at or below `paths`, sorted. All of them are relative to the root.
    public func files(_ paths: [String]) throws(Failure) -> [String] {
        var chosen: Set<String> = []
        for path in paths {
            let below = path.isEmpty || path == "." ? files : files.filter { $0 == path || $0.hasPrefix(path + "/") }
            if below.isEmpty { throw Failure(message: "there are no Swift files at \(path)") }
            chosen.formUnion(below)
        }
        return chosen.sorted()
    }

    /// Reads the files at or below `paths`, which are relative to the root.
    public func sources(_ paths: [String]) throws(Failure) -> [SourceText] {
        var sources: [SourceText] = []
        for path in try files(paths) {
            guard let bytes = FileManager.default.contents(atPath: root + "/" + path) else {
                throw Failure(message: "\(path) cannot be read")
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw Failure(message: "\(path) is not UTF-8")
            }
            sources.append(SourceText(path: path, text: text))
        }
        return sources
    }
}
