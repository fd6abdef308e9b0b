import Domain
import Testing

/// The countries that have a format of their own, and two that don't.
private let countries = [
    "US", "CA", "AU", "GB", "KE", "IE", "IN", "BR", "NZ", "SG", "IL", "SA", "AE", "IT", "ES", "JP", "CN", "KR", "TW",
    "DE", "FR",
]

private func lines(
    _ country: String,
    _ street: [String] = ["1 Example Road", "Floor 2"],
    _ locality: String = "Town",
    region: String? = "Region",
    code: String? = "CODE"
) throws -> [String] {
    PostalAddress(
        street: street,
        postalCode: code,
        locality: locality,
        region: region,
        country: try #require(CountryCode(country))
    ).lines
}

@Suite("The lines of a postal address")
struct PostalAddressTests {
    @Test(
        "Each country has its own way, below the street",
        arguments: [
            ("US", ["Town, Region CODE"]),
            ("CA", ["Town Region CODE"]),
            ("AU", ["Town Region CODE"]),
            ("GB", ["Town", "CODE"]),
            ("KE", ["Town", "CODE"]),
            ("IE", ["Town", "Region", "CODE"]),
            ("IN", ["Town CODE", "Region"]),
            ("BR", ["Town-Region", "CODE"]),
            ("NZ", ["Town CODE"]),
            ("SG", ["Town CODE"]),
            ("IL", ["Town CODE"]),
            ("SA", ["Town CODE"]),
            ("AE", ["Town", "Region"]),
            ("IT", ["CODE Town Region"]),
            ("ES", ["CODE Town Region"]),
            ("DE", ["CODE Town", "Region"]),
            ("FR", ["CODE Town", "Region"]),
        ]
    )
    func arrangements(_ country: String, _ below: [String]) throws {
        #expect(try lines(country) == ["1 Example Road", "Floor 2"] + below)
    }

    @Test(
        "East Asian addresses run from the widest part to the narrowest",
        arguments: [
            ("JP", ["千代田1-1", "3階"], "千代田区", "東京都", "100-0001", ["〒100-0001", "東京都千代田区", "千代田1-1 3階"]),
            ("CN", ["示例路1号"], "海淀区", "北京市", "100000", ["100000", "北京市海淀区", "示例路1号"]),
            ("TW", ["範例路1號"], "信義區", "臺北市", "110", ["110", "臺北市信義區", "範例路1號"]),
        ]
    )
    func eastAsian(
        _ country: String,
        _ street: [String],
        _ locality: String,
        _ region: String,
        _ code: String,
        _ expected: [String]
    ) throws {
        #expect(try lines(country, street, locality, region: region, code: code) == expected)
    }

    @Test("In Latin letters they run the other way round", arguments: ["JP", "CN", "KR", "TW"])
    func eastAsianInLatinLetters(_ country: String) throws {
        let found = try lines(country, ["1-1 Chiyoda"], "Chiyoda-ku", region: "Tōkyō", code: "100-0001")
        #expect(found == ["1-1 Chiyoda", "Chiyoda-ku, Tōkyō 100-0001"])
    }

    @Test(
        "A missing part takes its separator with it",
        arguments: [
            ("US", nil, "CODE", ["Town, CODE"]),
            ("US", "Region", nil, ["Town, Region"]),
            ("US", nil, nil, ["Town"]),
            ("BR", nil, "CODE", ["Town", "CODE"]),
            ("CA", nil, "CODE", ["Town CODE"]),
            ("GB", nil, nil, ["Town"]),
            ("IE", nil, "CODE", ["Town", "CODE"]),
            ("AE", nil, nil, ["Town"]),
            ("IT", nil, nil, ["Town"]),
            ("DE", nil, "CODE", ["CODE Town"]),
        ] as [(String, String?, String?, [String])]
    )
    func missing(_ country: String, _ region: String?, _ code: String?, _ below: [String]) throws {
        #expect(try lines(country, ["Street"], region: region, code: code) == ["Street"] + below)
    }

    @Test("Whatever is missing or empty, no line is empty or has a stray separator", arguments: countries)
    func noStraySeparators(_ country: String) throws {
        var flawed: [String] = []
        for street in [[], [""], ["Street"], ["Street", ""]] {
            for locality in ["", "Town", "町"] {
                for region in [nil, "", "Region", "県"] {
                    for code in [nil, "", "CODE"] {
                        flawed += try lines(country, street, locality, region: region, code: code).filter(isFlawed)
                    }
                }
            }
        }
        #expect(flawed.isEmpty)
    }

    private func isFlawed(_ line: String) -> Bool {
        let ends = [line.first, line.last].compactMap { $0 }
        return ends.isEmpty || line == "〒" || ends.contains { " ,-".contains($0) }
            || ["  ", " ,", ",,"].contains { line.contains($0) }
    }
}
