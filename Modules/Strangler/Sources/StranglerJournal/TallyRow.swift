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

        private static let addition = """
            INSERT INTO tally (origin, kind, start, detail, number, count) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT DO UPDATE SET count = CASE WHEN ?7 THEN 1 ELSE count + ?6 END
            """

        static func writer(in database: Database) throws -> String {
            try String.fetchOne(database, sql: "SELECT writer FROM journal") ?? ""
        }

        /// Adds the reports of entries. Equal tallies are added up first, so that many entries need few rows.
        static func add(_ entries: [Entry], grain: Int, to database: Database) throws {
            var evidence = Evidence()
            for entry in entries { evidence.add(entry, by: "", grain: grain) }
            var origins: [Origin: Int64] = [:]
            let statement = try database.cachedStatement(sql: addition)
            for tally in evidence.tallies {
                let key = tally.key
                let place = Origin(operation: key.operation, sides: key.sides, labels: key.labels)
                let origin = try origins[place] ?? id(of: place, in: database)
                origins[place] = origin
                try statement.execute(arguments: [
                    origin, key.kind.rawValue, key.start, key.detail, key.number, tally.count, key.kind.isOfSubjects,
                ])
            }
        }

        static func evidence(of operation: String?, in database: Database) throws -> Evidence {
            let writer = try writer(in: database)
            let statement = try database.cachedStatement(
                sql: """
                    SELECT operation, sides, labels, kind, start, detail, number, count
                    FROM tally JOIN origin ON origin.id = tally.origin
                    WHERE ?1 IS NULL OR operation IN (?1, ?2, '')
                    """
            )
            let rows = try Row.fetchCursor(
                statement,
                arguments: [operation, operation.map(Calibration.operation(of:))]
            )
            var sides: [String: Sides?] = [:]
            var evidence = Evidence()
            while let row = try rows.next() {
                // A kind from another version is not evidence for this one; the file's version decides whether it may occur.
                guard let kind = Tally.Kind(rawValue: try value(row[3])) else { throw SQLiteJournalError.corrupt }
                let words: String = try value(row[1])
                if sides[words] == nil { sides[words] = StoredText.value(words) as Sides? }
                let key = Tally.Key(
                    writer: writer,
                    operation: try value(row[0]),
                    sides: sides[words] ?? nil,
                    labels: StoredText.value(try value(row[2])) ?? [:],
                    start: try value(row[4]),
                    kind: kind,
                    detail: try value(row[5]),
                    number: try value(row[6])
                )
                let tally = Tally(key: key, count: try value(row[7]))
                guard tally.isPossible else { throw SQLiteJournalError.corrupt }
                evidence.join(tally)
            }
            return evidence
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

        private static func id(of origin: Origin, in database: Database) throws -> Int64 {
            let words: [String] = [origin.operation, StoredText.of(origin.sides), StoredText.of(origin.labels)]
            try database.cachedStatement(
                sql: "INSERT OR IGNORE INTO origin (operation, sides, labels) VALUES (?, ?, ?)"
            ).execute(arguments: StatementArguments(words))
            return try Int64.fetchOne(
                database.cachedStatement(
                    sql: "SELECT id FROM origin WHERE operation = ? AND sides = ? AND labels = ?"
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
