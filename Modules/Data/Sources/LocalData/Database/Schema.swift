import Domain
import GRDB

/// The tables, in migration steps: a file of version n has had the first n steps. A released step never changes.
enum Schema {
    static let steps = [offersProfilesAndSettings, queueAndPages, answers, choices]

    /// Migrates a file to the current version in one transaction, and refuses a newer file.
    static func prepare(_ queue: DatabaseQueue) throws {
        let version = try queue.read(version)
        guard version <= steps.count else { throw LocalDataError.newerSchema(version) }
        guard version < steps.count else { return }
        try queue.write { database in
            for step in steps[version...] { try database.execute(sql: step) }
            try database.execute(sql: "PRAGMA user_version = \(steps.count)")
        }
    }

    static func version(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    /// The rows of all users but one, or of all users.
    struct Others {
        /// Whether there are any.
        let exist: Bool
        /// How many changes among them were never sent.
        let pendingChanges: Int
        private let tables: [String]
        private let condition: String
        private let arguments: StatementArguments

        init(than user: UserID?, in database: Database) throws {
            let condition = user == nil ? "TRUE" : "user != ?"
            let arguments: StatementArguments = user.map { [$0.key] } ?? []
            tables = try Schema.tablesOfUsers(in: database)
            // The first and the last user are in an index, however many rows there are.
            exist = try tables.contains { table in
                let ends = try Row.fetchOne(
                    database,
                    sql: "SELECT (SELECT min(user) FROM \(table)), (SELECT max(user) FROM \(table))"
                )
                // As values of the database: another program may have written a number there.
                let users: [DatabaseValue] = ends.map { [$0[0], $0[1]] } ?? []
                return users.contains { !$0.isNull && $0 != user?.key.databaseValue }
            }
            pendingChanges =
                try Int.fetchOne(
                    database,
                    sql: "SELECT count(*) FROM pendingChange WHERE \(condition)",
                    arguments: arguments
                ) ?? 0
            self.condition = condition
            self.arguments = arguments
        }

        func erase(from database: Database) throws {
            for table in tables {
                try database.execute(sql: "DELETE FROM \(table) WHERE \(condition)", arguments: arguments)
            }
            try database.execute(sql: "UPDATE erasure SET count = count + 1")
        }
    }

    /// Returns the tables with data of users: those with a column `user`. Signing out empties each of them, so a table that
    /// is added later is erased too.
    static func tablesOfUsers(in database: Database) throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT name FROM sqlite_master WHERE type = 'table'
                AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_master.name) AS field WHERE field.name = 'user')
                ORDER BY name
                """
        )
    }

    /// Times are seconds since 2001, the internal value of `Date`, so that each is read back unchanged. If `asOf` is
    /// missing, the age is unknown.
    private static let offersProfilesAndSettings = """
        CREATE TABLE dealList (
            user BLOB PRIMARY KEY NOT NULL,
            asOf REAL,
            unreadable TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE deal (
            user BLOB NOT NULL,
            id BLOB NOT NULL,
            title TEXT NOT NULL,
            subtitle TEXT,
            day INTEGER,
            over REAL NOT NULL,
            terms TEXT NOT NULL,
            PRIMARY KEY (user, id)
        ) WITHOUT ROWID;
        CREATE TABLE profile (
            user BLOB PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            phone TEXT,
            bonusPoints INTEGER NOT NULL,
            asOf REAL,
            unreadable TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE settings (
            user BLOB PRIMARY KEY NOT NULL,
            newDeals INTEGER NOT NULL,
            version TEXT NOT NULL,
            asOf REAL
        ) WITHOUT ROWID;
        """

    private static let queueAndPages = """
        ALTER TABLE dealList ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
        CREATE INDEX deal_user_over ON deal (user, over, id);
        CREATE TABLE pendingChange (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            user BLOB NOT NULL,
            key TEXT NOT NULL UNIQUE,
            newDeals INTEGER NOT NULL,
            madeAt REAL NOT NULL,
            version TEXT NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX pendingChange_user ON pendingChange (user, number);
        CREATE TABLE erasure (
            count INTEGER NOT NULL
        );
        INSERT INTO erasure VALUES (0);
        """

    /// The responses of any use case, as JSON. A profile is moved here, unless it has a text that SQLite stores as bytes.
    private static let answers = """
        CREATE TABLE answer (
            user BLOB NOT NULL,
            name TEXT NOT NULL,
            revision INTEGER NOT NULL,
            asOf REAL,
            unreadable TEXT NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (user, name)
        ) WITHOUT ROWID;
        INSERT INTO answer (user, name, revision, asOf, unreadable, body)
            SELECT user, 'profile', 1, asOf, unreadable,
                CAST(json_object('name', name, 'phone', phone, 'bonusPoints', bonusPoints) AS BLOB)
            FROM profile WHERE typeof(name) = 'text' AND typeof(phone) IN ('text', 'null');
        DROP TABLE profile;
        """

    /// The latest choice on this device, by the key of its change, whatever has become of it.
    private static let choices = """
        ALTER TABLE settings ADD COLUMN chosen TEXT;
        """
}
