#if Account
    import Domain
    import Foundation
    import GRDB

    /// Translates settings from what the store answers to rows, and from rows to entities.
    enum SettingsTranslator {
        static func record(_ answer: RemoteSettings.Answer, asOf: Date?) -> SettingsRecord {
            SettingsRecord(newDeals: answer.newDeals, version: answer.version.column, asOf: asOf?.column)
        }

        /// What is confirmed, with the newest choice of `changes` pending.
        static func settings(_ record: SettingsRecord, pending changes: [PendingChangeRecord]) -> NotificationSettings {
            NotificationSettings(confirmed: record.newDeals, pending: changes.last?.newDeals)
        }

        static func snapshot(
            _ record: SettingsRecord,
            pending changes: [PendingChangeRecord]
        ) -> Snapshot<NotificationSettings> {
            Snapshot(
                settings(record, pending: changes),
                freshness: Freshness(keptAsOf: record.asOf.map(Date.init(timeIntervalSinceReferenceDate:)))
            )
        }
    }
#endif
