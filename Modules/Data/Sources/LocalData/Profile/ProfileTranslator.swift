#if Account
    import Domain
    import Foundation
    import GRDB

    /// Translates profiles from entities to rows and back. The way there and back changes nothing.
    enum ProfileTranslator {
        static func record(_ profile: Profile, asOf: Date?, unreadable: [FieldPath]) -> ProfileRecord {
            ProfileRecord(
                name: profile.name.column,
                phone: profile.phone?.column ?? .null,
                bonusPoints: profile.bonusPoints,
                asOf: asOf?.column,
                unreadable: UnreadableRecord.text(unreadable)
            )
        }

        /// Nil for a row that can't have come from a profile.
        static func snapshot(_ record: ProfileRecord) -> Snapshot<Profile>? {
            guard let name = String(column: record.name) else { return nil }
            return Snapshot(
                Profile(name: name, phone: String(column: record.phone), bonusPoints: record.bonusPoints),
                freshness: Freshness(keptAsOf: record.asOf.map(Date.init(timeIntervalSinceReferenceDate:))),
                unreadable: UnreadableRecord.paths(record.unreadable)
            )
        }
    }
#endif
