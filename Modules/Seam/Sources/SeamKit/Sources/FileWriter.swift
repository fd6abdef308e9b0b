import Foundation

/// Writes whole files, and to open files.
package enum FileWriter {
    /// Why something could not be written.
    package struct Failure: Error {
        /// The system's error number.
        package let code: Int32

        /// The system's description.
        package var reason: String { String(cString: strerror(code)) }
    }

    /// Replaces the file at `path`, or creates it, atomically: no other process reads half of it.
    ///
    /// An existing file keeps its mode, and a link continues to point to it. An existing path that isn't a file, such as
    /// `/dev/null` or a pipe, is written to and not replaced. The method fails instead of waiting for a pipe's reader.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
        var known = stat()
        guard stat(path, &known) == 0 else {
            guard errno == ENOENT else { throw Failure(code: errno) }
            return try moveIntoPlace(path, bytes, mode: nil)
        }
        guard known.st_mode & S_IFMT == S_IFREG else { return try writeThrough(path, bytes) }
        guard access(path, W_OK) == 0, let target = realpath(path, nil) else { throw Failure(code: errno) }
        defer { free(target) }
        try moveIntoPlace(String(cString: target), bytes, mode: known.st_mode & 0o7777)
    }

    /// Writes everything to an open file.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var position = 0
        while position < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Foundation.write(descriptor, buffer.baseAddress.map { $0 + position }, buffer.count - position)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(code: errno) }
            position += count
        }
    }

    private static func moveIntoPlace(_ path: String, _ bytes: [UInt8], mode: mode_t?) throws(Failure) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let draft = "\(folder)/.seam-\(UUID().uuidString)"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw Failure(code: errno) }
        do throws(Failure) {
            if let mode, fchmod(file, mode) != 0 { throw Failure(code: errno) }
            try write(bytes, to: file)
        } catch {
            close(file)
            unlink(draft)
            throw error
        }
        // Closing the file may be the first call that notices a full disk.
        guard close(file) == 0, rename(draft, path) == 0 else {
            let failure = Failure(code: errno)
            unlink(draft)
            throw failure
        }
    }

    private static func writeThrough(_ path: String, _ bytes: [UInt8]) throws(Failure) {
        let file = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else { throw Failure(code: errno) }
        defer { close(file) }
        // A reader exists: from here on writing may wait for it.
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
        try write(bytes, to: file)
    }
}
