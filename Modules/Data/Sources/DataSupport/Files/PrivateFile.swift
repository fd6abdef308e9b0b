package import Foundation

/// Files that only their owner can read, written so that they survive a loss of power.
package enum PrivateFile {
    /// Creates a folder, and its missing parents, for their owner only. An existing folder keeps its mode.
    package static func makeFolder(_ folder: URL) throws(SystemError) {
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            // Another process may have created it at the same moment.
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue {
                return
            }
            switch (error as? CocoaError)?.code {
            case .fileWriteNoPermission: throw SystemError(code: EACCES)
            case .fileWriteVolumeReadOnly: throw SystemError(code: EROFS)
            case .fileWriteOutOfSpace: throw SystemError(code: ENOSPC)
            default: throw SystemError(code: ENOENT)
            }
        }
    }

    /// Returns the contents of a file, or `nil` if there is none, which includes a path through something that isn't a folder.
    /// Throws if it isn't a regular file, or has more than `limit` bytes.
    package static func contents(of file: URL, limit: Int = 64 << 20) throws(SystemError) -> Data? {
        let descriptor: Int32
        do throws(SystemError) {
            descriptor = try open(file.path, O_RDONLY)
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw error
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size <= limit else {
            close(descriptor)
            throw SystemError(code: EFBIG)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try? handle.readToEnd() ?? Data() else { throw SystemError(code: EIO) }
        return data
    }

    /// Opens a regular file and nothing else, because the program would wait forever for a pipe. A new file is readable by its
    /// owner only.
    package static func open(_ path: String, _ flags: Int32) throws(SystemError) -> Int32 {
        let descriptor = Foundation.open(path, flags | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError.last }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw SystemError(code: EINVAL)
        }
        return descriptor
    }

    /// Replaces a file atomically, and returns when the new contents are on disk. Readers see the old file or the new.
    ///
    /// - Parameter reserved: A file that was made by `reserve`, if there is one: its room is used. The caller holds a lock.
    package static func replace(_ file: URL, with bytes: Data, over reserved: URL? = nil) throws(SystemError) {
        var draft = "\(file.path).\(UUID().uuidString).draft"
        var descriptor: Int32 = -1
        if let reserved {
            descriptor = Foundation.open(reserved.path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
            if descriptor >= 0 { draft = reserved.path }
        }
        if descriptor < 0 { descriptor = Foundation.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw SystemError.last }
        defer { close(descriptor) }
        do throws(SystemError) {
            try write(bytes, to: descriptor)
            try cut(descriptor, after: bytes)
            guard rename(draft, file.path) == 0 else { throw SystemError.last }
        } catch {
            unlink(draft)
            throw error
        }
        try synchronise(folder: file.deletingLastPathComponent())
    }

    /// Creates a file that has at least so many bytes on the disk, for a `replace` that must not fail for lack of room.
    package static func reserve(_ file: URL, bytes: Int) throws(SystemError) {
        let descriptor = Foundation.open(file.path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError.last }
        defer { close(descriptor) }
        do throws(SystemError) {
            try write(Data(count: bytes), to: descriptor)
        } catch {
            unlink(file.path)
            throw error
        }
    }

    /// Writes over an existing file, which needs no room for a second one. Not atomic: a reader, or a process that is killed,
    /// may leave a part of the old contents.
    package static func overwrite(_ file: URL, with bytes: Data) throws(SystemError) {
        let descriptor = try open(file.path, O_WRONLY)
        defer { close(descriptor) }
        try write(bytes, to: descriptor)
        try cut(descriptor, after: bytes)
    }

    /// Takes the access to a file from everybody but its owner, and returns whether anybody else had it. A file that doesn't
    /// exist is private; one of another user can't be used, except by root.
    package static func makePrivate(_ file: URL) throws(SystemError) -> Bool {
        var status = stat()
        guard lstat(file.path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return false }
            throw SystemError.last
        }
        guard geteuid() == 0 || status.st_uid == geteuid() else { throw SystemError(code: EPERM) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 else { return false }
        guard chmod(file.path, 0o600) == 0 else { throw SystemError.last }
        return true
    }

    private static func cut(_ descriptor: Int32, after bytes: Data) throws(SystemError) {
        guard ftruncate(descriptor, off_t(bytes.count)) == 0 else { throw SystemError.last }
        try synchronise(descriptor)
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

    /// Returns when the entries of a folder are on disk.
    package static func synchronise(folder: URL) throws(SystemError) {
        let descriptor = Foundation.open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError.last }
        defer { close(descriptor) }
        try synchronise(descriptor)
    }

    private static func synchronise(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Darwin)
            // On Darwin `fsync` writes only to the disk's own buffer. Some file systems don't support anything better.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw SystemError.last }
    }
}
