/// An address as the wire writes it. A field that is missing or of another type is `nil`, so that one bad record does
/// not spoil the list.
struct AddressRecord: Decodable {
    let id: String?
    let label: String?
    let recipient: String?
    let street: [String]?
    /// The value is `nil` where there is none, the whole where it can't be read.
    let postalCode: String??
    let locality: String?
    /// As with `postalCode`.
    let region: String??
    let country: String?
    let isDefault: Bool?

    /// Throws where something is no record at all, but a number or `null` in its place.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try? fields.decode(String.self, forKey: .id)
        label = try? fields.decode(String.self, forKey: .label)
        recipient = try? fields.decode(String.self, forKey: .recipient)
        street = try? fields.decode([String].self, forKey: .street)
        postalCode = Self.optional(.postalCode, in: fields)
        locality = try? fields.decode(String.self, forKey: .locality)
        region = Self.optional(.region, in: fields)
        country = try? fields.decode(String.self, forKey: .country)
        isDefault = try? fields.decode(Bool.self, forKey: .isDefault)
    }

    private static func optional(_ key: CodingKeys, in fields: KeyedDecodingContainer<CodingKeys>) -> String?? {
        do {
            return .some(try fields.decodeIfPresent(String.self, forKey: key))
        } catch {
            return .none
        }
    }

    private enum CodingKeys: String, CodingKey {
        case id, label, recipient, street, locality, region, country
        case postalCode = "postal_code"
        case isDefault = "is_default"
    }
}
