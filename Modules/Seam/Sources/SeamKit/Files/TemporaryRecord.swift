import Foundation

/// Which temporary folder with a copy of sources a process has made, so that a later one deletes it if the process was killed.
///
/// The records are in the user's state folder. Without such a folder, a copy remains where it is.
package struct TemporaryRecord: Codable {
    private let path: String
    private let device: UInt64
    private let inode: UInt64
    private let writer: ProcessIdentity

    private static let prefix = "verify-"
    /// What the names of copies begin with. Nothing else is deleted, whatever a record says.
    private static let names = ["seam-verify-", "seam-progress-"]

    /// Creates the record of a copy that this process has made.
    package init?(of folder: PrivateFolder) {
        guard let status = Self.status(of: folder.path) else { return nil }
        path = folder.path
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        writer = .current
    }

    /// Stores the record.
    package func keep(in state: PrivateFolder) {
        guard let data = try? JSONEncoder().encode(self) else { return }
        try? state.write([UInt8](data), to: name)
    }

    /// Deletes the record.
    package func remove(from state: PrivateFolder) { state.remove(name) }

    /// Deletes the copies of processes that were killed before they could.
    package static func removeLeftovers(in state: PrivateFolder) {
        for name in state.names where name.hasPrefix(prefix) {
            guard let bytes = state.read(name),
                let record = try? JSONDecoder().decode(TemporaryRecord.self, from: Data(bytes)), !record.writer.isAlive
            else { continue }
            // Somebody else's folder may be in its place by now.
            if record.name == name, names.contains(where: { name.hasPrefix(prefix + $0) }),
                let status = status(of: record.path), UInt64(status.st_dev) == record.device,
                UInt64(status.st_ino) == record.inode
            {
                try? FileManager.default.removeItem(atPath: record.path)
            }
            state.remove(name)
        }
    }

    private var name: String { Self.prefix + URL(fileURLWithPath: path).lastPathComponent + ".json" }

    /// Returns the metadata of this user's own folder at a path.
    private static func status(of path: String) -> stat? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
            return nil
        }
        return status
    }
}
