import Domain
import Foundation
import GRDB

/// The settings that the store confirmed, for each user.
struct LocalSettings: Sendable {
    let database: LocalDatabase

    /// Stores what the store has sent, in place of the previous settings.
    ///
    /// - Parameter asOf: When the store sent it, or `nil` if that is unknown.
    func persist(_ answer: RemoteSettings.Answer, of user: UserID, asOf: Date?) async throws(LocalDataError) {
        try await database.write { try SettingsRecord(answer, asOf: asOf).write(for: user, into: $0) }
    }

    /// Returns the settings with the age they were stored with, and the newest unconfirmed change as pending. Returns `nil`
    /// if none are stored.
    func read(of user: UserID) async throws(LocalDataError) -> Snapshot<NotificationSettings>? {
        try await database.read { database -> Snapshot<NotificationSettings>? in
            guard let record = try SettingsRecord.read(of: user, in: database) else { return nil }
            return Snapshot(
                record.settings(pending: try PendingChangeRecord.all(of: user, in: database)),
                freshness: Freshness(cachedAsOf: record.asOf.map(Date.init(timeIntervalSinceReferenceDate:)))
            )
        }
    }
}
