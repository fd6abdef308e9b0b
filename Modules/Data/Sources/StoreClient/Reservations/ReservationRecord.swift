import Domain
import Foundation
import WireFormat

/// A reservation as the store's API writes it (docs/store-api.md).
struct ReservationRecord: Decodable {
    let id: String?
    let name: String?
    let confirmation: String?
    let madeAt: String?

    enum CodingKeys: String, CodingKey {
        case id, name, confirmation
        case madeAt = "made_at"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try? fields.decode(String.self, forKey: .id)
        name = try? fields.decode(String.self, forKey: .name)
        confirmation = try? fields.decode(String.self, forKey: .confirmation)
        madeAt = try? fields.decode(String.self, forKey: .madeAt)
    }

    /// The reservation; throws the place of what can't be read.
    func reservation() throws(UnreadableField) -> Reservation {
        guard let id, !id.isEmpty else { throw UnreadableField("id") }
        guard let name, !name.isEmpty else { throw UnreadableField("name") }
        return Reservation(
            id: ReservationID(id),
            name: InternetName(name),
            confirmation: ConfirmationNumber(try confirmation.readable(as: "confirmation")),
            madeAt: try madeAt.flatMap { Date(iso8601: $0) }.readable(as: "madeAt")
        )
    }
}
