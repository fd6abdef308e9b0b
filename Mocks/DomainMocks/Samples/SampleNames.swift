public import Domain
import Foundation

/// Registered names for demonstrations, previews and tests. All but the first are reserved for examples; every date is
/// fixed.
public enum SampleNames {
    /// The names, for `MockSearchNames(names:)`. Most of them contain `med`. The first is `med-med-buy.com`, about which little
    /// is known. Among the others are internationalised names and one about which everything is known.
    public static let all: [NameMatch] = [
        match("med-med-buy.com", updated: 1_515_648_552.517, servers: "ns1.parkingcrew.net", "ns2.parkingcrew.net"),
        match(
            "medicine.example",
            country: "DE",
            created: 959_594_400,
            updated: 1_790_000_000,
            expires: 1_905_000_000,
            servers: "ns1.example.net",
            "ns2.example.net"
        ),
        match("xn--medien-bro-heb.example", country: "AT", updated: 1_700_000_000.25, servers: "a.ns.example"),
        match("old-medal.example", updated: 1_262_304_000, isDead: true),
        match("intermedia.test", country: "SE", created: 1_041_379_200, servers: "dns.example.org"),
        match("medley.example"),
        match("xn--80aehudwmij.example", country: "BG", updated: 1_780_000_000, servers: "ns.example.org"),
        match("engine.example", country: "GB", created: 1_000_000_000, updated: 1_750_000_000),
        match("loom.example"),
    ]
}

// MARK: - How

extension SampleNames {
    /// Creates a match. Moments are seconds since 1970.
    private static func match(
        _ name: String,
        country: String? = nil,
        created: TimeInterval? = nil,
        updated: TimeInterval? = nil,
        expires: TimeInterval? = nil,
        servers: String...,
        isDead: Bool = false
    ) -> NameMatch {
        NameMatch(
            name: InternetName(name),
            nameServers: servers,
            country: country.flatMap { CountryCode($0) },
            createdAt: created.map { Date(timeIntervalSince1970: $0) },
            updatedAt: updated.map { Date(timeIntervalSince1970: $0) },
            expiresAt: expires.map { Date(timeIntervalSince1970: $0) },
            isDead: isDead
        )
    }
}
