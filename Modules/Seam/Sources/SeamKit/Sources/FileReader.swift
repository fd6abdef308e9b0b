import Foundation

/// Reads whole files into one buffer that is reused for the next file.
///
/// It reads only regular files, and never blocks: a pipe or device counts as unreadable, and isn't even opened, because somebody may
/// wait for the other end.
package final class FileReader {
    private var buffer: UnsafeMutableBufferPointer<UInt8>

    package init() {
        buffer = .allocate(capacity: 1 << 16)
    }

    deinit {
        buffer.deallocate()
    }

    /// Whether there may be something at a path: a folder that can't be entered may hold anything.
    package static func mayExist(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 || ![ENOENT, ENOTDIR, ELOOP].contains(errno)
    }

    /// Returns the problem of a file that can't be read.
    ///
    /// - Parameter path: its path, relative to `root`.
    package static func problem(of path: String, in root: String) -> SourceProblem {
        var status = stat()
        guard stat(root + "/" + path, &status) == 0, status.st_size > SourceLimits.size else {
            return SourceProblem(path: path, kind: .unreadable, message: "cannot read this file")
        }
        let message = "larger than the \(SourceLimits.size >> 20) MB that seam reads of a source"
        return SourceProblem(path: path, kind: .size, message: message)
    }

    /// Returns the bytes of a file, valid until the next call; nil if the file can't be read.
    ///
    /// - Parameters:
    ///   - limit: the maximum size; a larger file can't be read.
    ///   - isOwn: whether it has to be a file that nobody but this user can write.
    package func read(
        _ path: String,
        limit: Int = SourceLimits.size,
        isOwn: Bool = false
    ) -> UnsafeBufferPointer<UInt8>? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard fstat(file, &status) == 0 else { return nil }
        if isOwn, status.st_uid != geteuid() || status.st_mode & 0o022 != 0 { return nil }
        return read(file, status: status, limit: limit)
    }

    /// Returns the bytes of an open file; nil if it can't be read, or is larger than anything that the tool stores.
    static func bytes(of file: Int32) -> [UInt8]? {
        let reader = FileReader()
        var status = stat()
        guard fstat(file, &status) == 0 else { return nil }
        return withExtendedLifetime(reader) {
            reader.read(file, status: status, limit: SourceLimits.storedSize).map { [UInt8]($0) }
        }
    }

    private func read(_ file: Int32, status: stat, limit: Int) -> UnsafeBufferPointer<UInt8>? {
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
        reserve(Int(status.st_size) + 1)
        var count = 0
        while true {
            let room = buffer.count - count
            let got = Foundation.read(file, buffer.baseAddress.map { $0 + count }, room)
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return nil }
            if got == 0 { break }
            count += got
            // Some files of the system have no size, and some grow.
            guard count <= limit else { return nil }
            if count == buffer.count { grow() }
        }
        return UnsafeBufferPointer(rebasing: buffer[..<count])
    }

    /// Returns the bytes of a file; nil if it can't be read.
    package static func bytes(at path: String, limit: Int = SourceLimits.size) -> [UInt8]? {
        let reader = FileReader()
        return withExtendedLifetime(reader) { reader.read(path, limit: limit).map { Array($0) } }
    }

    /// Returns the text of a file, with a replacement for what is no UTF-8; nil if it can't be read.
    package static func text(at path: String, limit: Int = SourceLimits.size) -> String? {
        let reader = FileReader()
        return withExtendedLifetime(reader) {
            reader.read(path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private func reserve(_ capacity: Int) {
        guard capacity > buffer.count else { return }
        buffer.deallocate()
        buffer = .allocate(capacity: capacity)
    }

    /// Enlarges the buffer for a file that grew while it was read.
    private func grow() {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: buffer.count * 2)
        _ = larger.update(fromContentsOf: buffer)
        buffer.deallocate()
        buffer = larger
    }
}
