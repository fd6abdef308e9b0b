package import Foundation

/// Files that only their owner can read, written so that they outlive a loss of power.
package enum PrivateFile {
    /// Creates a folder, and those above it, for their owner alone. An existing folder keeps its mode.
    package static func makeFolder(_ folder: URL) throws(SystemError) {
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            switch (error as? CocoaError)?.code {
            case .fileWriteNoPermission: throw SystemError(code: EACCES)
            case .fileWriteVolumeReadOnly: throw SystemError(code: EROFS)
            case .fileWriteOutOfSpace: throw SystemError(code: ENOSPC)
            default: throw SystemError(code: ENOENT)
            }
        }
    }

    /// Returns the contents of a file; `nil` if there is none, which includes a path through something that is no folder.
    package static func contents(of file: URL) throws(SystemError) -> Data? {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SystemError.last
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try? handle.readToEnd() ?? Data() else { throw SystemError(code: EIO) }
        return data
    }

    /// Replaces a file in one step, and returns when the new contents are on disk: readers see the old file or the new.
    package static func replace(_ file: URL, with bytes: Data) throws(SystemError) {
        let draft = "\(file.path).\(UUID().uuidString).draft"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError.last }
        defer { close(descriptor) }
        do throws(SystemError) {
            try write(bytes, to: descriptor)
            guard rename(draft, file.path) == 0 else { throw SystemError.last }
        } catch {
            unlink(draft)
            throw error
        }
        try synchronise(folder: file.deletingLastPathComponent())
    }

    /// Writes all bytes, and returns when they are on disk.
    package static func write(_ bytes: Data, to descriptor: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                throw SystemError.last
            }
            rest = rest.dropFirst(written)
        }
        try synchronise(descriptor)
    }

    /// Returns when the names in a folder are on disk.
    package static func synchronise(folder: URL) throws(SystemError) {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError.last }
        defer { close(descriptor) }
        try synchronise(descriptor)
    }

    private static func synchronise(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Darwin)
            // On Darwin `fsync` stops at the disk's own buffer; some file systems know nothing better.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw SystemError.last }
    }
}
