/// A short code for what went wrong, for programs to read: `flow.time-out`. It does not change between versions.
///
/// Codes are created from literals in the source, so a code can't contain a value.
public struct DiagnosticCode: Hashable, Sendable, CustomStringConvertible {
    /// 1 to 64 lower-case ASCII letters, digits, dots and hyphens.
    public let text: String

    /// Creates a code from a literal. An invalid literal is a programming error and stops the program.
    public init(_ text: StaticString) {
        guard let code = DiagnosticCode(text: "\(text)") else {
            preconditionFailure("'\(text)' is no code: 1 to 64 lower-case letters, digits, dots and hyphens")
        }
        self = code
    }

    /// Reads a code that was stored or sent. Returns `nil` if the text is not a valid code.
    public init?(text: String) {
        let isCode = text.utf8.allSatisfy { byte in
            (byte.isWordOrHyphen || byte == UInt8(ascii: "."))
                && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        }
        guard (1...64).contains(text.utf8.count), isCode else { return nil }
        self.text = text
    }

    /// The text.
    public var description: String { text }
}
