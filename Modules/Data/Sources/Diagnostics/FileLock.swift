import Foundation

/// A lock between processes, on a file of its own (`flock`); it ends with its process at the latest.
struct FileLock {
    private let descriptor: Int32

    /// Opens the file, and makes it if there is none, for its owner alone.
    init(_ path: String) throws(Spool.Failure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Spool.Failure(errno: errno) }
    }

    /// Answers whether it is held; tries again after each pause, which blocks the thread.
    func take(tries: Int, pause: Duration) throws(Spool.Failure) -> Bool {
        for attempt in 1...tries {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else { throw Spool.Failure(errno: errno) }
            if attempt < tries { usleep(UInt32(pause / .microseconds(1))) }
        }
        return false
    }

    /// Gives it free, if it is held; once.
    func release() {
        close(descriptor)
    }
}
