#if Account
    import Foundation

    /// A lock that processes and stores hold on a file of its own, from its making to its end.
    final class FileLock: Sendable {
        private let descriptor: Int32

        /// Opens the file, and makes it if there is none, for its owner alone. It is not yet locked.
        init(_ path: String) throws(LocalDataError) {
            descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw LocalDataError(errno: errno) }
        }

        deinit {
            close(descriptor)
        }

        /// Holds it together with others; waits `patience` for one who holds it alone.
        func share(_ patience: Duration) throws(LocalDataError) {
            try wait(for: LOCK_SH, patience)
        }

        /// Holds it alone; waits `patience` for others.
        func holdAlone(_ patience: Duration) throws(LocalDataError) {
            try wait(for: LOCK_EX, patience)
        }

        /// Holds it alone if nobody else holds it. If not, it is held no longer.
        func tryToHoldAlone() -> Bool {
            flock(descriptor, LOCK_EX | LOCK_NB) == 0
        }

        private func wait(for kind: Int32, _ patience: Duration) throws(LocalDataError) {
            var triesLeft = Int(patience / .milliseconds(10))
            while flock(descriptor, kind | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK || errno == EINTR, triesLeft > 0 else { throw .locked }
                triesLeft -= 1
                usleep(10_000)
            }
        }
    }
#endif
