public import Foundation

/// A registered name that a search found.
public struct NameMatch: Identifiable, Hashable, Codable, Sendable {
    /// The name as registries store it.
    public let name: InternetName
    /// The name.
    public var id: InternetName { name }
    /// The name servers of the name; empty if the database doesn't list them.
    public let nameServers: [String]
    /// The country in which the name is registered, if the database has it.
    public let country: CountryCode?
    /// When the name was registered, if the database has it.
    public let createdAt: Date?
    /// When the record last changed, if the database has it.
    public let updatedAt: Date?
    /// When the paid registration ends, if the database has it.
    public let expiresAt: Date?
    /// Whether the name no longer resolves, or `nil` if the database doesn't say.
    public let isDead: Bool?

    /// Creates a match from its parts.
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

/// The result of a search.
public struct NameMatches: Hashable, Sendable {
    /// The first matches, in the order of the database.
    public let matches: [NameMatch]
    /// The number of matches in the database; at least the count of `matches`.
    public let total: Int
    /// The time the database took, without the time for the request and the response to travel.
    public let duration: Duration

    /// Creates a result. A `total` below the number of matches is raised to it.
    public init(matches: [NameMatch], total: Int, duration: Duration) {
        self.matches = matches
        self.total = max(total, matches.count)
        self.duration = duration
    }
}
