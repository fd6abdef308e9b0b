/// JSON written byte by byte: fast for many records, and identical on every platform.
struct JSONText: Sendable {
    private(set) var bytes: [UInt8] = []

    /// Appends text that is already JSON.
    mutating func append(json: StaticString) {
        json.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func append(json: [UInt8]) {
        bytes.append(contentsOf: json)
    }

    mutating func append(_ number: Int) {
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Appends a string with its quotes. Much faster than `append(_:)`; the text must contain only letters, digits and
    /// punctuation that JSON doesn't escape.
    mutating func append(plain text: String) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a string with its quotes, escaped as required by RFC 8259, section 7.
    mutating func append(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                append(json: "\\u00")
                bytes.append(Self.digits[Int(byte >> 4)])
                bytes.append(Self.digits[Int(byte & 15)])
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a moment in quotes.
    mutating func append(milliseconds: Int, alwaysWithFraction: Bool = false) {
        bytes.append(UInt8(ascii: "\""))
        Timestamp.append(milliseconds, alwaysWithFraction: alwaysWithFraction, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a list, whose elements `write` appends.
    mutating func append<Elements: Sequence>(
        _ elements: Elements,
        _ write: (inout JSONText, Elements.Element) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static let digits = Array("0123456789abcdef".utf8)
}

// MARK: - Objects

extension JSONText {
    /// Returns an object with the fields that `write` appends.
    static func object(_ write: (inout JSONText) -> Void) -> [UInt8] {
        var text = JSONText()
        text.object(write)
        return text.bytes
    }

    /// Returns the fields that `write` appends, without braces.
    static func fields(_ write: (inout JSONText) -> Void) -> [UInt8] {
        var text = JSONText()
        write(&text)
        return text.bytes
    }

    /// Appends an object with the fields that `write` appends.
    mutating func object(_ write: (inout JSONText) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        write(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends the name of a field, after a comma if another field precedes it. No value ends with an opening brace.
    mutating func name(_ name: String) {
        if let last = bytes.last, last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        append(plain: name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Appends a field whose value `write` appends.
    mutating func field(_ name: String, _ write: (inout JSONText) -> Void) {
        self.name(name)
        write(&self)
    }

    /// Appends a field with a string, or `null`.
    mutating func field(_ name: String, _ value: String?) {
        field(name) { text in if let value { text.append(value) } else { text.append(json: "null") } }
    }

    /// Appends a field with a string that needs no escaping.
    mutating func field(_ name: String, plain value: String) { field(name) { $0.append(plain: value) } }

    mutating func field(_ name: String, _ value: Int) { field(name) { $0.append(value) } }

    /// Appends a field with true, false or `null`.
    mutating func field(_ name: String, _ value: Bool?) {
        field(name) { $0.append(json: value.map { $0 ? "true" : "false" } ?? "null") }
    }

    /// Appends a field with a moment, or `null`.
    mutating func field(_ name: String, milliseconds: Int?, alwaysWithFraction: Bool = false) {
        field(name) { text in
            guard let milliseconds else { return text.append(json: "null") }
            text.append(milliseconds: milliseconds, alwaysWithFraction: alwaysWithFraction)
        }
    }

    /// Appends a field with a list of objects, whose fields `write` appends.
    mutating func field<Elements: Sequence>(
        _ name: String,
        _ elements: Elements,
        _ write: (inout JSONText, Elements.Element) -> Void
    ) {
        field(name) { text in text.append(elements) { text, element in text.object { write(&$0, element) } } }
    }
}
