/// A registered name as the database writes it (docs/search-format.md). Nothing here is required, so that one bad record
/// does not spoil the list.
struct SearchRecord: Decodable {
    /// Whether there is a record at all, and not a number or `null` in its place.
    let isObject: Bool
    let domain: Field<String>
    let nameServers: Field<String>
    let country: Field<String>
    let created: Field<String>
    let updated: Field<String>
    let expires: Field<String>
    let isDead: Field<Bool>

    /// A field's value.
    enum Field<Value: Decodable & Sendable>: Sendable {
        case value(Value)
        /// Missing, or `null`.
        case none
        /// Of another type.
        case unreadable
    }

    /// The answer as a whole.
    struct List: Decodable {
        let total: Int
        /// In milliseconds.
        let time: Double
        let domains: [SearchRecord]
    }

    init(from decoder: any Decoder) throws {
        let fields = try? decoder.container(keyedBy: CodingKeys.self)
        isObject = fields != nil
        domain = Self.field(.domain, in: fields)
        nameServers = Self.field(.nameServers, in: fields)
        country = Self.field(.country, in: fields)
        created = Self.field(.created, in: fields)
        updated = Self.field(.updated, in: fields)
        expires = Self.field(.expires, in: fields)
        isDead = Self.field(.isDead, in: fields)
    }

    private static func field<Value>(
        _ key: CodingKeys,
        in fields: KeyedDecodingContainer<CodingKeys>?
    ) -> Field<Value> {
        do {
            return try fields?.decodeIfPresent(Value.self, forKey: key).map(Field.value) ?? .none
        } catch {
            return .unreadable
        }
    }

    private enum CodingKeys: String, CodingKey {
        case domain, country, isDead
        case nameServers = "NS"
        case created = "create_date"
        case updated = "update_date"
        case expires = "expiry_date"
    }
}
