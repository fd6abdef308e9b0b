import Domain
import Foundation
import GRDB

/// Confirmed settings as a row: what the store last sent.
struct SettingsRecord: Equatable {
    let newDeals: Bool
    let version: DatabaseValue
    let asOf: Double?

    init(_ answer: RemoteSettings.Answer, asOf: Date?) {
        newDeals = answer.newDeals
        version = answer.version.column
        self.asOf = asOf?.column
    }

    private init(_ row: Row) {
        newDeals = Bool.fromDatabaseValue(row[0]) ?? false
        version = row[1]
        asOf = Double.fromDatabaseValue(row[2])
    }

    /// Returns the confirmed settings, with the newest choice of `changes` as pending.
    func settings(pending changes: [PendingChangeRecord]) -> NotificationSettings {
        NotificationSettings(confirmed: newDeals, pending: changes.last?.newDeals)
    }

    static func read(of user: UserID, in database: Database) throws -> SettingsRecord? {
        try Row.fetchOne(
            database,
            sql: "SELECT newDeals, version, asOf FROM settings WHERE user = ?",
            arguments: [user.key]
        )
        .map(SettingsRecord.init)
    }

    func write(for user: UserID, into database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO settings (user, newDeals, version, asOf) VALUES (?, ?, ?, ?)
                ON CONFLICT (user) DO UPDATE SET newDeals = excluded.newDeals, version = excluded.version, asOf = excluded.asOf
                """,
            arguments: [user.key, newDeals, version, asOf]
        )
    }
}
