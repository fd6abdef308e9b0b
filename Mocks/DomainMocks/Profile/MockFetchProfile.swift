public import Domain

/// A `FetchProfile` over given profiles, with hooks.
public typealias MockFetchProfile = MockRead<UserID, Profile>

extension MockFetchProfile: FetchProfile {
    /// Takes each user's profile; `freshness` and `unreadable` are those of every answer.
    public init(profiles: [UserID: Profile], freshness: Freshness = .live, unreadable: [FieldPath] = []) {
        self.init(profiles, freshness: freshness, unreadable: unreadable)
    }

    /// Returns what was given, or does as `calls` says.
    public func profile(of user: UserID) async throws(ReadError) -> Snapshot<Profile> { try await calls(user) }
}
