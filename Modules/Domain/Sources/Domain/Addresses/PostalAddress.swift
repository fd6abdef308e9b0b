/// A postal address in parts, so that it can be written in the way of its country.
public struct PostalAddress: Hashable, Codable, Sendable {
    /// Street and house number, building, floor: everything smaller than the town.
    public let street: [String]
    /// The postal code, or `nil` if the country doesn't use postal codes.
    public let postalCode: String?
    /// The town or city.
    public let locality: String
    /// The state, province, prefecture or emirate, if the country's post uses it.
    public let region: String?
    /// The country.
    public let country: CountryCode

    /// Creates a postal address from its parts.
    public init(street: [String], postalCode: String?, locality: String, region: String?, country: CountryCode) {
        self.street = street
        self.postalCode = postalCode
        self.locality = locality
        self.region = region
        self.country = country
    }

    /// The address as the country's post writes it, one string for each line. The lines include neither the recipient nor the
    /// country's name, which depends on where the letter is posted. Missing parts leave no gap and no stray comma.
    ///
    /// Source: Universal Postal Union, *Addressing solutions* (S42), the pages of each country. A country without a format of
    /// its own gets the most common one: postal code before town. East Asian addresses run from the largest part to the
    /// smallest in their own scripts, and in the opposite order in Latin letters.
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

    /// Whether the town is written in Latin letters, that is, in characters up to U+024F (Latin Extended-B).
    private var isInLatinLetters: Bool {
        [locality, region ?? ""].allSatisfy { $0.unicodeScalars.allSatisfy { $0.value <= 0x24F } }
    }

    private func joined(_ parts: String?..., by separator: String = " ") -> String {
        parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: separator)
    }
}
