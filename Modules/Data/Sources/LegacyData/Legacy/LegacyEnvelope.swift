import Foundation
import WireFormat

/// What wraps each answer in the legacy dialect (docs/legacy-dialect.md).
struct LegacyEnvelope<Payload: Decodable>: Decodable {
    let payload: Payload
    let generatedAt: Date?

    /// Reads an answer as a whole: bytes that aren't JSON from the first to the last are malformed.
    init(_ body: Data) throws(LegacyFailure) {
        do {
            self = try JSONDecoder().decode(Self.self, from: body)
        } catch let failure as LegacyFailure {
            throw failure
        } catch {
            throw .malformed
        }
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        switch try fields.decode(String.self, forKey: .status) {
        case "OK": break
        case "ERROR": throw LegacyFailure(code: try? fields.decode(String.self, forKey: .code))
        default: throw LegacyFailure.malformed
        }
        payload = try fields.decode(Payload.self, forKey: .data)
        generatedAt = (try? fields.decode(String.self, forKey: .generatedAt)).flatMap { Date(iso8601: $0) }
    }

    private enum CodingKeys: String, CodingKey {
        case status, code, data
        case generatedAt = "generated_at"
    }
}
