#if Journal
    import Foundation
    import GRDB
    import Strangler

    /// The file of a journal: opening it, and setting it aside when it is damaged.
    ///
    /// Two locks stand beside the file. `.lock` is held while the file is opened or set aside, by one at a time. `.use`
    /// is shared by all who have the file open. SQLite finds the side files of a database by name, so a file is renamed
    /// only by one who holds `.use` alone: another's open connection would take the side files of the new database for
    /// those of the old.
    struct JournalFile: Sendable {
        private static let schema = 3

        private let path: String

        init(_ url: URL) {
            path = url.path
        }

        /// Opens the file. One that is damaged is set aside first, unless others have it open.
        ///
        /// - Parameter checked: Whether to look for damage inside too, which takes as long as reading the whole file.
        func open(checked: Bool = false) throws(SQLiteJournalError) -> OpenJournal {
            let opening = try FileLock(path + ".lock")
            try opening.holdAlone()
            defer { withExtendedLifetime(opening) {} }
            let use = try FileLock(path + ".use")
            try use.share()
            do throws(SQLiteJournalError) {
                return OpenJournal(database: try openDatabase(checked: checked), use: use, setAside: nil)
            } catch {
                guard error == .corrupt, use.tryToHoldAlone() else { throw error }
            }
            let moved = try setAside()
            let database = try openDatabase(checked: false)
            try use.share()
            do {
                // What the damaged file counted is gone, of every hand-over.
                let loss = Entry(operation: "", date: Date(), fact: .truncated)
                try database.write { try TallyRow.add([loss], grain: 3_600, to: $0) }
            } catch {
                throw SQLiteJournalError(error)
            }
            return OpenJournal(database: database, use: use, setAside: moved)
        }

        private func openDatabase(checked: Bool) throws(SQLiteJournalError) -> DatabaseQueue {
            try makePrivate()
            do {
                var configuration = Configuration()
                configuration.label = "StranglerJournal"
                configuration.busyMode = .timeout(5)
                configuration.journalMode = .wal
                let database = try DatabaseQueue(path: path, configuration: configuration)
                try database.write { database in
                    try prepare(database)
                    if checked { try check(database) }
                }
                return database
            } catch {
                throw SQLiteJournalError(error)
            }
        }

        private func prepare(_ database: Database) throws {
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            guard version <= Self.schema else { throw SQLiteJournalError.newerSchema(version) }
            guard version < Self.schema else { return }
            if version < 1 { try database.execute(sql: EntryRow.schema) }
            if version < 2 { try database.execute(sql: EntryRow.specimens) }
            try database.execute(sql: EntryRow.origins)
            try database.execute(sql: TallyRow.schema)
            try database.execute(
                sql: "INSERT INTO journal (writer) VALUES (?)",
                arguments: [String(UInt64.random(in: .min ... .max), radix: 16)]
            )
            try database.execute(sql: "PRAGMA user_version = \(Self.schema)")
        }

        private func check(_ database: Database) throws {
            let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
            guard finding == "ok" else { throw SQLiteJournalError.corrupt }
        }

        /// Makes the file for its owner alone before SQLite sees it; SQLite gives its side files the same mode.
        private func makePrivate() throws(SQLiteJournalError) {
            let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw SQLiteJournalError(errno: errno) }
            defer { close(descriptor) }
            guard fchmod(descriptor, 0o600) == 0 else { throw SQLiteJournalError(errno: errno) }
        }

        private func setAside() throws(SQLiteJournalError) -> URL {
            var number = 1
            while access(aside(number), F_OK) == 0 { number += 1 }
            try move(path, to: aside(number))
            // Side files belong to the damaged file: left behind, they would be applied to the new one.
            for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
                try move(path + suffix, to: aside(number) + suffix)
            }
            return URL(fileURLWithPath: aside(number))
        }

        private func aside(_ number: Int) -> String {
            "\(path).corrupt-\(number)"
        }

        private func move(_ path: String, to other: String) throws(SQLiteJournalError) {
            guard rename(path, other) == 0 else { throw SQLiteJournalError(errno: errno) }
        }
    }

    /// A journal's file while it is open.
    final class OpenJournal: Sendable {
        let database: DatabaseQueue
        /// Where a damaged file was set aside to make place for this one.
        let setAside: URL?
        private let use: FileLock

        init(database: DatabaseQueue, use: FileLock, setAside: URL?) {
            self.database = database
            self.use = use
            self.setAside = setAside
        }

        deinit {
            // Before the lock is given back. What can't be closed is closed with its last reference.
            try? database.close()
        }
    }
#endif
