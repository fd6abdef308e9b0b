/// A country by its two-letter code (ISO 3166-1 alpha-2).
public struct CountryCode: Hashable, Sendable, CustomStringConvertible {
    /// Two upper-case ASCII letters.
    public let code: String

    /// Creates a code. Returns `nil` unless `code` is two upper-case ASCII letters. This initialiser doesn't check whether a
    /// country has that code: the list changes more often than programs do.
    public init?(_ code: String) {
        guard code.utf8.count == 2, code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        self.code = code
    }

    /// The two letters.
    public var description: String { code }
}
