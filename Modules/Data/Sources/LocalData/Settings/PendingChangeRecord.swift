import Domain
import Foundation
import GRDB

/// A queued change as a row.
struct PendingChangeRecord: Equatable {
    /// The key that identifies the change in the store.
    let key: DatabaseValue
    let newDeals: Bool
    let madeAt: Double
    /// The version of the settings that the person saw when choosing.
    let version: DatabaseValue
    /// How many requests with the change may have reached the store. At 0 the store has certainly not made the change, and
    /// won't.
    let attempts: Int

    /// The change as the person made it.
    var change: PendingChange {
        PendingChange(
            id: PendingChangeID(String(column: key) ?? ""),
            newDeals: newDeals,
            madeAt: Date(timeIntervalSinceReferenceDate: madeAt)
        )
    }

    private static let columns = "key, newDeals, madeAt, version, attempts"

    /// Returns the queue, oldest first.
    static func all(of user: UserID, in database: Database) throws -> [PendingChangeRecord] {
        try Row.fetchAll(
            database,
            sql: "SELECT \(columns) FROM pendingChange WHERE user = ? ORDER BY number",
            arguments: [user.key]
        )
        .map { row in
            PendingChangeRecord(
                key: row[0],
                newDeals: Bool.fromDatabaseValue(row[1]) ?? false,
                madeAt: Double.fromDatabaseValue(row[2]) ?? 0,
                version: row[3],
                attempts: Int.fromDatabaseValue(row[4]) ?? 1
            )
        }
    }

    /// Appends the change to the queue.
    func append(for user: UserID, into database: Database) throws {
        try database.execute(
            sql: "INSERT INTO pendingChange (user, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [user.key, key, newDeals, madeAt, version, attempts]
        )
    }

    /// Removes the change from the queue.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    func remove(from database: Database) throws -> Bool {
        try database.execute(sql: "DELETE FROM pendingChange WHERE key = ?", arguments: [key])
        return database.changesCount > 0
    }

    /// Counts a request before it is sent (1), or undoes that if it certainly had no effect (-1).
    func count(attempts: Int, in database: Database) throws {
        try database.execute(
            sql: "UPDATE pendingChange SET attempts = max(0, attempts + ?) WHERE key = ?",
            arguments: [attempts, key]
        )
    }
}
