#if Journal
    import Foundation
    import GRDB
    import Strangler

    /// The evidence as rows: one for each tally. The origins of the tallies are stored once, in a table of their own.
    enum TallyRow {
        static let schema = """
            CREATE TABLE journal (writer TEXT NOT NULL);
            CREATE TABLE origin (
                id INTEGER PRIMARY KEY,
                operation TEXT NOT NULL,
                sides TEXT NOT NULL,
                labels TEXT NOT NULL,
                UNIQUE (operation, sides, labels)
            );
            CREATE TABLE tally (
                origin INTEGER NOT NULL REFERENCES origin (id),
                kind TEXT NOT NULL,
                start INTEGER NOT NULL,
                detail TEXT NOT NULL,
                number INTEGER NOT NULL,
                count INTEGER NOT NULL,
                PRIMARY KEY (origin, kind, start, detail, number)
            ) WITHOUT ROWID;
            """

        /// The changes in the fifth version: an origin has a writer, and the subject classes of a day are one value.
        private static let sets = """
            ALTER TABLE journal ADD COLUMN place TEXT NOT NULL DEFAULT '';
            CREATE TABLE former AS SELECT tally.*, origin.operation, origin.sides, origin.labels
                FROM tally JOIN origin ON origin.id = tally.origin;
            DROP TABLE tally;
            DROP TABLE origin;
            CREATE TABLE origin (
                id INTEGER PRIMARY KEY,
                writer TEXT NOT NULL,
                operation TEXT NOT NULL,
                sides TEXT NOT NULL,
                labels TEXT NOT NULL,
                UNIQUE (writer, operation, sides, labels)
            );
            CREATE TABLE tally (
                origin INTEGER NOT NULL REFERENCES origin (id),
                kind TEXT NOT NULL,
                start INTEGER NOT NULL,
                detail TEXT NOT NULL,
                number INTEGER NOT NULL,
                count INTEGER NOT NULL,
                PRIMARY KEY (origin, kind, start, detail, number)
            ) WITHOUT ROWID;
            CREATE TABLE subjects (
                origin INTEGER NOT NULL REFERENCES origin (id),
                kind TEXT NOT NULL,
                start INTEGER NOT NULL,
                classes BLOB NOT NULL,
                UNIQUE (origin, kind, start)
            );
            INSERT INTO origin (id, writer, operation, sides, labels)
                SELECT DISTINCT origin, (SELECT writer FROM journal), operation, sides, labels FROM former;
            INSERT INTO tally SELECT origin, kind, start, detail, number, count FROM former
                WHERE kind NOT LIKE 'subject%';
            """

        /// The change in the sixth version: the number of the last batch.
        static let serial = "ALTER TABLE journal ADD COLUMN serial INTEGER NOT NULL DEFAULT 0;"

        /// Brings the tables to their fifth version.
        static func takeOver(in database: Database) throws {
            try database.execute(sql: sets)
            var days: [SetKey: SubjectSet] = [:]
            let rows = try Row.fetchCursor(
                database,
                sql: "SELECT origin, kind, start, number FROM former WHERE kind LIKE 'subject%' AND count > 0"
            )
            while let row = try rows.next() {
                let key = SetKey(origin: try value(row[0]), kind: try value(row[1]), start: try value(row[2]))
                let number: Int = try value(row[3])
                guard number == -1 || SubjectClass.numbers.contains(number) else { throw SQLiteJournalError.corrupt }
                days[key, default: SubjectSet()].insert(number)
            }
            for (key, set) in days { try join(set, at: key, in: database) }
            try database.execute(sql: "DROP TABLE former")
        }

        private static let addition = """
            INSERT INTO tally (origin, kind, start, detail, number, count) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT DO UPDATE SET count = count + ?6
            """

        /// Returns the name under which the file counts a batch. A copy of the file, and one that was replaced by an older copy of
        /// itself, count under another name from then on, so that their counts are added to those that others know of the file.
        private static func writer(in database: Database) throws -> String {
            let path = try String.fetchOne(database, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
            let place = path.map(place(of:)) ?? ""
            let row = try Row.fetchOne(database.cachedStatement(sql: "SELECT writer, place, serial FROM journal"))
            var writer = String(UInt64.random(in: .min ... .max), radix: 16)
            var serial: Int64 = 1
            if let row, try value(row[1]) == place, let path {
                let last: Int64 = try value(row[2])
                if BatchNumber.last(beside: path) == last { (writer, serial) = (try value(row[0]), last + 1) }
            }
            if let path { BatchNumber.set(serial, beside: path) }
            try database.cachedStatement(sql: "UPDATE journal SET place = ?, writer = ?, serial = ?")
                .execute(arguments: [place, writer, serial])
            return writer
        }

        /// Where the file is: a copy has another number, or is on another machine.
        private static func place(of path: String) -> String {
            var name = [CChar](repeating: 0, count: 256)
            var status = stat()
            guard gethostname(&name, name.count - 1) == 0, stat(path, &status) == 0 else { return "" }
            let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return "\(host) \(status.st_ino)"
        }

        /// Adds the reports of entries. Equal tallies are added up first, so that many entries need few rows.
        static func add(_ entries: [Entry], grain: Int, to database: Database) throws {
            var evidence = Evidence()
            for entry in entries { evidence.add(entry, by: "", grain: grain) }
            let writer = try writer(in: database)
            var origins: [Origin: Int64] = [:]
            func origin(of key: Tally.Key) throws -> Int64 {
                let place = Origin(operation: key.operation, sides: key.sides, labels: key.labels)
                let origin = try origins[place] ?? id(of: place, writer, in: database)
                origins[place] = origin
                return origin
            }
            let statement = try database.cachedStatement(sql: addition)
            for (key, count) in evidence.counts {
                try statement.execute(arguments: [
                    try origin(of: key), key.kind.rawValue, key.start, key.detail, key.number, count,
                ])
            }
            for (key, set) in evidence.sets {
                let place = SetKey(origin: try origin(of: key), kind: key.kind.rawValue, start: key.start)
                try join(set, at: place, in: database)
            }
        }

        private struct SetKey: Hashable {
            let origin: Int64
            let kind: String
            let start: Int
        }

        /// Adds subject classes to those of a day.
        private static func join(_ set: SubjectSet, at key: SetKey, in database: Database) throws {
            let place: StatementArguments = [key.origin, key.kind, key.start]
            let former = try Data.fetchOne(
                database.cachedStatement(
                    sql: "SELECT classes FROM subjects WHERE origin = ? AND kind = ? AND start = ?"
                ),
                arguments: place
            )
            var joined = set
            if let former {
                guard let known = SubjectSet(former) else { throw SQLiteJournalError.corrupt }
                joined.formUnion(known)
                guard joined != known else { return }
            }
            try database.cachedStatement(
                sql: """
                    INSERT INTO subjects (origin, kind, start, classes) VALUES (?1, ?2, ?3, ?4)
                    ON CONFLICT DO UPDATE SET classes = ?4
                    """
            ).execute(arguments: place + [joined.data])
        }

        static func evidence(of operation: String?, in database: Database) throws -> Evidence {
            let origins = try origins(of: operation, in: database)
            var evidence = Evidence()
            for (id, origin) in origins {
                let tallies = try Row.fetchCursor(
                    database.cachedStatement(
                        sql: "SELECT kind, start, detail, number, count FROM tally WHERE origin = ?"
                    ),
                    arguments: [id]
                )
                while let row = try tallies.next() {
                    var key = try key(origin, row)
                    key.detail = try value(row[2])
                    key.number = try value(row[3])
                    let tally = Tally(key: key, count: try value(row[4]))
                    guard tally.isPossible, !key.kind.isOfSubjects else { throw SQLiteJournalError.corrupt }
                    evidence.join(tally)
                }
                let sets = try Row.fetchCursor(
                    database.cachedStatement(sql: "SELECT kind, start, classes FROM subjects WHERE origin = ?"),
                    arguments: [id]
                )
                while let row = try sets.next() {
                    let key = try key(origin, row)
                    guard key.kind.isOfSubjects, Tally.times.contains(key.start),
                        let set = SubjectSet(try value(row[2]) as Data)
                    else { throw SQLiteJournalError.corrupt }
                    evidence.join(set, at: key)
                }
            }
            return evidence
        }

        /// Returns the keys of the origins of a hand-over and its calibration, or of all, without kind and start.
        private static func origins(of operation: String?, in database: Database) throws -> [(Int64, Tally.Key)] {
            let rows = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT id, writer, operation, sides, labels FROM origin
                        WHERE ?1 IS NULL OR operation IN (?1, ?2, ?3, '')
                        """
                ),
                arguments: [
                    operation, operation.map(Calibration.operation(of:)), operation.map(Calibration.apart(of:)),
                ]
            )
            return try rows.map { row in
                let key = Tally.Key(
                    writer: try value(row[1]),
                    operation: try value(row[2]),
                    sides: StoredText.value(try value(row[3])),
                    labels: StoredText.value(try value(row[4])) ?? [:],
                    start: 0,
                    kind: .matched
                )
                return (try value(row[0]), key)
            }
        }

        private static func key(_ origin: Tally.Key, _ row: Row) throws -> Tally.Key {
            // A kind from another version is not evidence for this one; the file's version decides whether it may occur.
            guard let kind = Tally.Kind(rawValue: try value(row[0])) else { throw SQLiteJournalError.corrupt }
            var key = origin
            key.kind = kind
            key.start = try value(row[1])
            return key
        }

        /// Returns the value of a field. Another program may have written one of another type, which ends a subscript of `Row`.
        private static func value<Value: DatabaseValueConvertible>(_ field: DatabaseValue) throws -> Value {
            guard let value = Value.fromDatabaseValue(field) else { throw SQLiteJournalError.corrupt }
            return value
        }

        private struct Origin: Hashable {
            let operation: String
            let sides: Sides?
            let labels: [String: String]
        }

        private static func id(of origin: Origin, _ writer: String, in database: Database) throws -> Int64 {
            let words: [String] = [writer, origin.operation, StoredText.of(origin.sides), StoredText.of(origin.labels)]
            try database.cachedStatement(
                sql: "INSERT OR IGNORE INTO origin (writer, operation, sides, labels) VALUES (?, ?, ?, ?)"
            ).execute(arguments: StatementArguments(words))
            return try Int64.fetchOne(
                database.cachedStatement(
                    sql: "SELECT id FROM origin WHERE writer = ? AND operation = ? AND sides = ? AND labels = ?"
                ),
                arguments: StatementArguments(words)
            ) ?? 0
        }
    }

    /// Values in a text column, as JSON that is the same for equal values.
    enum StoredText {
        static func of(_ sides: Sides?) -> String {
            sides.map { json($0) } ?? ""
        }

        static func of(_ labels: [String: String]) -> String {
            labels.isEmpty ? "" : json(labels)
        }

        static func value<Value: Decodable>(_ text: String?) -> Value? {
            text.flatMap { $0.isEmpty ? nil : try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
        }

        private static func json(_ value: some Encodable) -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }
#endif
