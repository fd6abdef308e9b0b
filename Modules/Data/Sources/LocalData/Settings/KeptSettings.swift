#if Account
    public import Domain
    public import Foundation
    import GRDB

    /// The settings that the store confirmed, one a user.
    public struct KeptSettings: Sendable {
        let store: LocalStore

        /// Keeps what the store has said, in place of what it said before.
        ///
        /// - Parameter asOf: When it said so; `nil` if nobody knows.
        public func persist(
            _ answer: RemoteSettings.Answer,
            of user: UserID,
            asOf: Date?
        ) async throws(LocalDataError) {
            let record = SettingsTranslator.record(answer, asOf: asOf)
            try await store.write { try record.write(for: user, into: $0) }
        }

        /// The settings with the age they were kept with, and the newest change that was not confirmed as pending; `nil` if
        /// none were kept.
        public func read(of user: UserID) async throws(LocalDataError) -> Snapshot<NotificationSettings>? {
            try await store.read { try Self.snapshot(of: user, in: $0) }
        }

        /// Erases what was confirmed. Changes that were not sent stay.
        public func erase(of user: UserID) async throws(LocalDataError) {
            try await store.write { database in
                try database.execute(sql: "DELETE FROM settings WHERE user = ?", arguments: [user.key])
            }
        }

        /// Follows the settings: as they are, and then after every change by this process or another. An error is an update
        /// like another; the sequence ends when its task is cancelled, and a slow reader gets the latest.
        public func observe(of user: UserID) -> AsyncStream<Result<Snapshot<NotificationSettings>?, LocalDataError>> {
            store.observe({ try Self.snapshot(of: user, in: $0) }, value: { try Self.snapshot(of: user, in: $0) })
        }

        static func snapshot(of user: UserID, in database: Database) throws -> Snapshot<NotificationSettings>? {
            guard let record = try SettingsRecord.read(of: user, in: database) else { return nil }
            return SettingsTranslator.snapshot(record, pending: try PendingChangeRecord.all(of: user, in: database))
        }
    }
#endif
