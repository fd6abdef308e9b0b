import Foundation

/// The system's metadata of a file, which is read without the content.
///
/// Any change of a file sets its change time, which no program can choose. So if a file has the same stamp as when it was read,
/// it has the same content, unless it was changed again within one tick of the clock after it was read. A stamp is therefore
/// trusted only if the file had been unchanged for some time when the stamp was taken.
package struct FileStamp: Sendable, Equatable {
    private var device: Int
    private var node: Int
    private var size: Int
    /// The modification time in nanoseconds since 1970.
    package private(set) var modified: Int
    private var changed: Int

    /// Reads the stamp of a regular file. Returns nil if there is none at the path.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = Int(truncatingIfNeeded: status.st_dev)
        node = Int(truncatingIfNeeded: status.st_ino)
        size = Int(truncatingIfNeeded: status.st_size)
        #if canImport(Darwin)
            let times = (status.st_mtimespec, status.st_ctimespec)
        #else
            let times = (status.st_mtim, status.st_ctim)
        #endif
        modified = Int(times.0.tv_sec) * 1_000_000_000 + Int(times.0.tv_nsec)
        changed = Int(times.1.tv_sec) * 1_000_000_000 + Int(times.1.tv_nsec)
    }

    /// Returns whether the file had been unchanged for `pause` nanoseconds at the time `now`.
    func isSettled(at now: Int, pause: Int) -> Bool { max(modified, changed) + pause < now }

    /// The current time in nanoseconds since 1970.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
}

extension FileStamp: Archived {
    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        func word() throws(ArchiveDamage) -> Int { Int(truncatingIfNeeded: try reader.word()) }
        device = try word()
        node = try word()
        size = try word()
        modified = try word()
        changed = try word()
    }

    package func write(to writer: inout ArchiveWriter) {
        for number in [device, node, size, modified, changed] { writer.write(word: UInt64(bitPattern: Int64(number))) }
    }
}
