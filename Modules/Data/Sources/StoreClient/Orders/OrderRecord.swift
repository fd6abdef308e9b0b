/// An order as the wire writes it. A field that is missing or of another type is `nil`, so that one bad record does not
/// spoil the list.
struct OrderRecord: Decodable {
    let number: String?
    let placedAt: String?
    let status: String?
    let total: MoneyRecord?
    let lines: [Line]?

    struct Line: Decodable {
        let name: String?
        let service: String?
        let years: Int?
        let price: MoneyRecord?

        init(from decoder: any Decoder) throws {
            let fields = try? decoder.container(keyedBy: CodingKeys.self)
            name = try? fields?.decode(String.self, forKey: .name)
            service = try? fields?.decode(String.self, forKey: .service)
            years = try? fields?.decode(Int.self, forKey: .years)
            price = try? fields?.decode(MoneyRecord.self, forKey: .price)
        }

        private enum CodingKeys: CodingKey {
            case name, service, years, price
        }
    }

    /// Throws where something is no record at all, but a number or `null` in its place.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        number = try? fields.decode(String.self, forKey: .number)
        placedAt = try? fields.decode(String.self, forKey: .placedAt)
        status = try? fields.decode(String.self, forKey: .status)
        total = try? fields.decode(MoneyRecord.self, forKey: .total)
        lines = try? fields.decode([Line].self, forKey: .lines)
    }

    private enum CodingKeys: String, CodingKey {
        case number, status, total, lines
        case placedAt = "placed_at"
    }
}
