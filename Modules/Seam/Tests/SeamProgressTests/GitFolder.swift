import Foundation

/// A git repository of a test, deleted with the object.
final class GitFolder {
    let path: String

    init(_ path: String? = nil) throws {
        self.path =
            path ?? FileManager.default.temporaryDirectory.appending(path: "seam-git-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: self.path, withIntermediateDirectories: true)
        try Shell.git(["init", "-q", "-b", "main"], in: self.path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ file: String, _ text: String) throws {
        let url = URL(fileURLWithPath: path + "/" + file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    @discardableResult
    func git(_ arguments: String...) throws -> String {
        try Shell.git(arguments, in: path).trimmingCharacters(in: .newlines)
    }

    /// Commits files at noon of a day, with the other files as they are.
    @discardableResult
    func commit(_ files: [String: String], day: String = "2026-01-05", removing: [String] = []) throws -> String {
        for (file, text) in files { try write(file, text) }
        for file in removing { try FileManager.default.removeItem(atPath: path + "/" + file) }
        try git("add", "-A")
        try Shell.git(
            ["commit", "-q", "--allow-empty", "-m", "A change"],
            in: path,
            date: "\(day)T12:00:00Z"
        )
        return try git("rev-parse", "HEAD")
    }
}
