import Foundation

/// Why a slice wasn't written.
public enum WriteFailure: Error, Equatable {
    /// The file has changed since the plan was created.
    case changed(String)
    /// The file can't be read or written.
    case unwritable(String)
    /// The git work tree has uncommitted changes, the first of them in this file.
    case dirty(String)
}

/// Writes the files of a slice: all of them, or none.
///
/// New contents are first written to a folder in the tree, with a journal of the planned changes. Then each file is replaced
/// atomically. If the process ends in between, `recover` restores the old contents.
public struct SliceWriter {
    private struct Entry: Codable {
        var path: String
        // As text of JSON, lists of bytes are slow to write.
        var old: Data
        var new: Data
        var isNew: Bool?
    }

    private static let folder = ".seam-cut"
    private let root: URL
    /// Called before each file is replaced; tests throw here.
    var willReplace: (String) throws -> Void = { _ in }

    /// Creates a writer for the tree at `root`.
    public init(root: String) {
        self.root = URL(fileURLWithPath: root)
    }

    /// Writes all changes.
    public func write(_ changes: [FileChange]) throws(WriteFailure) {
        guard !changes.isEmpty else { return }
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
        }
        let folder = root.appending(path: Self.folder)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (number, change) in changes.enumerated() {
                let url = folder.appending(path: "\(number)")
                try Data(change.result).write(to: url)
                guard !change.isNew else { continue }
                let mode = try FileManager.default.attributesOfItem(atPath: self.url(change.path).path)[
                    .posixPermissions
                ]
                if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path) }
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
                try recover()
                throw .unwritable(change.path)
            }
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Undoes what an interrupted writer has begun. Returns the paths of files whose old contents are restored.
    @discardableResult
    public func recover() throws(WriteFailure) -> [String] {
        guard let data = try? Data(contentsOf: journal) else {
            // Without a journal nothing was replaced.
            try? FileManager.default.removeItem(at: root.appending(path: Self.folder))
            return []
        }
        guard let entries = try? JSONDecoder().decode([Entry].self, from: data) else { throw .unwritable(Self.folder) }
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
                let mode = try FileManager.default.attributesOfItem(atPath: url(entry.path).path)[.posixPermissions]
                try entry.old.write(to: url(entry.path), options: .atomic)
                if let mode {
                    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url(entry.path).path)
                }
            } catch {
                throw .unwritable(entry.path)
            }
            restored.append(entry.path)
        }
        try? FileManager.default.removeItem(at: root.appending(path: Self.folder))
        return restored
    }

    private var journal: URL { root.appending(path: Self.folder + "/journal.json") }

    private func url(_ path: String) -> URL { root.appending(path: path) }
}
