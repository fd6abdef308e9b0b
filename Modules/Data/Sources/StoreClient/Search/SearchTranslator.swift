import Domain
import Foundation
import WireFormat

/// Translates `GET /search` (docs/search-format.md), from bytes to what a search has found.
///
/// | What is read | Becomes |
/// | --- | --- |
/// | not JSON from the first byte to the last, or no `total`, `time` or `domains` in it | malformed |
/// | a record without a readable `domain`, or with a field that is neither `null` nor readable | left out, told by field |
/// | a record of a name that came before | left out, told |
/// | a nullable field that is `null` or missing | nothing known |
enum SearchTranslator {
    static func translate(_ body: Data) throws(SearchNamesError) -> Snapshot<NameMatches> {
        guard let list = try? JSONDecoder().decode(SearchRecord.List.self, from: body),
            // A duration holds far more, but not all that a number in JSON can say.
            (0...1e15).contains(list.time)
        else { throw .malformed }

        var matches: [NameMatch] = []
        var unreadable: [FieldPath] = []
        var seen: Set<InternetName> = []
        matches.reserveCapacity(list.domains.count)
        for (index, record) in list.domains.enumerated() {
            do throws(Unreadable) {
                let match = try match(record)
                guard seen.insert(match.name).inserted else { throw Unreadable(field: "name") }
                matches.append(match)
            } catch {
                let place = FieldPath([.field("matches"), .index(index)])
                unreadable.append(error.field.map(place.appending) ?? place)
            }
        }
        return Snapshot(
            NameMatches(matches: matches, total: list.total, duration: .milliseconds(list.time)),
            freshness: .live,
            unreadable: unreadable
        )
    }

    /// Where a record can't be read, in Domain's names; `nil` means the record as a whole.
    private struct Unreadable: Error {
        let field: String?
    }

    private static func match(_ record: SearchRecord) throws(Unreadable) -> NameMatch {
        if !record.isObject { throw Unreadable(field: nil) }
        guard case .value(let name) = record.domain, !name.isEmpty else { throw Unreadable(field: "name") }
        return NameMatch(
            name: InternetName(name),
            nameServers: try read(record.nameServers, as: "nameServers", nameServers) ?? [],
            country: try read(record.country, as: "country") { CountryCode($0) },
            createdAt: try read(record.created, as: "createdAt") { Date(iso8601: $0) },
            updatedAt: try read(record.updated, as: "updatedAt") { Date(iso8601: $0) },
            expiresAt: try read(record.expires, as: "expiresAt") { Date(iso8601: $0) },
            isDead: try read(record.isDead, as: "isDead") { $0 }
        )
    }

    /// What is known; `nil` if nothing is.
    private static func read<Wire, Value>(
        _ field: SearchRecord.Field<Wire>,
        as name: String,
        _ parse: (Wire) -> Value?
    ) throws(Unreadable) -> Value? {
        switch field {
        case .none: return nil
        case .unreadable: throw Unreadable(field: name)
        case .value(let wire):
            guard let value = parse(wire) else { throw Unreadable(field: name) }
            return value
        }
    }

    private static func nameServers(_ list: String) -> [String]? {
        list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
