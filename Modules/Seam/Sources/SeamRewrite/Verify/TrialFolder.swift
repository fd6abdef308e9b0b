import Foundation

/// A copy of a source tree, outside of it, in which slices are tried.
///
/// In a git repository it is a work tree of its own, with the changes that aren't committed and the files that git doesn't
/// know yet. Elsewhere, and in a repository with submodules, it is a copy. Packages that SwiftPM has already fetched come
/// along.
final class TrialFolder {
    /// The folder that holds the source tree.
    let root: URL
    /// The whole copy. It contains the source tree, and may contain more of its repository.
    private let top: URL
    /// The repository; nil for a plain copy.
    private let repository: String?
    /// The bytes of files that the current slice has changed.
    private var originals: [String: [UInt8]] = [:]
    /// The files that the current slice has added.
    private var added: Set<String> = []

    private static let prefix = "seam-verify-"
    private static let skipped: Set<String> = [
        ".build", ".git", ".swiftpm", "DerivedData", "node_modules", ".seam-cut",
    ]

    /// Creates the copy.
    init(of source: String, in folder: URL = FileManager.default.temporaryDirectory) throws {
        Self.removeLeftovers(in: folder, of: source)
        let number = Int.random(in: 0..<1_000_000)
        let top = folder.appending(path: "\(Self.prefix)\(ProcessInfo.processInfo.processIdentifier)-\(number)")
        self.top = top
        let source = URL(fileURLWithPath: source).resolvingSymlinksInPath()
        let place = GitTree.run(["-C", source.path, "rev-parse", "--show-toplevel", "--show-prefix"])?
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var repository = place?.first
        if let known = repository, FileManager.default.fileExists(atPath: known + "/.gitmodules") { repository = nil }
        let added = repository.flatMap {
            GitTree.run(["-C", $0, "worktree", "add", "--quiet", "--detach", top.path, "HEAD"])
        }
        if let repository, let place, place.count > 1, added != nil {
            self.repository = repository
            root = place[1].isEmpty ? top : top.appending(path: place[1])
        } else {
            self.repository = nil
            root = top
        }
        do {
            if let repository = self.repository {
                try addUncommitted(repository)
            } else {
                try Self.copy(source, to: top)
            }
            try copyPackages(source)
        } catch {
            remove()
            throw error
        }
    }

    /// Removes the copy.
    func remove() {
        if let repository {
            _ = GitTree.run(["-C", repository, "worktree", "remove", "--force", top.path])
        }
        try? FileManager.default.removeItem(at: top)
        if let repository { _ = GitTree.run(["-C", repository, "worktree", "prune"]) }
    }

    /// Applies the changes of a slice, and takes back those of the one before. Other files keep their dates.
    func apply(_ changes: [FileChange]) throws {
        let new = changes.filter(\.isNew)
        let manager = FileManager.default
        // The command may have removed or changed whatever is in the copy.
        for path in added where manager.fileExists(atPath: root.appending(path: path).path) {
            try manager.removeItem(at: root.appending(path: path))
        }
        added = []
        for change in new {
            try put(change.result, at: change.path)
            added.insert(change.path)
        }
        var wanted = originals
        for change in changes where !change.isNew {
            originals[change.path] = change.bytes
            wanted[change.path] = change.result
        }
        for (path, bytes) in wanted {
            let current = try? Data(contentsOf: root.appending(path: path))
            if current.map([UInt8].init) != bytes { try put(bytes, at: path) }
        }
        let changed = Set(changes.filter { !$0.isNew }.map(\.path))
        originals = originals.filter { changed.contains($0.key) }
    }

    private func put(_ bytes: [UInt8], at path: String) throws {
        let url = root.appending(path: path)
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    private func addUncommitted(_ repository: String) throws {
        func paths(_ arguments: [String]) -> [String] {
            (GitTree.run(["-C", repository] + arguments) ?? "").split(separator: "\0").map(String.init)
        }
        let changed = paths(["diff", "--name-only", "--no-renames", "-z", "HEAD"])
        let unknown = paths(["ls-files", "--others", "--exclude-standard", "-z"])
        let manager = FileManager.default
        for path in changed + unknown where !path.hasPrefix(".seam-cut/") {
            let (from, to) = (URL(fileURLWithPath: repository).appending(path: path), top.appending(path: path))
            try? manager.removeItem(at: to)
            guard manager.fileExists(atPath: from.path) else { continue }
            try manager.createDirectory(at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
            try manager.copyItem(at: from, to: to)
        }
    }

    private static func copy(_ source: URL, to target: URL) throws {
        let manager = FileManager.default
        try manager.createDirectory(at: target, withIntermediateDirectories: true)
        for name in try manager.contentsOfDirectory(atPath: source.path) where !skipped.contains(name) {
            try manager.copyItem(at: source.appending(path: name), to: target.appending(path: name))
        }
    }

    /// Copies what SwiftPM has fetched, so that the command needs no network. What it has built names its own folder.
    private func copyPackages(_ source: URL) throws {
        let build = source.appending(path: ".build")
        let manager = FileManager.default
        for name in ["repositories", "checkouts", "artifacts", "workspace-state.json"] {
            let from = build.appending(path: name)
            guard manager.fileExists(atPath: from.path) else { continue }
            let folder = root.appending(path: ".build")
            try manager.createDirectory(at: folder, withIntermediateDirectories: true)
            try manager.copyItem(at: from, to: folder.appending(path: name))
        }
    }

    /// Removes copies whose process was killed before it could.
    private static func removeLeftovers(in folder: URL, of source: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let process = name.dropFirst(prefix.count).split(separator: "-").first.flatMap { pid_t($0) }
            guard let process, kill(process, 0) != 0, errno == ESRCH else { continue }
            try? FileManager.default.removeItem(at: folder.appending(path: name))
            _ = GitTree.run(["-C", source, "worktree", "prune"])
        }
    }
}
