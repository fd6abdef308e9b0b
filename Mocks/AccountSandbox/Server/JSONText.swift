/// JSON written byte by byte: quick for many records, and the same bytes on every platform.
struct JSONText: Sendable {
    private(set) var bytes: [UInt8] = []

    /// Text that is JSON already.
    mutating func append(json: StaticString) {
        json.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func append(json: [UInt8]) {
        bytes.append(contentsOf: json)
    }

    mutating func append(_ number: Int) {
        bytes.append(contentsOf: String(number).utf8)
    }

    /// A string with its quotes. For texts of letters, digits and punctuation that JSON has no use for, much the quicker.
    mutating func append(plain text: String) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    /// A string with its quotes, escaped as RFC 8259, section 7, asks.
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

    /// A moment in quotes.
    mutating func append(milliseconds: Int, alwaysWithFraction: Bool = false) {
        bytes.append(UInt8(ascii: "\""))
        Timestamp.append(milliseconds, alwaysWithFraction: alwaysWithFraction, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// A list, its elements written by `write`.
    mutating func append<Element>(_ elements: [Element], _ write: (inout JSONText, Element) -> Void) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
