#if Journal
    public import Foundation
    import GRDB
    public import Strangler

    /// The ledger of dual writes in one SQLite file, which all processes of a machine that write have to share.
    ///
    /// What is noted survives the end of a process and a machine that loses power. The file holds the inputs of open
    /// writes: it is readable by its owner alone (mode 0600), and overwrites what it deletes. An empty file beside it,
    /// `.turns`, holds the locks by which the writes of one subject are put in order.
    ///
    /// Writes of several machines need a ledger that those share: a type of your own over their database.
    public final class SQLiteLedger: WriteLedger {
        private static let schema = """
            CREATE TABLE write (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                operation TEXT NOT NULL,
                key TEXT NOT NULL,
                subject TEXT NOT NULL,
                input BLOB NOT NULL,
                written INTEGER NOT NULL,
                UNIQUE (operation, key)
            );
            CREATE INDEX write_subject ON write (operation, subject, number);
            CREATE TABLE dropped (operation TEXT PRIMARY KEY, count INTEGER NOT NULL);
            PRAGMA user_version = 1;
            """

        private let capacity: Int
        private let database: DatabaseQueue
        private let locks: RangeLocks
        private let turns = Turns()

        /// Opens the ledger in a file, and makes the file if there is none. Its folder must be there.
        ///
        /// A damaged file is refused and left as it is: what a side missed stands nowhere else.
        ///
        /// - Parameters:
        ///   - url: The file.
        ///   - capacity: How many open writes it holds of each operation.
        public init(at url: URL, capacity: Int = 100_000) throws(SQLiteJournalError) {
            self.capacity = max(1, capacity)
            locks = try RangeLocks(url.path + ".turns")
            try JournalFile.makePrivate(url.path)
            do {
                var configuration = Configuration()
                configuration.label = "StranglerLedger"
                configuration.busyMode = .timeout(5)
                configuration.journalMode = .wal
                configuration.prepareDatabase {
                    try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
                }
                database = try DatabaseQueue(path: url.path, configuration: configuration)
                try database.write { database in
                    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
                    guard version <= 1 else { throw SQLiteJournalError.newerSchema(version) }
                    if version < 1 { try database.execute(sql: Self.schema) }
                }
            } catch {
                throw SQLiteJournalError(error)
            }
        }

        /// Waits for the turn of a subject in this process, and then for that of other processes.
        public func takeTurn(of subject: String, in operation: String) async throws {
            let name = "\(operation)\u{0}\(subject)"
            await turns.take(name)
            do {
                // Who waits looks again after five milliseconds: a lock of the system would hold up the thread.
                while try !locks.tryToLock(name) { try await Task.sleep(for: .milliseconds(5)) }
            } catch {
                turns.end(name)
                throw error
            }
        }

        /// Gives the turn back.
        public func endTurn(of subject: String, in operation: String) async {
            let name = "\(operation)\u{0}\(subject)"
            locks.unlock(name)
            turns.end(name)
        }

        /// Notes a write, unless its key is known.
        public func begin(
            _ write: OpenWrite,
            in operation: String
        ) async throws -> (write: OpenWrite, isKnown: Bool) {
            let capacity = capacity
            let begun = try await database.write { database -> (OpenWrite, Bool)? in
                let known = try Row.fetchOne(
                    database,
                    sql: "SELECT number, key, subject, input, written FROM write WHERE operation = ? AND key = ?",
                    arguments: [operation, write.key.value]
                )
                if let known { return (Self.write(known), true) }
                let count = try Int.fetchOne(
                    database,
                    sql: "SELECT count(*) FROM write WHERE operation = ?",
                    arguments: [operation]
                )
                guard (count ?? 0) < capacity else {
                    try database.execute(
                        sql: """
                            INSERT INTO dropped VALUES (?, 1) ON CONFLICT DO UPDATE SET count = count + 1
                            """,
                        arguments: [operation]
                    )
                    return nil
                }
                try database.execute(
                    sql: "INSERT INTO write (operation, key, subject, input, written) VALUES (?, ?, ?, ?, 0)",
                    arguments: [operation, write.key.value, write.subject, write.input]
                )
                var write = write
                write.number = Int(database.lastInsertedRowID)
                return (write, false)
            }
            guard let begun else { throw LedgerFull() }
            return begun
        }

        /// Notes that a side has carried out a write.
        public func note(_ key: IdempotencyKey, in operation: String, writtenBy side: Side) async throws {
            try await database.write { database in
                try database.execute(
                    sql: "UPDATE write SET written = written | ? WHERE operation = ? AND key = ?",
                    arguments: [side.bit, operation, key.value]
                )
                try database.execute(
                    sql: "DELETE FROM write WHERE operation = ? AND key = ? AND written = 3",
                    arguments: [operation, key.value]
                )
            }
        }

        /// Removes a write.
        public func forget(_ key: IdempotencyKey, in operation: String) async throws {
            try await database.write {
                try $0.execute(
                    sql: "DELETE FROM write WHERE operation = ? AND key = ?",
                    arguments: [operation, key.value]
                )
            }
        }

        /// Returns the writes that aren't settled.
        public func open(
            in operation: String,
            of subject: String?,
            after number: Int,
            limit: Int
        ) async throws -> [OpenWrite] {
            try await database.read { database in
                try Row.fetchAll(
                    database,
                    sql: """
                        SELECT number, key, subject, input, written FROM write
                        WHERE operation = ?1 AND (?2 IS NULL OR subject = ?2) AND number > ?3
                        ORDER BY number LIMIT ?4
                        """,
                    arguments: [operation, subject, number, limit]
                ).map(Self.write)
            }
        }

        /// Counts the writes that aren't settled.
        public func summary(of operation: String) async throws -> OpenWrites {
            try await database.read { database in
                let counts = try Row.fetchOne(
                    database,
                    sql: """
                        SELECT count(*) FILTER (WHERE written = 2), count(*) FILTER (WHERE written = 1),
                            count(*) FILTER (WHERE written = 0),
                            (SELECT count FROM dropped WHERE operation = ?1)
                        FROM write WHERE operation = ?1
                        """,
                    arguments: [operation]
                )
                func count(_ column: Int) -> Int { counts.flatMap { Int.fromDatabaseValue($0[column]) } ?? 0 }
                return OpenWrites(
                    missedByControl: count(0),
                    missedByCandidate: count(1),
                    uncertain: count(2),
                    dropped: count(3)
                )
            }
        }

        private static func write(_ row: Row) -> OpenWrite {
            let written = Int.fromDatabaseValue(row[4]) ?? 0
            return OpenWrite(
                number: Int.fromDatabaseValue(row[0]) ?? 0,
                key: IdempotencyKey(String.fromDatabaseValue(row[1]) ?? ""),
                subject: String.fromDatabaseValue(row[2]) ?? "",
                input: Data.fromDatabaseValue(row[3]) ?? Data(),
                written: Set(Side.allCases.filter { written & $0.bit != 0 })
            )
        }
    }

    extension Side {
        fileprivate var bit: Int {
            switch self {
            case .control: 1
            case .candidate: 2
            }
        }
    }
#endif
