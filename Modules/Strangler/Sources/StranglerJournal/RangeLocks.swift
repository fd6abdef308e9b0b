#if Journal
    import Foundation

    /// Locks by name between processes, as locks on single bytes of a file. They end with the process.
    ///
    /// Two names rarely share a byte; then one waits for the other.
    final class RangeLocks: Sendable {
        #if canImport(Darwin)
            private static let command: Int32 = 90
        #else
            private static let command: Int32 = 37
        #endif

        private let descriptor: Int32

        /// Opens the file, and makes it if there is none, for its owner alone.
        init(_ path: String) throws(SQLiteJournalError) {
            descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw SQLiteJournalError(errno: errno) }
        }

        deinit {
            close(descriptor)
        }

        /// Locks a name; false if another process, or another value of this type, has it.
        func tryToLock(_ name: String) throws -> Bool {
            guard set(Int16(F_WRLCK), name) != 0 else { return true }
            guard errno == EAGAIN || errno == EACCES || errno == EINTR else { throw SQLiteJournalError(errno: errno) }
            return false
        }

        func unlock(_ name: String) {
            _ = set(Int16(F_UNLCK), name)
        }

        private func set(_ kind: Int16, _ name: String) -> Int32 {
            // FNV-1a: the same name has to be the same byte in every process.
            let hash = name.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            var lock = flock()
            lock.l_type = kind
            lock.l_whence = Int16(SEEK_SET)
            lock.l_start = off_t(hash >> 2)
            lock.l_len = 1
            // F_OFD_SETLK: the lock belongs to this open file, not to whichever descriptor of the process is closed first.
            return fcntl(descriptor, Self.command, &lock)
        }
    }
#endif
