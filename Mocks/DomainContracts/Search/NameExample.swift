import Domain
import Foundation

/// The names that the rows use to check an implementation.
enum NameExample {
    /// Two queries that find different names.
    static let med = query("med")
    static let loom = query("loom")

    static let all = ListExamples(
        ListOrder("Names come in the order of the database", matches, stored: matches),
        others: [match("loom.example", updated: 1_000_000_000)],
        repeated: match("old-medal.example", updated: 7)
    )

    /// Names that contain `med`, in the arbitrary order of the database: everything known and nothing known, a fraction of a
    /// second, a date before 1970, another spelling, another case.
    private static let matches = [
        match("old-medal.example", updated: 0.25),
        NameMatch(
            name: InternetName("medicine.example"),
            nameServers: ["ns1.example.net", "ns2.example.net"],
            country: CountryCode("DE"),
            createdAt: Date(timeIntervalSince1970: -86_400),
            updatedAt: Date(timeIntervalSince1970: 1_780_000_000),
            expiresAt: Date(timeIntervalSince1970: 1_900_000_000),
            isDead: true
        ),
        match("xn--medien-bro-heb.example", updated: nil),
        match("MEDLEY.example", updated: 1_515_648_552.5),
        match("a-med.example", updated: 1),
    ]

    /// Returns the response of a database, which counts a repeated record once.
    @Sendable static func found(_ matches: [NameMatch]) -> NameMatches {
        NameMatches(matches: matches, total: Set(matches.map(\.name)).count, duration: .zero)
    }

    private static func match(_ name: String, updated: TimeInterval?) -> NameMatch {
        NameMatch(
            name: InternetName(name),
            nameServers: [],
            country: nil,
            createdAt: nil,
            updatedAt: updated.map { Date(timeIntervalSince1970: $0) },
            expiresAt: nil,
            isDead: false
        )
    }

    private static func query(_ text: String) -> NameQuery {
        guard let query = NameQuery(text) else { preconditionFailure("An example has to be valid: \(text)") }
        return query
    }
}
