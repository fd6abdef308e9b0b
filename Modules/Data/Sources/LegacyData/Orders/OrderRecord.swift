/// An order as the wire writes it. A field that is missing or of another type is `nil`, so that one bad record does not
/// spoil the list.
struct OrderRecord: Decodable {
    /// Whether there is a record at all, and not a number or `null` in its place.
    let isObject: Bool
    let number: String?
    let created: String?
    let state: String?
    let currency: String?
    let sum: String?
    let items: [Item]?

    struct Item: Decodable {
        let name: String?
        let kind: String?
        let years: Int?
        let price: String?

        init(from decoder: any Decoder) throws {
            let fields = try? decoder.container(keyedBy: CodingKeys.self)
            name = try? fields?.decode(String.self, forKey: .name)
            kind = try? fields?.decode(String.self, forKey: .kind)
            years = try? fields?.decode(Int.self, forKey: .years)
            price = try? fields?.decode(String.self, forKey: .price)
        }

        private enum CodingKeys: CodingKey {
            case name, kind, years, price
        }
    }

    /// `data` of the answer.
    struct List: Decodable {
        let orders: [OrderRecord]
    }

    init(from decoder: any Decoder) throws {
        let fields = try? decoder.container(keyedBy: CodingKeys.self)
        isObject = fields != nil
        number = try? fields?.decode(String.self, forKey: .number)
        created = try? fields?.decode(String.self, forKey: .created)
        state = try? fields?.decode(String.self, forKey: .state)
        currency = try? fields?.decode(String.self, forKey: .currency)
        sum = try? fields?.decode(String.self, forKey: .sum)
        items = try? fields?.decode([Item].self, forKey: .items)
    }

    private enum CodingKeys: String, CodingKey {
        case created, state, currency, sum, items
        case number = "order_no"
    }
}
