import Foundation

/// The scripts of the letters of a label, as far as they tell whether it could be taken for another one.
///
/// The rule is that of Unicode Technical Standard 39 for what is highly restrictive, as browsers use it: the letters are of one
/// recommended script, or of those that are written together. Further, a label whose letters all look like Latin ones isn't
/// clear, and Latin letters are clear only if they are those of ASCII, also with accents, or of a few European alphabets.
enum LabelScript: Hashable {
    case latin, greek, cyrillic, armenian, hebrew, georgian
    case han, kana, hangul, bopomofo
    /// A script none of whose letters are taken for Latin ones in whole words, by its first block.
    case other(UInt32)

    /// Returns whether nobody takes the label for another one.
    static func isClear(_ label: String) -> Bool {
        var scripts: Set<LabelScript> = []
        for scalar in label.unicodeScalars where !isCommon(scalar) {
            guard let script = LabelScript(scalar) else { return false }
            scripts.insert(script)
        }
        guard let script = scripts.first, scripts.count == 1 else {
            return scripts.isEmpty || together.contains { scripts.isSubset(of: $0) }
        }
        guard let lookalikes = script.lookalikes else { return true }
        return label.unicodeScalars.contains { !isCommon($0) && !lookalikes.contains($0) }
    }

    /// Whether a scalar belongs to all scripts: digits and the hyphen of ASCII, pictures, and marks that are not of a script.
    private static func isCommon(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return !scalar.properties.isAlphabetic }
        return switch scalar.properties.generalCategory {
        case .otherSymbol, .modifierSymbol: true
        case .nonspacingMark: 0x300...0x36F ~= scalar.value
        default: false
        }
    }

    private init?(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        if value < 0x370 || 0x1E00...0x1EFF ~= value {
            // An accent is seen; a letter such as a dotless i is taken for the one it is made from.
            let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first
            guard base?.isASCII == true || Self.european.contains(scalar) else { return nil }
            self = .latin
            return
        }
        guard let script = Self.blocks.first(where: { $0.range.contains(value) })?.script else { return nil }
        self = script
    }

    /// The letters that look like one or two letters or digits of ASCII, if a word can consist of them alone.
    private var lookalikes: Set<Unicode.Scalar>? {
        switch self {
        case .cyrillic: Set("аысԁеԍһіюјӏорԗԛѕԝхуъьҽпгѵѡ".unicodeScalars)
        case .greek: Set("αικνρυωηοτγς".unicodeScalars)
        case .armenian: Set("ագզէլհյոսւօքևցկնչջր".unicodeScalars)
        case .georgian: Set("იოყძხჽჿ".unicodeScalars)
        case .hebrew: Set("דוחיןסװײ".unicodeScalars)
        default: nil
        }
    }

    private static let european = Set("ßæœøđłþðŋħ".unicodeScalars)

    /// The scripts that are written together.
    private static let together: [Set<LabelScript>] = [
        [.latin, .han, .kana], [.latin, .han, .bopomofo], [.latin, .han, .hangul],
    ]

    /// The blocks of the recommended scripts (Unicode Standard Annex 31), without what no normal form has.
    private static let blocks: [(range: ClosedRange<UInt32>, script: LabelScript)] =
        [
            (0x370...0x3FF, .greek), (0x1F00...0x1FFF, .greek), (0x400...0x52F, .cyrillic), (0x530...0x58F, .armenian),
            (0x590...0x5FF, .hebrew), (0x10D0...0x10FF, .georgian), (0x3005...0x3007, .han), (0x3041...0x30FF, .kana),
            (0x31F0...0x31FF, .kana), (0x3105...0x312F, .bopomofo), (0x31A0...0x31BF, .bopomofo),
            (0x3400...0x4DBF, .han), (0x4E00...0x9FFF, .han), (0x20000...0x3FFFF, .han), (0xAC00...0xD7A3, .hangul),
            (0x600...0x6FF, .other(0x600)), (0x750...0x77F, .other(0x600)), (0x8A0...0x8FF, .other(0x600)),
            (0x780...0x7BF, .other(0x780)), (0x1200...0x139F, .other(0x1200)), (0x2D80...0x2DDF, .other(0x1200)),
            (0x1780...0x17FF, .other(0x1780)), (0x1000...0x109F, .other(0x1000)), (0xF00...0xFFF, .other(0xF00)),
        ]
        // The scripts of India, Sinhala, Thai and Lao have a block of 128 each.
        + (0..<12).map { (0x900 + 0x80 * $0...0x97F + 0x80 * $0, .other(0x900 + 0x80 * $0)) }
        + (0..<2).map { (0xE00 + 0x80 * $0...0xE7F + 0x80 * $0, .other(0xE00 + 0x80 * $0)) }
}
