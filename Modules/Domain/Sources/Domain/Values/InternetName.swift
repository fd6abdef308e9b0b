import Foundation

/// A name the store sells, such as `example.com`. (The trade says "domain"; here that word means the layer.)
///
/// An internationalised name has two spellings: in an ASCII-compatible encoding, which registries keep and machines
/// compare (`xn--bcher-kva.example`), and in Unicode, which a person reads (`bücher.example`). `text` is whichever was
/// given, `unicode` the second where there is one.
public struct InternetName: Hashable, Sendable, CustomStringConvertible {
    /// The name as the store writes it.
    public let text: String

    /// Takes the text as it is; no registry's rules are checked.
    public init(_ text: String) {
        self.text = text
    }

    /// The name as the store writes it.
    public var description: String { text }
}

extension InternetName {
    /// The name as a person reads it: each label that begins with `xn--` decoded (RFC 3492), the others as they are.
    /// Worked out at each use.
    ///
    /// A label stays encoded where its Unicode could mislead: where it isn't what an encoder makes its ASCII from
    /// (not Punycode, nothing but ASCII, upper case, not in the normal form NFKC, longer than the 63 bytes of RFC 1035),
    /// and where it has anything in it but letters, digits, hyphens, marks and pictures: so never a control character,
    /// white space, a mark of direction, something invisible, or a stop or slash of another script.
    ///
    /// A letter of one script may still look like a letter of another; where that matters, show `text` too.
    public var unicode: String {
        guard text.utf8.count > Self.prefix.utf8.count else { return text }
        return text.split(separator: ".", omittingEmptySubsequences: false)
            .map { Self.decoded($0) ?? String($0) }
            .joined(separator: ".")
    }

    private static let prefix = "xn--"

    /// `nil` where the label is to stay as it is.
    private static func decoded(_ label: Substring) -> String? {
        guard label.utf8.count <= 63, label.utf8.first == UInt8(ascii: "x") || label.utf8.first == UInt8(ascii: "X")
        else { return nil }
        let encoded = label.lowercased()
        guard encoded.hasPrefix(prefix) else { return nil }
        let punycode = String(encoded.dropFirst(prefix.count))
        guard let decoded = Punycode.decode(punycode),
            decoded.unicodeScalars.contains(where: { !$0.isASCII }),
            decoded.unicodeScalars.allSatisfy(isReadable),
            decoded.unicodeScalars.first?.properties.generalCategory.isMark == false,
            isSame(decoded, decoded.lowercased().precomposedStringWithCompatibilityMapping),
            Punycode.encode(decoded) == punycode
        else { return nil }
        return decoded
    }

    private static func isReadable(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar == "-" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        if scalar.properties.isDefaultIgnorableCodePoint { return false }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .otherNumber, .letterNumber,
            .otherSymbol, .modifierSymbol:
            return true
        case let category:
            return category.isMark
        }
    }

    /// Scalar by scalar: `==` takes a letter and its accent for the accented letter.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.unicodeScalars.elementsEqual(right.unicodeScalars)
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool { self == .nonspacingMark || self == .spacingMark || self == .enclosingMark }
}
