import Foundation

/// An offer as the wire writes it. A field that is missing or of another type is `nil`, so that one bad record does not
/// spoil the list.
struct DealRecord: Decodable {
    let id: String?
    let title: String?
    /// The value is `nil` where there is none, the whole where it can't be read.
    let subtitle: String??
    /// As with `subtitle`.
    let ends: String??
    let terms: String?

    /// The answer as a whole.
    struct List: Decodable {
        let generatedAt: String?
        let timeZone: String?
        /// A record is `nil` where something is none at all; the whole where there is no list.
        let deals: [DealRecord?]?

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            generatedAt = try? fields.decode(String.self, forKey: .generatedAt)
            timeZone = try? fields.decode(String.self, forKey: .timeZone)
            deals = try? fields.decode([Lenient].self, forKey: .deals).map(\.record)
        }

        private struct Lenient: Decodable {
            let record: DealRecord?

            init(from decoder: any Decoder) throws {
                record = try? DealRecord(from: decoder)
            }
        }

        private enum CodingKeys: String, CodingKey {
            case deals
            case generatedAt = "generated_at"
            case timeZone = "time_zone"
        }
    }

    /// Throws where something is no record at all, but a number or `null` in its place.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try? fields.decode(String.self, forKey: .id)
        title = try? fields.decode(String.self, forKey: .title)
        subtitle = fields.optional(.subtitle)
        ends = fields.optional(.ends)
        terms = try? fields.decode(String.self, forKey: .terms)
    }

    private enum CodingKeys: CodingKey {
        case id, title, subtitle, ends, terms
    }
}
