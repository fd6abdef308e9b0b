public import Domain

/// A `FetchProfile` with given profiles and hooks.
public typealias MockFetchProfile = MockRead<UserID, Profile>

extension MockFetchProfile: FetchProfile {
    /// Creates a mock from each user's profile. `freshness` and `unreadable` apply to every result.
    public init(profiles: [UserID: Profile], freshness: Freshness = .live, unreadable: [FieldPath] = []) {
        self.init(profiles, freshness: freshness, unreadable: unreadable)
    }

    /// Returns the given profile, or the outcome that `calls` prescribes.
    public func profile(of user: UserID) async throws(ReadError) -> Snapshot<Profile> { try await calls(user) }
}
