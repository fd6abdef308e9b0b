import Domain
import Foundation

/// A value of a document. Values are those of the store and not of a locale: amounts are text with their currency, dates
/// are in ISO 8601 and UTC. What is not known is left out.
enum JSON: Encodable, ExpressibleByDictionaryLiteral {
    /// Nothing: the field is left out.
    case absent
    case string(String)
    case int(Int)
    case bool(Bool)
    case list([JSON])
    case object([String: JSON])
    /// What describes itself.
    case other(any Encodable)

    init(dictionaryLiteral fields: (String, JSON)...) {
        self = .object(Dictionary(uniqueKeysWithValues: fields))
    }

    static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .absent }
    static func count(_ count: Int?) -> JSON { count.map(JSON.int) ?? .absent }
    static func flag(_ flag: Bool?) -> JSON { flag.map(JSON.bool) ?? .absent }
    static func texts(_ texts: [String]?) -> JSON { texts.map { .list($0.map(JSON.string)) } ?? .absent }

    /// A moment to the second.
    static func date(_ date: Date?) -> JSON { text(date?.formatted(.iso8601)) }

    /// A moment to the millisecond.
    static func instant(_ date: Date?) -> JSON { text(date?.instant) }

    static func money(_ money: Money) -> JSON {
        ["amount": .string(money.text), "currency": .string(money.currency.code)]
    }

    static func freshness(_ freshness: Freshness?) -> JSON {
        switch freshness {
        case nil: .absent
        case .live?: ["state": .string("live")]
        case .kept(let date)?: ["state": .string("kept"), "asOf": .date(date)]
        case .unknown?: ["state": .string("unknown")]
        }
    }

    /// Field paths of what could not be read.
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
        case .bool(let flag): try flag.encode(to: encoder)
        case .other(let value): try value.encode(to: encoder)
        case .absent: break
        }
    }

    /// The bytes, keys in alphabetical order, with a line feed at the end.
    func bytes(_ formatting: JSONEncoder.OutputFormatting = []) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        encoder.dateEncodingStrategy = .custom { date, encoder in try date.formatted(.iso8601).encode(to: encoder) }
        return try encoder.encode(self) + Data("\n".utf8)
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension Date {
    /// ISO 8601 in UTC to the millisecond. The style cuts off what is below one, and a date that was read with a fraction
    /// may be a hair below it.
    var instant: String {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(addingTimeInterval(0.000_5))
    }
}
