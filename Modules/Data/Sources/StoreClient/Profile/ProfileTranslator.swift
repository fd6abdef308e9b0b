import Domain
import Foundation
import WireFormat

/// Translates the answer to `GET /user` (docs/store-api.md), from bytes to a profile.
///
/// | What is read | Becomes |
/// | --- | --- |
/// | not JSON from the first byte to the last, or no object | an error without a path |
/// | a mandatory field that is missing, or can't be read | an error with its path |
/// | a `phone` that can't be read | none, told by its path |
/// | a `phone` that is `null`, missing or empty | none |
enum ProfileTranslator {
    /// A profile, and what the answer says besides.
    struct Answer {
        let profile: Profile
        let generatedAt: Date?
        let unreadable: [FieldPath]
    }

    static func translate(_ answer: HTTPAnswer) throws(UnreadableField) -> Answer {
        guard let record = try? JSONDecoder().decode(ProfileRecord.self, from: answer.body) else {
            throw UnreadableField([])
        }
        let phone = record.phone
        return Answer(
            profile: Profile(
                name: try record.name.readable(as: "name"),
                phone: (phone ?? nil).flatMap { $0.isEmpty ? nil : $0 },
                bonusPoints: try record.bonusPoints.flatMap { $0 < 0 ? nil : $0 }.readable(as: "bonusPoints")
            ),
            generatedAt: record.generatedAt.flatMap { Date(iso8601: $0) },
            unreadable: phone == nil ? [FieldPath([.field("phone")])] : []
        )
    }
}

/// A profile as the wire writes it. A field that is missing or of another type is `nil`.
private struct ProfileRecord: Decodable {
    let generatedAt: String?
    let name: String?
    /// The value is `nil` where there is none, the whole where it can't be read.
    let phone: String??
    let bonusPoints: Int?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        generatedAt = try? fields.decode(String.self, forKey: .generatedAt)
        name = try? fields.decode(String.self, forKey: .name)
        phone = fields.optional(.phone)
        bonusPoints = try? fields.decode(Int.self, forKey: .bonusPoints)
    }

    private enum CodingKeys: String, CodingKey {
        case name, phone
        case generatedAt = "generated_at"
        case bonusPoints = "bonus_points"
    }
}
