public import Domain

/// A `FetchProfile` over given profiles, with hooks.
public struct MockFetchProfile: FetchProfile {
    /// Stubs, holds and counts the calls.
    public let calls: MockCalls<UserID, Snapshot<Profile>, ProfileError>

    /// Takes each user's profile; `freshness` and `unreadable` are those of every answer. Unless told otherwise by
    /// `calls`, a user who is not among them is `.unknownUser`.
    public init(
        profiles: [UserID: Profile],
        freshness: Freshness = .live,
        unreadable: [FieldPath] = []
    ) {
        calls = MockCalls(cancelled: .cancelled) { user throws(ProfileError) in
            guard let profile = profiles[user] else { throw .unknownUser }
            return Snapshot(profile, freshness: freshness, unreadable: unreadable)
        }
    }

    /// Answers from what was given, or as `calls` was told.
    public func profile(of user: UserID) async throws(ProfileError) -> Snapshot<Profile> {
        try await calls(user)
    }
}
