#if Journal
    import Foundation

    /// A lock that processes and journals hold on a separate file, for the lifetime of this object.
    final class FileLock: Sendable {
        private let descriptor: Int32

        /// Opens the file, and creates it if there is none, for its owner only. It is not locked yet.
        init(_ path: String) throws(SQLiteJournalError) {
            descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw SQLiteJournalError(errno: errno) }
        }

        deinit {
            // Closing is not enough: a child that another thread is about to start has a copy of the descriptor until then.
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }

        /// Takes the lock together with others; waits up to five seconds for a holder of the exclusive lock.
        func share() throws(SQLiteJournalError) {
            try wait(for: LOCK_SH)
        }

        /// Takes the lock exclusively; waits up to five seconds for others.
        func holdAlone() throws(SQLiteJournalError) {
            try wait(for: LOCK_EX)
        }

        /// Takes the lock exclusively if nobody else holds it. If that fails, the lock is no longer held.
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
