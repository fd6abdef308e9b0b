import Foundation

/// Writing that outlives a loss of power.
enum DurableFile {
    /// Writes all of it, and returns when it is on disk.
    static func write(_ bytes: Data, to descriptor: Int32) throws(Spool.Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                throw Spool.Failure(errno: errno)
            }
            rest = rest.dropFirst(written)
        }
        try synchronise(descriptor)
    }

    /// Replaces a file in one step, by one that only its owner may read.
    static func replace(_ file: URL, with bytes: Data) throws(Spool.Failure) {
        let draft = file.path + ".draft"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Spool.Failure(errno: errno) }
        defer { close(descriptor) }
        do throws(Spool.Failure) {
            try write(bytes, to: descriptor)
            guard rename(draft, file.path) == 0 else { throw Spool.Failure(errno: errno) }
        } catch {
            unlink(draft)
            throw error
        }
        try synchronise(folder: file.deletingLastPathComponent())
    }

    /// A new name in a folder is on disk when the folder is.
    static func synchronise(folder: URL) throws(Spool.Failure) {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Spool.Failure(errno: errno) }
        defer { close(descriptor) }
        try synchronise(descriptor)
    }

    private static func synchronise(_ descriptor: Int32) throws(Spool.Failure) {
        #if canImport(Darwin)
            // There `fsync` stops at the disk's own buffer; some file systems know nothing better.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw Spool.Failure(errno: errno) }
    }
}
