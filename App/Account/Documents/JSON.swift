import Domain
import Foundation

/// A document in the format of `docs/workspace/account.schema.json`, or a value in it. Values are independent of the locale:
/// amounts are text with their currency, dates are in ISO 8601 and UTC. Unknown values are left out.
enum JSON: Encodable, ExpressibleByDictionaryLiteral {
    /// No value: the field is left out.
    case absent
    case string(String)
    case int(Int)
    case double(Double)
    case bool(Bool)
    case list([JSON])
    case object([String: JSON])

    init(dictionaryLiteral fields: (String, JSON)...) {
        self = .object(Dictionary(uniqueKeysWithValues: fields))
    }

    /// Returns a document about a user's account.
    static func account(of user: UserID, _ parts: [String: JSON]) -> JSON {
        .object(parts.merging(["user": .string(user.rawValue)]) { part, _ in part })
    }

    static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .absent }
    static func count(_ count: Int?) -> JSON { count.map(JSON.int) ?? .absent }
    static func flag(_ flag: Bool?) -> JSON { flag.map(JSON.bool) ?? .absent }
    static func texts(_ texts: [String]?) -> JSON { texts.map { .list($0.map(JSON.string)) } ?? .absent }

    /// Returns a moment to the second.
    static func date(_ date: Date?) -> JSON { text(date?.formatted(.iso8601)) }

    /// Returns a moment to the millisecond.
    static func instant(_ date: Date?) -> JSON { text(date?.instant) }

    static func money(_ money: Money) -> JSON {
        ["amount": .string(money.text), "currency": .string(money.currency.code)]
    }

    static func freshness(_ freshness: Freshness?) -> JSON {
        switch freshness {
        case nil: .absent
        case .live?: ["state": .string("live")]
        case .cached(let date)?: ["state": .string("cached"), "asOf": .date(date)]
        case .unknown?: ["state": .string("unknown")]
        }
    }

    /// Returns the paths of fields that could not be read.
    static func places(_ places: [FieldPath]?) -> JSON { texts(places?.map(\.description)) }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let fields):
            var container = encoder.container(keyedBy: Name.self)
            for (name, value) in fields {
                if case .absent = value { continue }
                try container.encode(value, forKey: Name(stringValue: name))
            }
        case .list(let values): try values.encode(to: encoder)
        case .string(let text): try text.encode(to: encoder)
        case .int(let number): try number.encode(to: encoder)
        case .double(let number): try number.encode(to: encoder)
        case .bool(let flag): try flag.encode(to: encoder)
        case .absent: break
        }
    }

    /// Returns the bytes, with keys in alphabetical order and a line feed at the end.
    func bytes(_ formatting: JSONEncoder.OutputFormatting = []) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        return Self.escaped(try encoder.encode(self)) + Data("\n".utf8)
    }

    /// Escapes what a terminal would act on: DEL, the control characters of ISO 6429 from U+0080 on, and what changes the
    /// direction of text. JSON escapes those below U+0020 itself. Outside of texts there are none.
    private static func escaped(_ json: Data) -> Data {
        guard json.contains(where: { [0x7F, 0xC2, 0xD8, 0xE2].contains($0) }) else { return json }
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
                text.append(contentsOf: String(format: "\\u%04x", scalar.value).unicodeScalars)
            default:
                text.append(scalar)
            }
        }
        return Data(String(text).utf8)
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension Date {
    /// The date in ISO 8601 and UTC to the millisecond. The style truncates smaller parts, and a date that was read with a
    /// fraction may be slightly below its millisecond.
    var instant: String {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(addingTimeInterval(0.000_5))
    }
}
