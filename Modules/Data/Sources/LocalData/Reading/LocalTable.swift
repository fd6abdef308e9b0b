#if Account
    import Domain
    import Foundation
    import GRDB

    /// Where an answer of the store is kept on this device, for each user one.
    ///
    /// `answer(_:)` keeps any value that can be encoded. A table of its own is for values that are read in part, such as
    /// `deals`.
    public struct LocalTable<Value: Sendable>: Sendable {
        /// The latest answer.
        struct Stored: Sendable {
            /// One more with every change.
            let revision: Int64
            let snapshot: Snapshot<Value>
        }

        /// What says how an answer is kept, without the answer.
        struct Head: Sendable, Equatable {
            let revision: Int64
            let asOf: Date?
        }

        /// Reads the revision and the age; `nil` if nothing is stored.
        let head: @Sendable (UserID, Database) throws -> Head?
        /// Reads the answer; `nil` if nothing is stored, or what is stored can't be read.
        let read: @Sendable (UserID, Database) throws -> Stored?
        /// Stores an answer in place of the one before; who reads meets the one or the other.
        let replace: @Sendable (UserID, _ answer: Snapshot<Value>, _ asOf: Date?, Database) throws -> Void
    }

    extension LocalTable where Value: Codable {
        /// Keeps the answers of one use case as JSON, under a name that no other use case has.
        public static func answer(_ name: StaticString) -> LocalTable {
            let name = "\(name)"
            return LocalTable(
                head: { user, database in
                    try Row.fetchOne(
                        database,
                        sql: "SELECT revision, asOf FROM answer WHERE user = ? AND name = ?",
                        arguments: [user.key, name]
                    )
                    .map { Head(revision: Int64.fromDatabaseValue($0[0]) ?? 0, asOf: Date(column: $0[1])) }
                },
                read: { user, database in
                    let row = try Row.fetchOne(
                        database,
                        sql: "SELECT revision, asOf, unreadable, body FROM answer WHERE user = ? AND name = ?",
                        arguments: [user.key, name]
                    )
                    guard let row, let body = Data.fromDatabaseValue(row[3]),
                        let value = try? JSONDecoder().decode(Value.self, from: body)
                    else { return nil }
                    return Stored(
                        revision: Int64.fromDatabaseValue(row[0]) ?? 0,
                        snapshot: Snapshot(
                            value,
                            freshness: Freshness(keptAsOf: Date(column: row[1])),
                            unreadable: [FieldPath](column: String.fromDatabaseValue(row[2]))
                        )
                    )
                },
                replace: { user, answer, asOf, database in
                    try database.execute(
                        sql: """
                            INSERT INTO answer (user, name, revision, asOf, unreadable, body) VALUES (?1, ?2, 1, ?3, ?4, ?5)
                            ON CONFLICT DO UPDATE SET revision = revision + 1, asOf = ?3, unreadable = ?4, body = ?5
                            """,
                        arguments: [
                            user.key, name, asOf?.column, answer.unreadable.column,
                            try JSONEncoder().encode(answer.value),
                        ]
                    )
                }
            )
        }
    }

    extension [FieldPath] {
        /// The places as a text of JSON: `[["deals",3,"title"]]`.
        var column: String {
            guard !isEmpty else { return "[]" }
            guard let bytes = try? JSONEncoder().encode(self) else { return "[[]]" }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// A text that can't be read is a gap of unknown place.
        init(column: String?) {
            if column == "[]" {
                self = []
            } else {
                let bytes = Data((column ?? "").utf8)
                self = (try? JSONDecoder().decode(Self.self, from: bytes)) ?? [FieldPath([])]
            }
        }
    }
#endif
