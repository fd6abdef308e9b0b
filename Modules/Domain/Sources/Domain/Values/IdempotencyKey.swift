/// Identifies a request that changes something, so that the request takes effect once even if it is sent several times.
///
/// The caller creates the key and reuses it when it repeats the request. Each other request has another key.
public struct IdempotencyKey: Hashable, Sendable, CustomStringConvertible {
    /// 1 to 64 ASCII letters, digits and hyphens.
    public let text: String

    /// Returns `nil` for anything but 1 to 64 ASCII letters, digits and hyphens.
    public init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(\.isWordOrHyphen) else { return nil }
        self.text = text
    }

    /// Creates a key of 128 random bits, in hexadecimal.
    public init(using generator: inout some RandomNumberGenerator) {
        text = (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// The text.
    public var description: String { text }
}

extension UInt8 {
    /// Whether the character is an ASCII letter, digit or hyphen.
    var isWordOrHyphen: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
