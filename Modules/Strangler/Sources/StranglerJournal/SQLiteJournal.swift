#if Journal
    public import Foundation
    import GRDB
    public import Strangler

    /// The newest entries of all hand-overs in one SQLite file, which several processes may share.
    ///
    /// The file is readable by its owner alone (mode 0600) and bounded: beyond `capacity` the oldest entries go. A file
    /// that is damaged is set aside under another name, `journal.sqlite.corrupt-1` for example, and a new one begun; a
    /// file that a newer version wrote is refused and left as it is.
    public actor SQLiteJournal: Journal {
        private let file: JournalFile
        private let capacity: Int
        private var database: DatabaseQueue

        /// Where damaged files were set aside since this journal was opened.
        public private(set) var setAside: [URL]

        /// Opens the journal in a file, and makes the file if there is none. Its folder must be there.
        ///
        /// Opening waits up to five seconds for other processes that open the same file.
        ///
        /// - Parameter capacity: How many entries are kept, of all hand-overs together.
        public init(at url: URL, capacity: Int = 50_000) throws(SQLiteJournalError) {
            file = JournalFile(url)
            self.capacity = max(1, capacity)
            (database, setAside) = try file.open()
        }

        /// Keeps entries in one transaction, and lets the oldest go beyond the capacity.
        public func record(_ entries: [Entry]) async throws(SQLiteJournalError) {
            do throws(SQLiteJournalError) {
                try await write(entries)
            } catch {
                guard error == .corrupt else { throw error }
                try replaceDatabase()
                try await write(entries)
            }
        }

        /// The entries that are kept, oldest first: of one hand-over or of all, dated `from` or later.
        ///
        /// A row that can't be read is answered as a lost comparison. A damaged file is set aside, and the error says
        /// so once.
        public func entries(
            of operation: String? = nil,
            from: Date = .distantPast
        ) async throws(SQLiteJournalError) -> [Entry] {
            try await reading { database in
                try EntryRow.select(operation, from, in: database)
            }
        }

        /// The names of the hand-overs that have entries, in alphabetical order.
        public func operations() async throws(SQLiteJournalError) -> [String] {
            try await reading { database in
                try String.fetchAll(database, sql: "SELECT DISTINCT operation FROM entry ORDER BY operation")
            }
        }

        private func write(_ entries: [Entry]) async throws(SQLiteJournalError) {
            let capacity = capacity
            try await translated { [database] in
                try await database.write { database in
                    for entry in entries.suffix(capacity) { try EntryRow.insert(entry, into: database) }
                    // Numbers are given once and in order, so the ring is cut by number.
                    try database.execute(
                        sql: "DELETE FROM entry WHERE id <= (SELECT max(id) FROM entry) - ?",
                        arguments: [capacity]
                    )
                }
            }
        }

        private func reading<Value: Sendable>(
            _ read: @escaping @Sendable (Database) throws -> Value
        ) async throws(SQLiteJournalError) -> Value {
            do throws(SQLiteJournalError) {
                return try await translated { [database] in try await database.read(read) }
            } catch {
                if error == .corrupt { try replaceDatabase() }
                throw error
            }
        }

        private func replaceDatabase() throws(SQLiteJournalError) {
            let (replacement, moved) = try file.replace()
            try? database.close()
            database = replacement
            setAside += moved
        }

        private func translated<Value: Sendable>(
            _ work: @Sendable () async throws -> Value
        ) async throws(SQLiteJournalError) -> Value {
            do {
                return try await work()
            } catch {
                throw SQLiteJournalError(error)
            }
        }
    }
#endif
