import Domain
import Foundation
import Presentation

/// What a search has found.
struct NamesDocument: Encodable {
    let query: String
    /// How many names there are in all; `items` may have fewer.
    let total: Int
    let durationMilliseconds: Int
    let items: [NameDocument]
    let freshness: FreshnessDocument
    let unreadable: [String]

    /// `nil` before an answer.
    @MainActor
    init?(_ search: NameSearchViewModel, limit: Int) {
        guard let results = search.results, let total = search.total, let duration = search.duration else { return nil }
        query = search.query
        self.total = total
        durationMilliseconds = Int(duration / .milliseconds(1))
        items = results.rows.prefix(limit).map { NameDocument($0.match) }
        freshness = FreshnessDocument(results.freshness)
        unreadable = results.unreadable.map(\.description)
    }
}

struct NameDocument: Encodable {
    /// As registries keep it, in ASCII.
    let name: String
    /// As a person reads it.
    let unicode: String
    let nameServers: [String]
    let country: String?
    let createdAt: String?
    let updatedAt: String?
    let expiresAt: String?
    let isDead: Bool?

    init(_ match: NameMatch) {
        name = match.name.text
        unicode = match.name.unicode
        nameServers = match.nameServers
        country = match.country?.code
        createdAt = match.createdAt.map(Self.instant)
        updatedAt = match.updatedAt.map(Self.instant)
        expiresAt = match.expiresAt.map(Self.instant)
        isDead = match.isDead
    }

    /// ISO 8601 in UTC to the millisecond. The style cuts off what is below one, and a date that was read with a fraction
    /// may be a hair below it.
    static func instant(_ date: Date) -> String {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(date.addingTimeInterval(0.000_5))
    }
}
