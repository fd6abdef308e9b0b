import Foundation

/// The git work tree that a source tree is in.
public struct GitTree {
    private let root: String

    /// Creates a value for the tree at `root`.
    public init(root: String) {
        self.root = root
    }

    /// Throws if a tracked file below the root has uncommitted changes. Outside git, does nothing.
    public func requireClean() throws(WriteFailure) {
        guard let status = Self.run(["-C", root, "status", "--porcelain", "--untracked-files=no", "--", "."]) else {
            return
        }
        if let first = status.split(separator: "\n").first { throw .dirty(String(first.dropFirst(3))) }
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
