/// Fetches what the store knows about a person.
public protocol FetchProfile: Sendable {
    /// Answers the profile of `user`.
    ///
    /// If the calling task is cancelled, the call throws `.cancelled` soon and changes nothing a caller can see.
    func profile(of user: UserID) async throws(ProfileError) -> Snapshot<Profile>
}

/// What the store knows about a person.
public struct Profile: Hashable, Codable, Sendable {
    /// How the person wants to be called.
    public let name: String
    /// A telephone number as the person wrote it; `nil` if none is known.
    public let phone: String?
    /// Points gathered and not spent yet; never negative.
    public let bonusPoints: Int

    /// Makes a profile of its parts; points below 0 count as 0.
    public init(name: String, phone: String?, bonusPoints: Int) {
        self.name = name
        self.phone = phone
        self.bonusPoints = max(0, bonusPoints)
    }

    /// Decodes a profile; points below 0 count as 0.
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
