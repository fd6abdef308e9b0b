#if Journal
    public import Foundation
    import GRDB
    public import Strangler

    /// The evidence about all hand-overs in one SQLite file, which several processes may share.
    ///
    /// Events are counted for each hour, and the counts are never deleted. Entries about differences and changes are stored
    /// completely, up to a number for each hand-over; if the oldest have to be deleted, the evidence says how many. Runs whose
    /// process ended before they did are counted when the journal is next opened or read.
    ///
    /// Only its owner can read the file (mode 0600). A damaged file is renamed, for example to `journal.sqlite.corrupt-1`, and
    /// a new one begun; a file from a newer version is refused and not changed. Two small files beside it, `.lock` and `.use`,
    /// prevent processes from doing so at the same time, and each process has a file `.run-NUMBER-…` for its running runs.
    ///
    /// Reading has a connection of its own, which holds up neither calls nor what is written.
    public actor SQLiteJournal: Journal {
        private let file: JournalFile
        private let url: URL
        private let capacity: Int
        private let grain: Int
        private let runFile: RunFile
        /// The open journal; nil after damage was found, until the file is opened again.
        private var journal: OpenJournal?

        /// The new names of damaged files since this journal was opened.
        public private(set) var setAside: [URL]

        /// Opens the journal in a file, and creates the file if there is none. Its folder must exist.
        ///
        /// Opening waits up to five seconds for other processes that open the same file.
        ///
        /// - Parameters:
        ///   - url: The file.
        ///   - capacity: How many entries it stores for each hand-over on each `Shelf`.
        ///   - grain: The length of the interval that one tally counts.
        public init(
            at url: URL,
            capacity: Int = 10_000,
            grain: Duration = .seconds(3_600)
        ) throws(SQLiteJournalError) {
            file = JournalFile(url)
            self.url = url
            self.grain = max(1, Int(grain / .seconds(1)))
            runFile = RunFile(beside: url)
            self.capacity = max(1, capacity)
            let journal = try file.open()
            self.journal = journal
            setAside = journal.setAside.map { [$0] } ?? []
        }

        /// The running runs of this process.
        public nonisolated var runs: (any RunLog)? { runFile }

        /// Stores entries in one transaction.
        ///
        /// If the file turns out to be damaged it is set aside, and the entries are stored in the new one.
        public func record(_ entries: [Entry]) async throws(SQLiteJournalError) {
            do throws(SQLiteJournalError) {
                try await write(entries)
            } catch {
                guard error == .corrupt else { throw error }
                try await write(entries)
            }
        }

        /// Returns the evidence: of one hand-over with its calibration, or of all.
        public func evidence(of operation: String? = nil) async throws(SQLiteJournalError) -> Evidence {
            try await countUnended()
            return try await withDatabase { journal in
                try await journal.reader.read { try TallyRow.evidence(of: operation, in: $0) }
            }
        }

        /// Returns the entries about differences and changes, oldest first: of one hand-over with its calibration, or of all,
        /// dated `from` or later.
        ///
        /// A row that can't be read is returned as a lost comparison. A damaged file is reported once by the error, and then
        /// set aside.
        public func entries(
            of operation: String? = nil,
            from: Date = .distantPast
        ) async throws(SQLiteJournalError) -> [Entry] {
            try await countUnended()
            return try await withDatabase { journal in
                try await journal.reader.read { try EntryRow.select(operation, from, in: $0) }
            }
        }

        /// Returns the names of the hand-overs that have entries, in alphabetical order.
        public func operations() async throws(SQLiteJournalError) -> [String] {
            try await withDatabase { journal in
                try await journal.reader.read {
                    try String.fetchAll(
                        $0,
                        sql: "SELECT DISTINCT operation FROM origin WHERE operation <> '' ORDER BY operation"
                    )
                }
            }
        }

        private func write(_ entries: [Entry]) async throws(SQLiteJournalError) {
            let (capacity, grain) = (capacity, grain)
            try await withDatabase { journal in
                try await journal.database.write { try Self.write(entries, capacity, grain, to: $0) }
            }
        }

        private static func write(_ entries: [Entry], _ capacity: Int, _ grain: Int, to database: Database) throws {
            var counted = try entries.filter { try $0.fact.shelf == nil || EntryRow.insert($0, into: database) }
            for (shelf, entries) in Dictionary(grouping: counted, by: \.fact.shelf) {
                guard let shelf else { continue }
                for operation in Set(entries.map(\.operation)) {
                    counted += try cut(operation, shelf, to: capacity, in: database)
                }
            }
            try TallyRow.add(counted, grain: grain, to: database)
        }

        /// Removes the oldest entries of a hand-over from a shelf beyond the capacity. Returns the entries that report it: only
        /// if they were about differences.
        private static func cut(
            _ operation: String,
            _ shelf: Shelf,
            to capacity: Int,
            in database: Database
        ) throws -> [Entry] {
            // Numbers are assigned once and in order, so the oldest entries are those below the number of the first that stays.
            let condition = """
                operation = ?1 AND shelf = ?3 AND id <= (
                    SELECT id FROM entry WHERE operation = ?1 AND shelf = ?3 ORDER BY id DESC LIMIT 1 OFFSET ?2
                )
                """
            let arguments: StatementArguments = [operation, capacity, shelf.rawValue]
            let rows = try Row.fetchAll(
                database.cachedStatement(sql: "SELECT sides, count(*) FROM entry WHERE \(condition) GROUP BY sides"),
                arguments: arguments
            )
            guard !rows.isEmpty else { return [] }
            try database.execute(sql: "DELETE FROM entry WHERE \(condition)", arguments: arguments)
            guard shelf == .differences else { return [] }
            return rows.map { row in
                Entry(
                    operation: operation,
                    sides: StoredText.value(String.fromDatabaseValue(row[0])),
                    date: Date(),
                    fact: .truncated,
                    count: Int.fromDatabaseValue(row[1]) ?? 1
                )
            }
        }

        /// Counts the runs that ended processes left behind.
        private func countUnended() async throws(SQLiteJournalError) {
            let left = RunFile.leftBehind(beside: url)
            let date = Date()
            let entries = left.flatMap { RunFile.entries(of: $0.runs, at: date) }
            if !entries.isEmpty { try await record(entries) }
            // Not before they are stored: a run that is counted twice is better than one that is lost.
            for (file, _) in left { file.remove() }
        }

        /// Runs `body` on the open file. If that reveals damage, the file is closed, and opened with a check the next time.
        private func withDatabase<Value: Sendable>(
            _ work: @Sendable (OpenJournal) async throws -> Value
        ) async throws(SQLiteJournalError) -> Value {
            let journal = try opened()
            do {
                return try await work(journal)
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
