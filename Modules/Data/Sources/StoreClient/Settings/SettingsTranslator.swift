import Domain
import Foundation

/// Translates settings of `/settings` (docs/store-api.md), from bytes and to bytes.
enum SettingsTranslator {
    /// Throws where it is not JSON from the first byte to the last, no object (no path), or something is missing or of
    /// another type.
    static func translate(_ answer: HTTPAnswer) throws(UnreadableField) -> StoreSettings.Answer {
        guard let record = try? JSONDecoder().decode(Record.self, from: answer.body) else { throw UnreadableField([]) }
        return (try record.newDeals.readable(as: "newDeals"), try answer.headers["etag"].readable(as: "version"))
    }

    static func body(newDeals: Bool) -> Data {
        Data((newDeals ? #"{"new_deals":true}"# : #"{"new_deals":false}"#).utf8)
    }

    private struct Record: Decodable {
        let newDeals: Bool?

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            newDeals = try? fields.decode(Bool.self, forKey: .newDeals)
        }

        private enum CodingKeys: String, CodingKey {
            case newDeals = "new_deals"
        }
    }
}
