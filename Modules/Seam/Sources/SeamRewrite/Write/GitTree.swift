import Foundation

/// The git work tree that a source tree is in.
public struct GitTree {
    private let root: String

    /// Creates a value for the tree at `root`.
    public init(root: String) {
        self.root = root
    }

    /// Throws if git couldn't bring the tree back: a tracked file below the root has uncommitted changes, or git doesn't have
    /// one of the files that are about to change. Outside git, does nothing.
    ///
    /// - Parameter paths: the existing files that are about to change, relative to the root.
    public func requireClean(changing paths: [String] = []) throws(WriteFailure) {
        guard let status = Self.run(["-C", root, "status", "--porcelain", "-z", "--untracked-files=no", "--", "."])
        else {
            if isInRepository { throw .unknownState }
            return
        }
        if let first = status.split(separator: "\0").first { throw .dirty(String(first.dropFirst(3))) }
        let tracked = Self.run(["-C", root, "ls-files", "-z", "--recurse-submodules"])
        let known = Set((tracked ?? "").split(separator: "\0").map(String.init))
        if let new = paths.first(where: { !known.contains($0) }) { throw .untracked(new) }
    }

    /// Whether the root is in a repository, according to the folders around it.
    private var isInRepository: Bool {
        let folder = URL(fileURLWithPath: root).resolvingSymlinksInPath().standardizedFileURL
        let folders = sequence(first: folder) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
        return folders.contains { FileManager.default.fileExists(atPath: $0.appending(path: ".git").path) }
    }

    /// Returns the output of git; nil if it fails.
    static func run(_ arguments: [String]) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git"] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = (try? output.fileHandleForReading.readToEnd()) ?? nil
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data ?? Data(), as: UTF8.self) : nil
    }
}
