import Foundation
import GRDB

/// @model @table places
struct Place: Equatable {
    /// @json @id
    let code: String
    /// @json
    let name: String
    /// @json
    let country: String?
}

func checkIdentifiersAndTables() async throws {
    try migratePlaces(DatabaseQueue())
}

func migratePlaces(_ queue: DatabaseQueue) throws {
    try queue.write { database in
        // A table of an earlier version: a column is missing, one is of no use any more.
        try database.execute(
            sql: """
                CREATE TABLE places (code TEXT NOT NULL, name TEXT NOT NULL, old TEXT, PRIMARY KEY (code));
                INSERT INTO places VALUES ('a', 'A', 'x');
                """
        )
        try PlaceRecord.table.migrate(database)
        expect(try PlaceRecord.fetchAll(database).map { try $0.model() } == [Place(code: "a", name: "A", country: nil)])
        try PlaceRecord(Place(code: "a", name: "B", country: "C")).save(database)
        expect(try PlaceRecord.fetchOne(database, key: "a")?.model() == Place(code: "a", name: "B", country: "C"))
        // A row can't get a mandatory column that it lacks.
        try database.execute(sql: "DROP TABLE places; CREATE TABLE places (code TEXT NOT NULL PRIMARY KEY)")
        try database.execute(sql: "INSERT INTO places VALUES ('a')")
        try PlaceRecord.table.migrate(database)
        expect(try PlaceRecord.fetchCount(database) == 0)
        try PlaceRecord(Place(code: "c", name: "C", country: nil)).insert(database)
        // What other programs have written is read, or it is an error that names columns.
        let row = try PlaceRecord.fetchOne(database, sql: "SELECT 1 AS code, NULL AS name")
        expect(failure { try row?.model() } == "code is unreadable, name is missing")
    }
}
