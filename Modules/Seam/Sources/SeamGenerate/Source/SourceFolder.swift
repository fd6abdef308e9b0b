import Foundation
public import SeamKit

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
        guard FileManager.default.fileExists(atPath: root) else { throw Failure(message: FolderTrouble.text(of: root)) }
        let tree = SourceTree(root: root, include: include, exclude: exclude)
        if let problem = tree.problems.first {
            throw Failure(message: "\(problem.text)\nnothing was written or deleted")
        }
        self.root = root
        files = tree.swiftFiles
    }

    /// Returns whether there is a file with this name, in any folder.
    public func contains(fileNamed name: String) -> Bool {
        files.contains { $0 == name || $0.hasSuffix("/" + name) }
    }

    /// Returns the paths of the files at or below `paths`, sorted. All of them are relative to the root.
    public func files(in paths: [String]) throws(Failure) -> [String] {
        var chosen: Set<String> = []
        for path in paths {
            let below = path.isEmpty || path == "." ? files : files.filter { $0 == path || $0.hasPrefix(path + "/") }
            if below.isEmpty { throw Failure(message: "there are no Swift files at \(path)") }
            chosen.formUnion(below)
        }
        return chosen.sorted()
    }

    /// Reads the files at or below `paths`, which are relative to the root.
    ///
    /// - Throws: all sources that can't be read whole.
    public func sources(in paths: [String]) throws(Failure) -> [SwiftDocument] {
        let read = try files(in: paths).mapOnAllCores { [root] path in Self.source(at: path, in: root) }
        let problems = read.compactMap { result in
            if case .failure(let failure) = result { failure.message } else { nil }
        }
        guard problems.isEmpty else {
            throw Failure(message: (problems + ["nothing was written or deleted"]).joined(separator: "\n"))
        }
        return read.compactMap { try? $0.get() }
    }

    private static func source(at path: String, in root: String) -> Result<SwiftDocument, Failure> {
        guard let bytes = FileReader.bytes(at: root + "/" + path) else {
            return .failure(Failure(message: FileReader.problem(of: path, in: root).text))
        }
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            return .failure(Failure(message: "\(path) is not UTF-8, or has zero bytes"))
        }
        let source = SwiftDocument(path: path, text: text)
        return source.problem.map { .failure(Failure(message: $0)) } ?? .success(source)
    }
}
