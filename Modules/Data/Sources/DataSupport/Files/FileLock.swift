import Foundation

/// A lock that a process holds on a separate file (`flock`). It is released when this object is destroyed, or at the latest
/// when the process ends.
package final class FileLock: Sendable {
    /// Whether others may hold the lock at the same time.
    package enum Kind: Sendable {
        /// Others may hold the lock as `shared` too.
        case shared
        /// Nobody else may hold the lock.
        case exclusive
    }

    private let descriptor: Int32

    /// Opens the file, and creates it if it doesn't exist, for its owner only. The lock is not held yet.
    package init(_ path: String) throws(SystemError) {
        descriptor = try PrivateFile.open(path, O_RDWR | O_CREAT)
    }

    /// Opens an existing file for reading.
    package init(reading path: String) throws(SystemError) {
        descriptor = try PrivateFile.open(path, O_RDONLY)
    }

    deinit {
        // Closing is not enough: a child that another thread is about to start has a copy of the descriptor until then.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Takes the lock if it is free, and returns whether it is held. A lock of the other kind is released first.
    package func tryToTake(_ kind: Kind = .exclusive) throws(SystemError) -> Bool {
        if flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return true }
        guard errno == EWOULDBLOCK || errno == EINTR else { throw SystemError.last }
        return false
    }

    /// Takes the lock, and returns whether it is held. Tries again after each pause, which blocks the thread.
    package func take(
        _ kind: Kind = .exclusive,
        within patience: Duration,
        pause: Duration = .milliseconds(10)
    ) throws(SystemError) -> Bool {
        for _ in 0..<Int(patience / pause) {
            if try tryToTake(kind) { return true }
            usleep(UInt32(pause / .microseconds(1)))
        }
        return try tryToTake(kind)
    }

    /// Takes the lock, and returns whether it is held. Tries again after each pause of `clock`, because there is no
    /// notification when another process releases the lock. No thread is blocked. A task that is cancelled stops waiting.
    package func take(
        _ kind: Kind = .exclusive,
        within patience: Duration,
        pause: Duration = .milliseconds(20),
        on clock: any Clock<Duration>
    ) async throws(SystemError) -> Bool {
        for _ in 0..<Int(patience / pause) {
            if try tryToTake(kind) { return true }
            guard (try? await clock.sleep(for: pause)) != nil else { return false }
        }
        return try tryToTake(kind)
    }

    /// Returns how many bytes the file has.
    package func size() throws(SystemError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError.last }
        return Int(status.st_size)
    }

    /// Appends a byte, and returns when it is on disk.
    package func append(_ byte: UInt8) throws(SystemError) {
        guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw SystemError.last }
        try PrivateFile.write(Data([byte]), to: descriptor)
    }
}

/// The error of a system call. The description names no file.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value of `errno`.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The error of the last call on this thread.
    package static var last: SystemError { SystemError(code: errno) }

    package var description: String { String(cString: strerror(code)) }
}
