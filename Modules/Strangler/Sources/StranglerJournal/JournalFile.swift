#if Journal
    import Foundation
    import GRDB

    /// The file of a journal: opening, setting aside, and the lock that keeps processes from doing either at once.
    struct JournalFile: Sendable {
        private static let schema = 1

        private let path: String

        init(_ url: URL) {
            path = url.path
        }

        /// Opens the file, and sets it aside first if it is damaged.
        func open() throws(SQLiteJournalError) -> (database: DatabaseQueue, setAside: [URL]) {
            try locked { () throws(SQLiteJournalError) in
                do throws(SQLiteJournalError) {
                    return (try openLocked(), [])
                } catch {
                    guard error == .corrupt else { throw error }
                    let moved = try setAsideLocked()
                    return (try openLocked(), [moved])
                }
            }
        }

        /// Sets a file aside that turned out to be damaged while in use, unless another process did so already.
        func replace() throws(SQLiteJournalError) -> (database: DatabaseQueue, setAside: [URL]) {
            try locked { () throws(SQLiteJournalError) in
                if let database = try? openLocked(), (try? database.read(Self.isSound)) == true {
                    return (database, [])
                }
                let moved = try setAsideLocked()
                return (try openLocked(), [moved])
            }
        }

        private static func isSound(_ database: Database) throws -> Bool {
            try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok"
        }

        private func openLocked() throws(SQLiteJournalError) -> DatabaseQueue {
            try makePrivate()
            do {
                var configuration = Configuration()
                configuration.label = "StranglerJournal"
                configuration.busyMode = .timeout(5)
                configuration.journalMode = .wal
                let database = try DatabaseQueue(path: path, configuration: configuration)
                try database.write(prepare)
                return database
            } catch {
                throw SQLiteJournalError(error)
            }
        }

        private func prepare(_ database: Database) throws {
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            guard version <= Self.schema else { throw SQLiteJournalError.newerSchema(version) }
            guard version < Self.schema else { return }
            try database.execute(sql: EntryRow.schema)
            try database.execute(sql: "PRAGMA user_version = \(Self.schema)")
        }

        /// Makes the file for its owner alone before SQLite sees it; SQLite gives its side files the same mode.
        private func makePrivate() throws(SQLiteJournalError) {
            let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Self.systemError() }
            defer { close(descriptor) }
            guard fchmod(descriptor, 0o600) == 0 else { throw Self.systemError() }
        }

        private func setAsideLocked() throws(SQLiteJournalError) -> URL {
            var number = 1
            while access(aside(number), F_OK) == 0 { number += 1 }
            guard rename(path, aside(number)) == 0 else { throw Self.systemError() }
            // Side files belong to the damaged file: left behind, they would be applied to the new one.
            for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
                guard rename(path + suffix, aside(number) + suffix) == 0 else { throw Self.systemError() }
            }
            return URL(fileURLWithPath: aside(number))
        }

        private func aside(_ number: Int) -> String {
            "\(path).corrupt-\(number)"
        }

        /// Runs work while no other process opens or sets aside the same file.
        private func locked<Value>(
            _ work: () throws(SQLiteJournalError) -> Value
        ) throws(SQLiteJournalError) -> Value {
            let descriptor = Foundation.open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Self.systemError() }
            // Closing gives the lock back.
            defer { close(descriptor) }
            var triesLeft = 500
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK || errno == EINTR, triesLeft > 0 else { throw .busy }
                triesLeft -= 1
                usleep(10_000)
            }
            return try work()
        }

        private static func systemError() -> SQLiteJournalError {
            switch errno {
            case EACCES, EPERM, EROFS: .readOnly
            case ENOSPC, EDQUOT: .full
            default: .unavailable(code: Int(ResultCode.SQLITE_CANTOPEN.rawValue))
            }
        }
    }
#endif
