import Foundation
import SeamKit

/// A copy of a source tree, outside of it, in which slices are tried.
///
/// In a git repository it has the files of the whole work tree, as they are now, without those that git ignores. Elsewhere it has
/// all files. Nothing in it is a repository: git would run hooks and filters to make a work tree. Packages that SwiftPM has
/// already fetched come along.
final class TrialFolder {
    /// The folder that holds the source tree.
    let root: URL
    /// The whole copy. It contains the source tree, and may contain more of its repository.
    private let top: PrivateFolder
    private let record: TemporaryRecord?
    private let state: PrivateFolder?
    /// The bytes of files that the current slice has changed.
    private var originals: [String: [UInt8]] = [:]
    /// The files that the current slice has added.
    private var added: Set<String> = []

    private static let skipped: Set<String> = [
        ".build", ".swiftpm", "DerivedData", "node_modules", SliceWriter.oldFolder,
    ]

    /// Creates the copy.
    init(of source: String, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        state = try? PrivateFolder.state(outside: source, environment: environment)
        if let state { TemporaryRecord.removeLeftovers(in: state) }
        let top = try PrivateFolder.temporary(for: "verify", environment: environment)
        self.top = top
        record = TemporaryRecord(of: top)
        if let state { record?.keep(in: state) }
        let source = URL(fileURLWithPath: source).resolvingSymlinksInPath()
        let repository = WorkTree(of: source.path, environment)
        root = URL(fileURLWithPath: top.path).appending(path: repository?.prefix ?? "")
        do {
            if let repository {
                for path in repository.files { try Self.copy(path, from: repository.top, to: top.path) }
            } else {
                try Self.copyFiles(in: "", from: source.path, to: top.path)
            }
            try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
            try copyPackages(source)
        } catch {
            remove()
            throw error
        }
    }

    /// Removes the copy.
    func remove() {
        top.removeAll()
        if let state { record?.remove(from: state) }
    }

    /// Applies the changes of a slice, and takes back those of the one before. Other files keep their dates.
    func apply(_ changes: [FileChange]) throws {
        let tree = WritableTree(root: root.path)
        // The command may have removed or changed whatever is in the copy.
        for path in added { try FileWriter.remove(path, in: tree) }
        added = []
        for change in changes where change.isNew {
            try FileWriter.replace(change.path, in: tree, with: change.result)
            added.insert(change.path)
        }
        var wanted = originals
        for change in changes where !change.isNew {
            originals[change.path] = change.bytes
            wanted[change.path] = change.result
        }
        for (path, bytes) in wanted where (try? tree.place(of: path))?.bytes() != bytes {
            try FileWriter.replace(path, in: tree, with: bytes)
        }
        let changed = Set(changes.filter { !$0.isNew }.map(\.path))
        originals = originals.filter { changed.contains($0.key) }
    }

    /// Gives all Swift sources the date of now, so that the next build compiles them anew. Packages from elsewhere stay as they
    /// are.
    func touchSources() throws {
        let keys: [URLResourceKey] = [.isDirectoryKey, .isRegularFileKey]
        let folder = URL(fileURLWithPath: top.path)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys)
        while let file = files?.nextObject() as? URL {
            let values = try file.resourceValues(forKeys: Set(keys))
            if values.isDirectory == true, Self.skipped.contains(file.lastPathComponent) {
                files?.skipDescendants()
            } else if values.isRegularFile == true, file.pathExtension == "swift" {
                _ = utimensat(AT_FDCWD, file.path, nil, AT_SYMLINK_NOFOLLOW)
            }
        }
    }

    /// Copies a file, a link as a link, or a folder, which is a repository in the repository.
    private static func copy(_ path: String, from source: String, to target: String) throws {
        // What is behind a link isn't in the tree.
        if case .link(let link)? = WritableTree(root: source).refusal(for: path), link != path { return }
        var status = stat()
        guard lstat(source + "/" + path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: try copyFiles(in: path, from: source, to: target)
        case S_IFREG, S_IFLNK:
            _ = try WritableTree(root: target).place(of: path, makingFolders: true)
            try FileManager.default.copyItem(atPath: source + "/" + path, toPath: target + "/" + path)
        default: break
        }
    }

    private static func copyFiles(in folder: String, from source: String, to target: String) throws {
        let path = folder.isEmpty ? source : source + "/" + folder
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            // The copy may be in the tree.
            if name == ".git" || folder.isEmpty && skipped.contains(name) || target == path + "/" + name { continue }
            try copy(folder.isEmpty ? name : folder + "/" + name, from: source, to: target)
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

    /// The git work tree around a folder.
    private struct WorkTree {
        var top: String
        /// The path of the folder in it; empty for the work tree itself.
        var prefix: String
        /// The files that git has or doesn't ignore, and the folders with repositories of their own.
        var files: [String]

        init?(of folder: String, _ environment: [String: String]) {
            let deadline = Git.Deadline()
            guard
                let top = Git(at: folder, of: folder, until: deadline, environment: environment)?.workTree,
                let whole = Git(at: top, of: folder, until: deadline, environment: environment),
                let files = whole.list(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            else { return nil }
            self.top = top
            prefix = String(folder.dropFirst(top.count).drop { $0 == "/" })
            self.files = Set(files).filter { !$0.hasPrefix(SliceWriter.oldFolder + "/") }.sorted()
        }
    }
}
