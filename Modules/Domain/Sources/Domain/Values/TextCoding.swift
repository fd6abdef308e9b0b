/// Values that are encoded as one string: the text a person would write. Decoding fails if the text is not a valid value.

extension Identifier: Codable {
    /// Decodes an identifier from its text.
    public init(from decoder: any Decoder) throws { self = try decoder.value { Self($0) } }
    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws { try encoder.write(rawValue) }
}

extension InternetName: Codable {
    /// Decodes a name from its text.
    public init(from decoder: any Decoder) throws { self = try decoder.value { Self($0) } }
    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws { try encoder.write(text) }
}

extension CountryCode: Codable {
    /// Decodes a country from its two letters.
    public init(from decoder: any Decoder) throws { self = try decoder.value { Self($0) } }
    /// Encodes the two letters.
    public func encode(to encoder: any Encoder) throws { try encoder.write(code) }
}

extension CalendarDay: Codable {
    /// Decodes a day from `2026-11-30`.
    public init(from decoder: any Decoder) throws { self = try decoder.value { Self($0) } }
    /// Encodes the day as `2026-11-30`.
    public func encode(to encoder: any Encoder) throws { try encoder.write(description) }
}

extension Currency: Codable {
    /// Decodes a currency from its code.
    public init(from decoder: any Decoder) throws { self = try decoder.value { Self(code: $0) } }
    /// Encodes the code.
    public func encode(to encoder: any Encoder) throws { try encoder.write(code) }
}

extension OrderStatus: Codable {
    /// Decodes a status from its word, such as `completed`; any other word is `unknown`.
    public init(from decoder: any Decoder) throws { self = try decoder.value { Self(word: $0) } }
    /// Encodes the word.
    public func encode(to encoder: any Encoder) throws { try encoder.write(word) }
}

extension NameService: Codable {
    /// Decodes a service from its word, such as `renewal`; any other word is `unknown`.
    public init(from decoder: any Decoder) throws { self = try decoder.value { Self(word: $0) } }
    /// Encodes the word.
    public func encode(to encoder: any Encoder) throws { try encoder.write(word) }
}

extension Decoder {
    fileprivate func value<Value>(_ read: (String) -> Value?) throws -> Value {
        let container = try singleValueContainer()
        guard let value = read(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no \(Value.self)")
        }
        return value
    }
}

extension Encoder {
    fileprivate func write(_ text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}
