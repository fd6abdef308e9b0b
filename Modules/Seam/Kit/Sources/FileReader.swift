import Foundation

/// Reads whole files into one piece of memory that is used again for the next.
///
/// Reads regular files only, and never waits for anybody: a pipe or device counts as unreadable.
package final class FileReader {
    private var buffer: UnsafeMutableBufferPointer<UInt8>

    package init() {
        buffer = .allocate(capacity: 1 << 16)
    }

    deinit {
        buffer.deallocate()
    }

    /// The bytes of a file, valid until the next call; nil if the file can't be read.
    package func read(_ path: String) -> UnsafeBufferPointer<UInt8>? {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        reserve(Int(status.st_size) + 1)
        var count = 0
        while true {
            let room = buffer.count - count
            let got = Foundation.read(file, buffer.baseAddress.map { $0 + count }, room)
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return nil }
            if got == 0 { break }
            count += got
            if count == buffer.count { grow() }
        }
        return UnsafeBufferPointer(rebasing: buffer[..<count])
    }

    private func reserve(_ capacity: Int) {
        guard capacity > buffer.count else { return }
        buffer.deallocate()
        buffer = .allocate(capacity: capacity)
    }

    /// A file that grew while it was read.
    private func grow() {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: buffer.count * 2)
        _ = larger.update(fromContentsOf: buffer)
        buffer.deallocate()
        buffer = larger
    }
}
