#if Account
    import Domain
    import Foundation
    import GRDB

    /// Translates changes from entities to rows and back.
    enum PendingChangeTranslator {
        /// A change that was never sent, made by somebody who saw `version`.
        static func record(_ change: PendingChange, on version: DatabaseValue) -> PendingChangeRecord {
            PendingChangeRecord(
                key: change.id.rawValue.column,
                newDeals: change.newDeals,
                madeAt: change.madeAt.column,
                version: version,
                attempts: 0
            )
        }

        static func change(_ record: PendingChangeRecord) -> PendingChange {
            PendingChange(
                id: PendingChangeID(String(column: record.key) ?? ""),
                newDeals: record.newDeals,
                madeAt: Date(timeIntervalSinceReferenceDate: record.madeAt)
            )
        }
    }
#endif
