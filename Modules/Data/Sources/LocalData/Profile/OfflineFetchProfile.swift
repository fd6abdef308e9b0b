public import Domain
public import Foundation

/// A profile, offline first.
public struct OfflineFetchProfile: FetchProfile {
    private let remote: any FetchProfile
    private let database: LocalDatabase
    private let now: @Sendable () -> Date

    /// Wraps `remote`.
    public init(remote: any FetchProfile, database: LocalDatabase, now: @escaping @Sendable () -> Date) {
        self.remote = remote
        self.database = database
        self.now = now
    }

    /// Returns the profile of `user`: the store's, or the stored one if the store can't be reached (see `OfflineFirst`).
    public func profile(of user: UserID) async throws(ReadError) -> Snapshot<Profile> {
        let read = OfflineFirst(.answer("profile"), of: user, in: database, now: now) {
            [remote] () async throws(ReadError) in try await remote.profile(of: user)
        }
        return try await read.read()
    }
}
