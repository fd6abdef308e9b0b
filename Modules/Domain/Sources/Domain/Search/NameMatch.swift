public import Foundation

/// A registered name that a search has found.
public struct NameMatch: Identifiable, Hashable, Codable, Sendable {
    /// The name, as registries keep it.
    public let name: InternetName
    /// The name.
    public var id: InternetName { name }
    /// The servers that answer for it; empty where nobody said.
    public let nameServers: [String]
    /// Where it is registered, if somebody said.
    public let country: CountryCode?
    /// When it was registered, if somebody said.
    public let createdAt: Date?
    /// When its record last changed, if somebody said.
    public let updatedAt: Date?
    /// Until when it is paid for, if somebody said.
    public let expiresAt: Date?
    /// Whether it no longer leads anywhere; `nil` if nobody said.
    public let isDead: Bool?

    /// Makes a match of its parts.
    public init(
        name: InternetName,
        nameServers: [String],
        country: CountryCode?,
        createdAt: Date?,
        updatedAt: Date?,
        expiresAt: Date?,
        isDead: Bool?
    ) {
        self.name = name
        self.nameServers = nameServers
        self.country = country
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.expiresAt = expiresAt
        self.isDead = isDead
    }
}

/// What a search has found.
public struct NameMatches: Hashable, Sendable {
    /// The first of them, in the order of the database.
    public let matches: [NameMatch]
    /// How many there are in all; at least as many as `matches` has.
    public let total: Int
    /// How long the database took, without the way there and back.
    public let duration: Duration

    /// Makes a result; a `total` below the number of matches is raised to it.
    public init(matches: [NameMatch], total: Int, duration: Duration) {
        self.matches = matches
        self.total = max(total, matches.count)
        self.duration = duration
    }
}
