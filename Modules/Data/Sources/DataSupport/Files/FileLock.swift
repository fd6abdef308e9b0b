import Foundation

/// A lock that processes hold on a file of its own (`flock`). It ends with this object, and with its process at the latest.
package final class FileLock: Sendable {
    /// Who else may hold the lock.
    package enum Kind: Sendable {
        /// Others who share it.
        case shared
        /// Nobody.
        case exclusive
    }

    private let descriptor: Int32

    /// Opens the file, and creates it if there is none, for its owner alone. The lock is not yet held.
    package init(_ path: String) throws(SystemError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError.last }
    }

    deinit {
        close(descriptor)
    }

    /// Takes the lock if nobody stands in the way, and returns whether it is held. A lock of the other kind is given up
    /// first.
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

    /// Takes the lock, and returns whether it is held. Tries again after each pause of `clock`, without blocking a thread:
    /// nobody reports when another process lets go. A task that is cancelled stops waiting.
    package func take(
        within patience: Duration,
        pause: Duration = .milliseconds(20),
        on clock: any Clock<Duration>
    ) async throws(SystemError) -> Bool {
        for _ in 0..<Int(patience / pause) {
            if try tryToTake() { return true }
            guard (try? await clock.sleep(for: pause)) != nil else { return false }
        }
        return try tryToTake()
    }
}

/// What a call of the system failed with. The description names no file.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value of `errno`.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The failure of the call that was made last on this thread.
    package static var last: SystemError { SystemError(code: errno) }

    package var description: String { String(cString: strerror(code)) }
}
