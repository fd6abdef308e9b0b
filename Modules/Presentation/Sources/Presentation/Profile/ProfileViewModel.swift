public import Domain
public import Foundation
public import Observation

/// What the store knows about a person: name, telephone and bonus points.
///
/// What was on screen stays there while a load is under way and after one that failed.
@MainActor @Observable
public final class ProfileViewModel {
    /// Whose profile it is.
    public let user: UserID

    private let fetchProfile: any FetchProfile
    private let formats: Formats
    private let loading: Loading<Profile, ProfileError>

    /// Makes a profile that is empty until it is told to `load()`.
    ///
    /// - Parameter now: asked when a load begins; what it brought is from then if a later one fails.
    public init(
        user: UserID,
        fetchProfile: any FetchProfile,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.user = user
        self.fetchProfile = fetchProfile
        self.formats = formats
        loading = Loading(now: now) { Problem($0, reading: .profile, on: $1) }
    }

    /// The last profile that could be had; `nil` before the first.
    public var content: ProfileContent? {
        loading.snapshot.map { ProfileContent($0, formats: formats) }
    }

    /// Whether a load is under way.
    public var activity: Activity { loading.activity }

    /// Why the last load failed; `nil` once one has succeeded.
    public var problem: Problem? { loading.problem }

    /// Fetches the profile, and returns when that has ended; supersedes and is cancelled as the lists' loads are.
    public func load() async {
        await loading.load { [fetchProfile, user] () async throws(ProfileError) in
            try await fetchProfile.profile(of: user)
        }
    }
}

/// A profile as a person reads it.
public struct ProfileContent: Sendable {
    /// What the texts are made of, with its age.
    public let snapshot: Snapshot<Profile>
    private let formats: Formats

    init(_ snapshot: Snapshot<Profile>, formats: Formats) {
        self.snapshot = snapshot
        self.formats = formats
    }

    /// How the person wants to be called.
    public var name: String { snapshot.value.name }

    /// The points: "1,250 bonus points".
    public var bonus: String { formats.wording(.profileBonus, formats.argument(snapshot.value.bonusPoints)) }

    /// The telephone number, or that none is known.
    public var phone: String {
        snapshot.value.phone.map { formats.wording(.profilePhone, .text($0)) } ?? formats.wording(.profileNoPhone)
    }

    /// How old it is, in words; `nil` when it is live.
    public var freshnessNote: String? { formats.note(on: snapshot.freshness) }

    /// That something could not be read, in words; `nil` when everything could.
    public var unreadableNote: String? {
        snapshot.unreadable.isEmpty ? nil : formats.wording(.contentPartlyUnreadable)
    }
}
