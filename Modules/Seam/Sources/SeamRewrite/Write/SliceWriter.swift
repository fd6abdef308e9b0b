import Foundation

/// Why a slice wasn't written.
public enum WriteFailure: Error, Equatable {
    /// The file has changed since the plan was created.
    case changed(String)
    /// The file is read-only.
    case readOnly(String)
    /// The file can't be read or written.
    case unwritable(String)
    /// The old contents of the file, which was replaced, can't be put back.
    case unrestored(String)
    /// The git work tree has uncommitted changes, the first of them in this file.
    case dirty(String)
    /// Git doesn't have this file, so it couldn't bring it back.
    case untracked(String)
    /// The tree is in a git repository, but git can't say whether it has changes.
    case unknownState
}

/// Writes the files of a slice: all of them, or none.
///
/// New contents are first written to a folder in the tree, with a journal of the planned changes. Then each file is replaced
/// atomically. If the process ends in between, `recover` restores the old contents. Two processes never write in one tree at the
/// same time.
///
/// Reasons: docs/adr/text-edits.md.
public struct SliceWriter {
    private struct Entry: Codable {
        var path: String
        // As text of JSON, lists of bytes are slow to write.
        var old: Data
        var new: Data
        var isNew: Bool?
    }

    /// The folder for new contents and the journal.
    public static let folder = ".seam-cut"
    private let root: URL
    /// Called before each file is replaced; tests throw here.
    var willReplace: (String) throws -> Void = { _ in }

    /// Creates a writer for the tree at `root`.
    public init(root: String) {
        self.root = URL(fileURLWithPath: root)
    }

    /// Whether a writer was interrupted, or another process is writing right now.
    public var isInterrupted: Bool { FileManager.default.fileExists(atPath: journal.path) }

    /// Writes all changes.
    public func write(_ changes: [FileChange]) throws(WriteFailure) {
        guard !changes.isEmpty else { return }
        try alone { () throws(WriteFailure) in
            try restore()
            try check(changes)
            try replace(changes)
        }
    }

    /// Undoes what an interrupted writer has begun. Returns the paths of files whose old contents are restored.
    @discardableResult
    public func recover() throws(WriteFailure) -> [String] {
        try alone { () throws(WriteFailure) in try restore() }
    }

    /// Runs `body` while no other process writes in the tree.
    ///
    /// The lock is on the root itself, so it leaves no file behind, and it ends with the process. A file system without locks is
    /// no reason not to write.
    private func alone<Result>(_ body: () throws(WriteFailure) -> Result) throws(WriteFailure) -> Result {
        let descriptor = open(root.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        defer { if descriptor >= 0 { close(descriptor) } }
        return try body()
    }

    /// Throws if one of the files isn't what the plan was made for, or may not be written.
    private func check(_ changes: [FileChange]) throws(WriteFailure) {
        for change in changes {
            if change.isNew {
                guard !FileManager.default.fileExists(atPath: url(change.path).path) else {
                    throw .changed(change.path)
                }
                continue
            }
            guard let data = try? Data(contentsOf: url(change.path)), [UInt8](data) == change.bytes else {
                throw .changed(change.path)
            }
            // Replacing a file needs only its folder to be writable.
            guard let mode = mode(change.path), mode & 0o222 != 0, access(url(change.path).path, W_OK) == 0 else {
                throw .readOnly(change.path)
            }
        }
    }

    private func replace(_ changes: [FileChange]) throws(WriteFailure) {
        let folder = root.appending(path: Self.folder)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (number, change) in changes.enumerated() {
                let url = folder.appending(path: "\(number)")
                try Data(change.result).write(to: url)
                guard !change.isNew else { continue }
                if let mode = mode(change.path) {
                    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
                }
            }
            let entries = changes.map {
                Entry(path: $0.path, old: Data($0.bytes), new: Data($0.result), isNew: $0.isNew)
            }
            try JSONEncoder().encode(entries).write(to: journal, options: .atomic)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw .unwritable(Self.folder)
        }
        for (number, change) in changes.enumerated() {
            do {
                try willReplace(change.path)
                if change.isNew {
                    let folder = url(change.path).deletingLastPathComponent()
                    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                }
                guard rename(folder.appending(path: "\(number)").path, url(change.path).path) == 0 else {
                    throw WriteFailure.unwritable(change.path)
                }
            } catch {
                try restore()
                throw .unwritable(change.path)
            }
        }
        try? FileManager.default.removeItem(at: folder)
    }

    @discardableResult
    private func restore() throws(WriteFailure) -> [String] {
        guard let data = try? Data(contentsOf: journal) else {
            // Without a journal nothing was replaced.
            try? FileManager.default.removeItem(at: root.appending(path: Self.folder))
            return []
        }
        guard let entries = try? JSONDecoder().decode([Entry].self, from: data) else {
            throw .unrestored(journal.path)
        }
        var restored: [String] = []
        for entry in entries {
            // If somebody has changed the file since then, their changes are preserved.
            guard let data = try? Data(contentsOf: url(entry.path)), data == entry.new, entry.new != entry.old
            else { continue }
            do {
                if entry.isNew == true {
                    try FileManager.default.removeItem(at: url(entry.path))
                    restored.append(entry.path)
                    continue
                }
                let mode = mode(entry.path)
                try entry.old.write(to: url(entry.path), options: .atomic)
                if let mode {
                    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url(entry.path).path)
                }
            } catch {
                throw .unrestored(entry.path)
            }
            restored.append(entry.path)
        }
        try? FileManager.default.removeItem(at: root.appending(path: Self.folder))
        return restored
    }

    private var journal: URL { root.appending(path: Self.folder + "/journal.json") }

    private func mode(_ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: url(path).path))?[.posixPermissions] as? Int
    }

    private func url(_ path: String) -> URL { root.appending(path: path) }
}
