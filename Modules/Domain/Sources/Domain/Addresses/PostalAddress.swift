/// Where post is delivered, in parts, so that each country's own way of writing it can be used.
public struct PostalAddress: Hashable, Codable, Sendable {
    /// Street and house number, building, floor: everything narrower than the place.
    public let street: [String]
    /// The postal code; `nil` where the country has none.
    public let postalCode: String?
    /// The town or city.
    public let locality: String
    /// State, province, prefecture or emirate, where the country's post uses it.
    public let region: String?
    /// The country.
    public let country: CountryCode

    /// Makes a postal address of its parts.
    public init(street: [String], postalCode: String?, locality: String, region: String?, country: CountryCode) {
        self.street = street
        self.postalCode = postalCode
        self.locality = locality
        self.region = region
        self.country = country
    }

    /// The address as the country's post writes it, one line each, without recipient and without the country's name
    /// (which depends on where the letter is posted). Parts that are missing leave no gap and no stray comma.
    ///
    /// Source: Universal Postal Union, *Addressing solutions* (S42), the countries' own pages. A country without an
    /// arrangement of its own gets the commonest one, postal code before place. East Asian addresses run from the
    /// widest part to the narrowest in their own scripts, and the other way round in Latin letters.
    public var lines: [String] {
        let code = postalCode.flatMap { $0.isEmpty ? nil : $0 }
        let lines: [String?] =
            switch country.code {
            case "US":
                street + [joined(locality, joined(region, code), by: ", ")]
            case "CA", "AU":
                street + [joined(locality, region, code)]
            case "GB", "KE":
                street + [locality, code]
            case "IE":
                street + [locality, region, code]
            case "IN":
                street + [joined(locality, code), region]
            case "BR":
                street + [joined(locality, region, by: "-"), code]
            case "NZ", "SG", "IL", "SA":
                street + [joined(locality, code)]
            case "AE":
                street + [locality, region]
            case "IT", "ES":
                street + [joined(code, locality, region)]
            case "CN", "JP", "KR", "TW":
                if isInLatinLetters {
                    street + [joined(joined(locality, region, by: ", "), code)]
                } else {
                    [
                        code.map { country.code == "JP" ? "〒" + $0 : $0 },
                        joined(region, locality, by: ""),
                        street.filter { !$0.isEmpty }.joined(separator: " "),
                    ]
                }
            default:
                street + [joined(code, locality), region]
            }
        return lines.compactMap { $0 }.filter { !$0.isEmpty }
    }

    /// Whether the place is written in Latin letters, which end with U+024F (Latin Extended-B).
    private var isInLatinLetters: Bool {
        [locality, region ?? ""].allSatisfy { $0.unicodeScalars.allSatisfy { $0.value <= 0x24F } }
    }

    private func joined(_ parts: String?..., by separator: String = " ") -> String {
        parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: separator)
    }
}
