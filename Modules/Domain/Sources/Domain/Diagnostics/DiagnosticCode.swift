/// What went wrong, in a word for programs: `flow.time-out`. It does not change between versions.
///
/// Made in the source, of text that is written there: no value can get into a code.
public struct DiagnosticCode: Hashable, Sendable, CustomStringConvertible {
    /// 1 to 64 lower-case ASCII letters, digits, dots and hyphens.
    public let text: String

    /// Takes a code as it is written in the source; another form is a mistake there and stops the program.
    public init(_ text: StaticString) {
        guard let code = DiagnosticCode(text: "\(text)") else {
            preconditionFailure("'\(text)' is no code: 1 to 64 lower-case letters, digits, dots and hyphens")
        }
        self = code
    }

    /// Reads a code that was kept or sent; `nil` if it is none.
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
