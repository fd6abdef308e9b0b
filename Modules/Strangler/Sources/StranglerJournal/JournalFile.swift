#if Journal
    import Foundation
    import GRDB
    import Strangler

    /// The file of a journal: opens it, and sets it aside when it is damaged.
    ///
    /// There are two locks beside the file. A process holds `.lock` exclusively while it opens the file or sets it aside. All
    /// processes that have the file open share `.use`. SQLite finds the side files of a database by name, so only a process
    /// that holds `.use` exclusively renames the file. Otherwise an open connection of another process would use the side files
    /// of the new database for the old one.
    struct JournalFile: Sendable {
        /// Version 4 has the tables of version 3 and counts more kinds of things. Version 5 stores the subject classes of a day
        /// as one value, has room for each kind of entry, and knows a copy of the file. Version 6 has
        /// more classes, and knows a file that was rolled back.
        private static let schema = 6

        private let path: String

        init(_ url: URL) {
            path = url.path
        }

        /// Opens the file. A damaged file is set aside first, unless other processes have it open.
        ///
        /// - Parameter checked: Whether to check the contents for damage too, which takes as long as reading the whole file.
        func open(checked: Bool = false) throws(SQLiteJournalError) -> OpenJournal {
            let opening = try FileLock(path + ".lock")
            try opening.holdAlone()
            defer { withExtendedLifetime(opening) {} }
            let use = try FileLock(path + ".use")
            try use.share()
            do throws(SQLiteJournalError) {
                return try OpenJournal(openDatabase(checked: checked), use: use, setAside: nil)
            } catch {
                guard error == .corrupt, use.tryToHoldAlone() else { throw error }
            }
            let moved = try setAside()
            let database = try openDatabase(checked: false)
            try use.share()
            do {
                // The counts of the damaged file are lost, for every hand-over.
                let loss = Entry(operation: "", date: Date(), fact: .truncated)
                try database.write { try TallyRow.add([loss], grain: 3_600, to: $0) }
            } catch {
                throw SQLiteJournalError(error)
            }
            return try OpenJournal(database, use: use, setAside: moved)
        }

        private func openDatabase(checked: Bool) throws(SQLiteJournalError) -> DatabaseQueue {
            try Self.makePrivate(path)
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
            if version < 3 {
                try database.execute(sql: EntryRow.origins)
                try database.execute(sql: TallyRow.schema)
                try database.execute(
                    sql: "INSERT INTO journal (writer) VALUES (?)",
                    arguments: [String(UInt64.random(in: .min ... .max), radix: 16)]
                )
            }
            if version < 5 {
                try database.execute(sql: EntryRow.shelves)
                try TallyRow.takeOver(in: database)
            }
            if version < 6 { try database.execute(sql: TallyRow.serial) }
            try database.execute(sql: "PRAGMA user_version = \(Self.schema)")
        }

        private func check(_ database: Database) throws {
            let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
            guard finding == "ok" else { throw SQLiteJournalError.corrupt }
        }

        /// Creates the file for its owner only, before SQLite opens it. SQLite gives its side files the same mode.
        static func makePrivate(_ path: String) throws(SQLiteJournalError) {
            let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw SQLiteJournalError(errno: errno) }
            defer { close(descriptor) }
            guard fchmod(descriptor, 0o600) == 0 else { throw SQLiteJournalError(errno: errno) }
        }

        private func setAside() throws(SQLiteJournalError) -> URL {
            var number = 1
            while access(aside(number), F_OK) == 0 { number += 1 }
            try move(path, to: aside(number))
            // Side files belong to the damaged file. If they were left behind, they would be applied to the new one.
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

    /// An open journal file.
    final class OpenJournal: Sendable {
        let database: DatabaseQueue
        /// A second connection, so that a look at the evidence holds up nothing that is written.
        let reader: DatabaseQueue
        /// The new name of a damaged file that this one replaces.
        let setAside: URL?
        private let use: FileLock

        init(_ database: DatabaseQueue, use: FileLock, setAside: URL?) throws(SQLiteJournalError) {
            var configuration = Configuration()
            configuration.label = "StranglerJournal.reader"
            configuration.busyMode = .timeout(5)
            configuration.readonly = true
            do {
                reader = try DatabaseQueue(path: database.path, configuration: configuration)
            } catch {
                throw SQLiteJournalError(error)
            }
            self.database = database
            self.use = use
            self.setAside = setAside
        }

        deinit {
            // Closed before the lock is released, and the writer last, which leaves no side files behind. A database that can't be
            // closed is closed with its last reference.
            try? reader.close()
            try? database.close()
        }
    }
#endif
