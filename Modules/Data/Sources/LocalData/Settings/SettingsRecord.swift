#if Account
    import Domain
    import Foundation
    import GRDB

    /// Confirmed settings as a row: what the store last said.
    struct SettingsRecord: Equatable {
        let newDeals: Bool
        let version: DatabaseValue
        let asOf: Double?

        static func read(of user: UserID, in database: Database) throws -> SettingsRecord? {
            try Row.fetchOne(
                database,
                sql: "SELECT newDeals, version, asOf FROM settings WHERE user = ?",
                arguments: [user.key]
            )
            .map { row in
                SettingsRecord(
                    newDeals: Bool.fromDatabaseValue(row[0]) ?? false,
                    version: row[1],
                    asOf: Double.fromDatabaseValue(row[2])
                )
            }
        }

        func write(for user: UserID, into database: Database) throws {
            try database.execute(
                sql: "INSERT OR REPLACE INTO settings (user, newDeals, version, asOf) VALUES (?, ?, ?, ?)",
                arguments: [user.key, newDeals, version, asOf]
            )
        }
    }
#endif
