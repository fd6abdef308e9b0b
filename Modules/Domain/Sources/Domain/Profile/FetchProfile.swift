/// Fetches what the store knows about a user.
public protocol FetchProfile: Sendable {
    /// Returns the profile of `user`.
    ///
    /// If the calling task is cancelled, the call soon throws `.cancelled` and has no visible effect.
    func profile(of user: UserID) async throws(ProfileError) -> Snapshot<Profile>
}

/// What the store knows about a user.
public struct Profile: Hashable, Codable, Sendable {
    /// The name by which the user wants to be addressed.
    public let name: String
    /// A telephone number as the user wrote it, or `nil` if none is known.
    public let phone: String?
    /// The points that the user has collected and not yet spent; never negative.
    public let bonusPoints: Int

    /// Creates a profile from its parts. Points below 0 count as 0.
    public init(name: String, phone: String?, bonusPoints: Int) {
        self.name = name
        self.phone = phone
        self.bonusPoints = max(0, bonusPoints)
    }

    /// Decodes a profile. Points below 0 count as 0.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try fields.decode(String.self, forKey: .name),
            phone: try fields.decodeIfPresent(String.self, forKey: .phone),
            bonusPoints: try fields.decode(Int.self, forKey: .bonusPoints)
        )
    }
}

/// Why a profile can't be read.
public typealias ProfileError = ReadError
