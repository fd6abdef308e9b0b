import Foundation

/// A name the store sells, such as `example.com`. (The trade says "domain"; here that word means the layer.)
///
/// An internationalised name has two spellings: in an ASCII-compatible encoding, which registries keep and machines compare
/// (`xn--bcher-kva.example`), and in Unicode, which a person reads (`bücher.example`). `text` is the spelling that was given,
/// and `unicode` is the Unicode spelling if there is one.
public struct InternetName: Hashable, Sendable, CustomStringConvertible {
    /// The name as the store writes it.
    public let text: String

    /// Creates a name from any text; the rules of registries are not checked.
    public init(_ text: String) {
        self.text = text
    }

    /// The name as the store writes it.
    public var description: String { text }
}

extension InternetName {
    /// The name as a person reads it: each label that begins with `xn--` is decoded (RFC 3492), the others are unchanged. The
    /// value is computed at each access.
    ///
    /// A label stays encoded if its Unicode form could mislead. This is the case if the label isn't what an encoder produces
    /// for that form (not Punycode, only ASCII, upper case, not in the normal form NFKC, longer than the 63 bytes of RFC 1035),
    /// and if the form contains anything but letters, digits, hyphens, marks and pictures. So the result never contains a
    /// control character, white space, a mark of direction, an invisible character, or a full stop or slash of another script.
    ///
    /// A label also stays encoded if its letters are of scripts that aren't written together, or all look like letters of ASCII:
    /// `LabelScript` has the rule. Similar letters of one script are not distinguished. If that matters, show `text` too.
    public var unicode: String {
        guard text.utf8.count > Self.prefix.utf8.count else { return text }
        return text.split(separator: ".", omittingEmptySubsequences: false)
            .map { Self.decoded($0) ?? String($0) }
            .joined(separator: ".")
    }

    private static let prefix = "xn--"

    /// Returns the label in Unicode, or `nil` if it has to stay encoded.
    private static func decoded(_ label: Substring) -> String? {
        guard label.utf8.count <= 63, label.utf8.first == UInt8(ascii: "x") || label.utf8.first == UInt8(ascii: "X")
        else { return nil }
        let encoded = label.lowercased()
        guard encoded.hasPrefix(prefix) else { return nil }
        let punycode = String(encoded.dropFirst(prefix.count))
        guard let decoded = Punycode.decode(punycode),
            decoded.unicodeScalars.contains(where: { !$0.isASCII }),
            decoded.unicodeScalars.allSatisfy(isReadable), LabelScript.isClear(decoded),
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

    /// Compares scalar by scalar: `==` treats a letter followed by its accent as equal to the accented letter.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.unicodeScalars.elementsEqual(right.unicodeScalars)
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool { self == .nonspacingMark || self == .spacingMark || self == .enclosingMark }
}
