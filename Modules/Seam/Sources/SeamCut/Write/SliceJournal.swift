import Foundation
import SeamKit

/// The record of a slice that is being written: how to undo it if the process ends in between.
///
/// It is in the user's state folder, where no tree can put one, under a name for the tree's path, device and inode. What it
/// says is checked nevertheless before anything is undone: each path is one that may be written, and its file has exactly the
/// content that the slice wrote.
struct SliceJournal: Codable {
    struct Entry: Codable {
        var path: String
        /// The old content; nil if the slice creates the file. As text of JSON, lists of bytes would be slow to write.
        var old: Data?
        var new: Data
        /// The name of the file, beside it, that the new content is written to first.
        var draft: String
    }

    /// The tree that the slice is written in.
    struct Tree: Codable, Equatable {
        var path: String
        var device: UInt64
        var inode: UInt64

        /// Looks at the folder at a path.
        init?(_ root: String) {
            var status = stat()
            guard stat(root, &status) == 0, let real = realpath(root, nil) else { return nil }
            defer { free(real) }
            path = String(cString: real)
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
        }

        /// The name of the journal's file.
        var name: String { ContentHash(text: "\(path)\n\(device)\n\(inode)").hexadecimal + ".json" }
    }

    private static let currentFormat = "seam journal 1"

    private var format = currentFormat
    let tree: Tree
    var writer = ProcessIdentity.current
    let entries: [Entry]
    /// The folders that the slice creates, the outer ones first.
    let folders: [String]

    init(tree: Tree, entries: [Entry], folders: [String]) {
        self.tree = tree
        self.entries = entries
        self.folders = folders
    }

    /// Reads the journal of a tree; nil if there is none.
    init?(of tree: Tree, in state: PrivateFolder) throws(WriteFailure) {
        guard state.contains(tree.name) else { return nil }
        guard let bytes = state.read(tree.name),
            let journal = try? JSONDecoder().decode(SliceJournal.self, from: Data(bytes)),
            journal.format == Self.currentFormat, journal.tree == tree
        else { throw .unrestored("the journal", journal: state.path + "/" + tree.name) }
        self = journal
    }

    func write(to state: PrivateFolder) throws(FileWriter.Failure) {
        guard let data = try? JSONEncoder().encode(self) else { throw .system(EINVAL) }
        try state.write([UInt8](data), to: tree.name)
    }

    /// Puts the old contents back, and deletes what the slice has created. Returns the paths of the files.
    func undo(in state: PrivateFolder) throws(WriteFailure) -> [String] {
        let root = WritableTree(root: tree.path)
        var restored: [String] = []
        for entry in entries {
            // A path through a link, for example, is none that the slice wrote.
            guard let place = try? root.place(of: entry.path) else { continue }
            if StagedFile.isName(entry.draft) { unlinkat(place.folder, entry.draft, 0) }
            // If somebody has changed the file since then, their changes are preserved.
            guard let bytes = place.bytes(), bytes == [UInt8](entry.new), entry.new != entry.old else { continue }
            do throws(FileWriter.Failure) {
                if let old = entry.old {
                    try StagedFile(bytes: [UInt8](old), for: place, over: .content(bytes), isDurable: true)
                        .moveIntoPlace()
                } else {
                    try FileWriter.remove(entry.path, in: root, having: bytes)
                }
            } catch .changed {
                continue
            } catch {
                throw .unrestored("\(entry.path) (\(error.reason))", journal: state.path + "/" + tree.name)
            }
            restored.append(entry.path)
        }
        for folder in folders.reversed() {
            // Fails if something else is in it by now.
            if let place = try? root.place(of: folder) { unlinkat(place.folder, place.name, AT_REMOVEDIR) }
        }
        state.remove(tree.name)
        return restored
    }
}
