#if Journal
    public import Foundation
    import GRDB
    public import Strangler

    /// The newest entries of all hand-overs in one SQLite file, which several processes may share.
    ///
    /// The file is readable by its owner alone (mode 0600) and bounded: beyond `capacity` the oldest entries go. A file
    /// that is damaged is set aside under another name, `journal.sqlite.corrupt-1` for example, and a new one begun; a
    /// file that a newer version wrote is refused and left as it is. Two empty files beside it, `.lock` and `.use`, keep
    /// processes from doing so at once.
    public actor SQLiteJournal: Journal {
        private let file: JournalFile
        private let capacity: Int
        /// Nil after damage was found, until the file is opened again.
        private var journal: OpenJournal?

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
            let journal = try file.open()
            self.journal = journal
            setAside = journal.setAside.map { [$0] } ?? []
        }

        /// Keeps entries in one transaction, and lets the oldest go beyond the capacity.
        ///
        /// If the file turns out to be damaged it is set aside, and the entries go to the new one.
        public func record(_ entries: [Entry]) async throws(SQLiteJournalError) {
            do throws(SQLiteJournalError) {
                try await write(entries)
            } catch {
                guard error == .corrupt else { throw error }
                try await write(entries)
            }
        }

        /// The entries that are kept, oldest first: of one hand-over or of all, dated `from` or later.
        ///
        /// A row that can't be read is answered as a lost comparison. Of a damaged file the error says so once; then it
        /// is set aside.
        public func entries(
            of operation: String? = nil,
            from: Date = .distantPast
        ) async throws(SQLiteJournalError) -> [Entry] {
            try await withDatabase { database in
                try await database.read { try EntryRow.select(operation, from, in: $0) }
            }
        }

        /// The names of the hand-overs that have entries, in alphabetical order.
        public func operations() async throws(SQLiteJournalError) -> [String] {
            try await withDatabase { database in
                try await database.read {
                    try String.fetchAll($0, sql: "SELECT DISTINCT operation FROM entry ORDER BY operation")
                }
            }
        }

        private func write(_ entries: [Entry]) async throws(SQLiteJournalError) {
            let capacity = capacity
            try await withDatabase { database in
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

        /// Works on the open file. If that shows damage, the file is closed, and opened with a check the next time.
        private func withDatabase<Value: Sendable>(
            _ work: @Sendable (DatabaseQueue) async throws -> Value
        ) async throws(SQLiteJournalError) -> Value {
            let journal = try opened()
            do {
                return try await work(journal.database)
            } catch {
                let error = SQLiteJournalError(error)
                if error == .corrupt, self.journal === journal { self.journal = nil }
                throw error
            }
        }

        private func opened() throws(SQLiteJournalError) -> OpenJournal {
            if let journal { return journal }
            let journal = try file.open(checked: true)
            self.journal = journal
            if let moved = journal.setAside { setAside.append(moved) }
            return journal
        }
    }
#endif
