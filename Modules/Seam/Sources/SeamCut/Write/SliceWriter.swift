public import Foundation
import SeamKit

/// Why a slice wasn't written.
public enum WriteFailure: Error, Equatable {
    /// The file has changed since the plan was created.
    case changed(String)
    /// The file is read-only.
    case readOnly(String)
    /// The file can't be read or written.
    case unwritable(String)
    /// The file may not be written, or a new one would differ from it in more than its content, for this reason.
    case refused(String, String)
    /// There can be no journal, for this reason.
    case noJournal(String)
    /// What an interrupted writer has written, such as this file, can't be undone; the journal is at this path.
    case unrestored(String, journal: String)
    /// Another process writes in the tree.
    case busy
    /// The tree has a folder in which older versions stored their journal.
    case oldJournal
    /// The git work tree has uncommitted changes, the first of them in this file.
    case dirty(String)
    /// Git doesn't have this file, so it couldn't bring it back.
    case untracked(String)
    /// Git has another content of this file, for this reason, so it couldn't bring it back.
    case differs(String, String)
    /// The tree is in a git repository, but git can't say whether it has changes.
    case unknownState
}

/// Writes the files of a slice: all of them, or none.
///
/// A journal of the planned changes is written first, outside of the tree. Then new contents are written beside the files, and then
/// each file is replaced atomically. If the process ends in between, `recover` restores the old contents. Two processes never
/// write in one tree at the same time.
public struct SliceWriter {
    /// The folder, in a tree, in which versions up to 0.1 stored new contents and the journal. It is never read: it may have come
    /// with the tree.
    public static let oldFolder = ".seam-cut"

    private let root: String
    private let environment: [String: String]
    /// Called before each file is replaced; tests throw here.
    var willReplace: (String) throws -> Void = { _ in }
    /// How long another writer is waited for.
    var patience = Duration.seconds(20)

    /// Creates a writer for the tree at `root`.
    public init(root: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.root = root
        self.environment = environment
    }

    /// Whether a writer was interrupted, or another process is writing right now.
    public var isInterrupted: Bool {
        guard let tree = SliceJournal.Tree(root), let state = try? state(isCreated: false) else { return false }
        return state.contains(tree.name)
    }

    /// Whether there is something where older versions stored their journal.
    public var hasOldJournal: Bool {
        var status = stat()
        return lstat(root + "/" + Self.oldFolder, &status) == 0
    }

    /// Writes all changes.
    public func write(_ changes: [FileChange]) throws(WriteFailure) {
        guard !changes.isEmpty else { return }
        if hasOldJournal { throw .oldJournal }
        let state = try state()
        try alone { () throws(WriteFailure) in
            try restore(state)
            try check(changes)
            try replace(changes, state)
        }
    }

    /// Undoes what an interrupted writer has begun. Returns the paths of files whose old contents are restored.
    @discardableResult
    public func recover() throws(WriteFailure) -> [String] {
        guard isInterrupted else { return [] }
        let state = try state()
        return try alone { () throws(WriteFailure) in try restore(state) }
    }

    /// Throws if one of the files isn't what the plan was made for, or may not be written, or if there can be no journal.
    public func check(_ changes: [FileChange]) throws(WriteFailure) {
        _ = try state()
        let tree = WritableTree(root: root)
        for change in changes {
            if let refusal = tree.refusal(for: change.path) { throw .refused(change.path, refusal.reason) }
            let place = try? tree.place(of: change.path)
            if change.isNew {
                guard place?.status == nil else { throw .changed(change.path) }
                continue
            }
            guard let place, place.bytes() == change.bytes else { throw .changed(change.path) }
            // Replacing a file needs only its folder to be writable.
            guard let status = place.status, status.st_mode & 0o222 != 0,
                faccessat(place.folder, place.name, W_OK, 0) == 0
            else { throw .readOnly(change.path) }
        }
    }

    private func state(isCreated: Bool = true) throws(WriteFailure) -> PrivateFolder {
        do throws(PrivateFolder.Failure) {
            return try PrivateFolder.state(outside: root, isCreated: isCreated, environment: environment)
        } catch {
            throw .noJournal(error.reason)
        }
    }

    /// Runs `body` while no other process writes in the tree.
    ///
    /// The lock is on the root itself, so it leaves no file behind, and it ends with the process. A file system without locks is
    /// no reason not to write.
    private func alone<Result>(_ body: () throws(WriteFailure) -> Result) throws(WriteFailure) -> Result {
        let descriptor = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        let end = ContinuousClock.now + patience
        while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EINTR || errno == EWOULDBLOCK {
            guard ContinuousClock.now < end else { throw .busy }
            usleep(20_000)
        }
        return try body()
    }

    private func replace(_ changes: [FileChange], _ state: PrivateFolder) throws(WriteFailure) {
        guard let tree = SliceJournal.Tree(root) else { throw .unwritable(root) }
        let entries = changes.map {
            SliceJournal.Entry(
                path: $0.path,
                old: $0.isNew ? nil : Data($0.bytes),
                new: Data($0.result),
                draft: StagedFile.name()
            )
        }
        let journal = SliceJournal(tree: tree, entries: entries, folders: newFolders(changes))
        do throws(FileWriter.Failure) {
            try journal.write(to: state)
        } catch {
            throw .noJournal("\(state.path): \(error.reason)")
        }
        do throws(WriteFailure) {
            let staged = try zip(changes, entries).map { change, entry throws(WriteFailure) in
                try stage(change, entry)
            }
            for file in staged { try moveIntoPlace(file) }
        } catch {
            _ = try journal.undo(in: state)
            throw error
        }
        state.remove(tree.name)
    }

    private func stage(_ change: FileChange, _ entry: SliceJournal.Entry) throws(WriteFailure) -> StagedFile {
        do {
            let place = try WritableTree(root: root).place(of: change.path, makingFolders: change.isNew)
            return try StagedFile(
                bytes: change.result,
                for: place,
                draft: entry.draft,
                over: change.isNew ? .nothing : .content(change.bytes),
                isDurable: true
            )
        } catch FileWriter.Failure.changed {
            throw .changed(change.path)
        } catch FileWriter.Failure.unlike(let reason) {
            throw .refused(change.path, reason)
        } catch let refusal as WritableTree.Refusal {
            throw .refused(change.path, refusal.reason)
        } catch {
            throw .unwritable(change.path)
        }
    }

    private func moveIntoPlace(_ file: StagedFile) throws(WriteFailure) {
        do {
            try willReplace(file.place.path)
            try file.moveIntoPlace()
        } catch FileWriter.Failure.changed {
            throw .changed(file.place.path)
        } catch {
            throw .unwritable(file.place.path)
        }
    }

    /// Returns the folders of new files that don't exist yet, the outer ones first.
    private func newFolders(_ changes: [FileChange]) -> [String] {
        var folders: Set<String> = []
        for change in changes where change.isNew {
            let names = change.path.split(separator: "/").dropLast()
            folders.formUnion(names.indices.map { names[...$0].joined(separator: "/") })
        }
        return folders.filter { !FileManager.default.fileExists(atPath: root + "/" + $0) }.sorted()
    }

    @discardableResult
    private func restore(_ state: PrivateFolder) throws(WriteFailure) -> [String] {
        guard let tree = SliceJournal.Tree(root), let journal = try SliceJournal(of: tree, in: state) else { return [] }
        // Where the file system has locks, no other writer is alive now.
        guard journal.writer == .current || !journal.writer.isAlive else { throw .busy }
        return try journal.undo(in: state)
    }
}
