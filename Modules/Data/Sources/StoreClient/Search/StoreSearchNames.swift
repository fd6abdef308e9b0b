import DataSupport
public import Domain
import Foundation

/// A search for names in a database that uses the format of docs/workspace/search-format.md. No sign-in is needed.
///
/// A record without a readable `domain`, or with a field that is neither `null` nor readable, is left out and reported.
public struct StoreSearchNames: SearchNames {
    private let store: StoreAPI

    /// Creates a search in `store`, whose transport needs no tokens.
    public init(_ store: StoreAPI) {
        self.store = store
    }

    /// Returns the names that contain `query`. They always count as live.
    public func names(matching query: NameQuery) async throws(ReadError) -> Snapshot<NameMatches> {
        let found = try await store.get(["search"], query: [("query", query.text)]) { record, gaps throws(Unreadable) in
            var list = LenientList("matches", by: \NameMatch.name, called: "name")
            try list.append(from: record, named: "domains", NameMatch.init(database:))
            gaps = list.unreadable
            let milliseconds = try record.double("time")
            // A duration can be far longer, but not as long as every number in JSON.
            guard (0...1e15).contains(milliseconds) else { throw Unreadable("time") }
            return NameMatches(
                matches: list.values,
                total: try record.int("total"),
                duration: .milliseconds(milliseconds)
            )
        }
        return Snapshot(found.value, freshness: .live, unreadable: found.unreadable)
    }
}

extension NameMatch {
    fileprivate init(database record: WireRecord) throws(Unreadable) {
        var fields = FieldReader()
        let name = fields.read(try record.word("domain", as: "name") { InternetName($0) })
        let nameServers = fields.read(try record.optionalText("NS", as: "nameServers").map(Self.list) ?? [])
        let country = fields.read(try record.optional("country") { CountryCode($0) })
        let createdAt = fields.read(try record.optionalMoment("create_date", as: "createdAt"))
        let updatedAt = fields.read(try record.optionalMoment("update_date", as: "updatedAt"))
        let expiresAt = fields.read(try record.optionalMoment("expiry_date", as: "expiresAt"))
        let isDead = fields.read(try record.optionalBool("isDead"))
        guard let name, let nameServers, let country, let createdAt, let updatedAt, let expiresAt, let isDead
        else { throw fields.failure }
        self.init(
            name: name,
            nameServers: nameServers,
            country: country,
            createdAt: createdAt,
            updatedAt: updatedAt,
            expiresAt: expiresAt,
            isDead: isDead
        )
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
