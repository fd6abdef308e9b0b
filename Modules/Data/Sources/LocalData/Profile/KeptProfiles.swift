#if Account
    public import Domain
    public import Foundation
    import GRDB

    /// The profiles that are kept, one a user.
    public struct KeptProfiles: Sendable {
        let store: LocalStore

        /// Keeps a profile in place of the one that was kept.
        ///
        /// - Parameters:
        ///   - asOf: When the store said so; `nil` if nobody knows.
        ///   - unreadable: What is missing from it.
        public func persist(
            _ profile: Profile,
            of user: UserID,
            asOf: Date?,
            unreadable: [FieldPath] = []
        ) async throws(LocalDataError) {
            let record = ProfileTranslator.record(profile, asOf: asOf, unreadable: unreadable)
            try await store.write { try record.write(for: user, into: $0) }
        }

        /// The profile with the age and the gaps it was kept with; `nil` if none was, or its row can't be read.
        public func read(of user: UserID) async throws(LocalDataError) -> Snapshot<Profile>? {
            try await store.read { try ProfileRecord.read(of: user, in: $0).flatMap(ProfileTranslator.snapshot) }
        }

        /// Erases the profile.
        public func erase(of user: UserID) async throws(LocalDataError) {
            try await store.write { database in
                try database.execute(sql: "DELETE FROM profile WHERE user = ?", arguments: [user.key])
            }
        }

        /// Follows the profile: as it is, and then after every change by this process or another. An error is an update
        /// like another; the sequence ends when its task is cancelled, and a slow reader gets the latest.
        public func observe(of user: UserID) -> AsyncStream<Result<Snapshot<Profile>?, LocalDataError>> {
            store.observe(
                { try ProfileRecord.read(of: user, in: $0) },
                value: { try ProfileRecord.read(of: user, in: $0).flatMap(ProfileTranslator.snapshot) }
            )
        }
    }
#endif
