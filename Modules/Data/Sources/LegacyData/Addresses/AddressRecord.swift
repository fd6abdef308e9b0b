/// An address as the wire writes it. A field that is missing or of another type is `nil`, so that one bad record does
/// not spoil the list.
struct AddressRecord: Decodable {
    /// Whether there is a record at all, and not a number or `null` in its place.
    let isObject: Bool
    let id: String?
    let label: String?
    let recipient: String?
    let street: [String]?
    /// The value is `nil` where there is none, the whole where it can't be read.
    let zip: String??
    let city: String?
    /// As with `zip`.
    let region: String??
    let country: String?
    let isDefault: Bool?

    /// `data` of the answer.
    struct List: Decodable {
        let addresses: [AddressRecord]
    }

    init(from decoder: any Decoder) throws {
        let fields = try? decoder.container(keyedBy: CodingKeys.self)
        isObject = fields != nil
        id = try? fields?.decode(String.self, forKey: .id)
        label = try? fields?.decode(String.self, forKey: .label)
        recipient = try? fields?.decode(String.self, forKey: .recipient)
        street = try? fields?.decode([String].self, forKey: .street)
        zip = fields?.optional(.zip)
        city = try? fields?.decode(String.self, forKey: .city)
        region = fields?.optional(.region)
        country = try? fields?.decode(String.self, forKey: .country)
        isDefault = try? fields?.decode(Bool.self, forKey: .isDefault)
    }

    fileprivate enum CodingKeys: String, CodingKey {
        case id, label, recipient, street, zip, city, region, country
        case isDefault = "is_default"
    }
}

extension KeyedDecodingContainer<AddressRecord.CodingKeys> {
    fileprivate func optional(_ key: AddressRecord.CodingKeys) -> String?? {
        do {
            return .some(try decodeIfPresent(String.self, forKey: key))
        } catch {
            return .none
        }
    }
}
