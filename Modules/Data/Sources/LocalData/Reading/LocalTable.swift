import Domain
import Foundation
import GRDB

/// The place where a response of the store is stored on this device, one for each user.
///
/// `answer(_:)` stores any value that can be encoded. A table of its own is for values that are read in parts, such as
/// `deals`.
public struct LocalTable<Value: Sendable>: Sendable {
    /// The latest response.
    struct Stored: Sendable {
        /// A number that increases with every change.
        let revision: Int64
        let snapshot: Snapshot<Value>
    }

    /// The metadata of a stored response, without the response.
    struct Head: Sendable, Equatable {
        let revision: Int64
        let asOf: Date?
    }

    /// Reads the revision and the age; `nil` if nothing is stored.
    let head: @Sendable (UserID, Database) throws -> Head?
    /// Reads the response; `nil` if nothing is stored, or if the stored data can't be read.
    let read: @Sendable (UserID, Database) throws -> Stored?
    /// Replaces the stored response. A reader sees the old one or the new.
    let replace: @Sendable (UserID, _ answer: Snapshot<Value>, _ asOf: Date?, Database) throws -> Void
}

extension LocalTable where Value: Codable {
    /// Stores the responses of one use case as JSON, under a name that no other use case uses.
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
                        freshness: Freshness(cachedAsOf: Date(column: row[1])),
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
    /// The paths as JSON text: `[["deals",3,"title"]]`.
    var column: String {
        guard !isEmpty else { return "[]" }
        guard let bytes = try? JSONEncoder().encode(self) else { return "[[]]" }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Creates paths from a text. A text that can't be read is a gap with an unknown path.
    init(column: String?) {
        if column == "[]" {
            self = []
        } else {
            let bytes = Data((column ?? "").utf8)
            self = (try? JSONDecoder().decode(Self.self, from: bytes)) ?? [FieldPath([])]
        }
    }
}
