#if Journal
    import Foundation

    /// A lock that processes and journals hold on a file of its own, from its making to its end.
    final class FileLock: Sendable {
        private let descriptor: Int32

        /// Opens the file, and makes it if there is none, for its owner alone. It is not yet locked.
        init(_ path: String) throws(SQLiteJournalError) {
            descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw SQLiteJournalError(errno: errno) }
        }

        deinit {
            close(descriptor)
        }

        /// Holds it together with others; waits up to five seconds for one who holds it alone.
        func share() throws(SQLiteJournalError) {
            try wait(for: LOCK_SH)
        }

        /// Holds it alone; waits up to five seconds for others.
        func holdAlone() throws(SQLiteJournalError) {
            try wait(for: LOCK_EX)
        }

        /// Holds it alone if nobody else holds it. If not, it is held no longer.
        func tryToHoldAlone() -> Bool {
            flock(descriptor, LOCK_EX | LOCK_NB) == 0
        }

        private func wait(for kind: Int32) throws(SQLiteJournalError) {
            var triesLeft = 500
            while flock(descriptor, kind | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK || errno == EINTR, triesLeft > 0 else { throw .busy }
                triesLeft -= 1
                usleep(10_000)
            }
        }
    }
#endif
