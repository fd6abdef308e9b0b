import Foundation

/// The scripts of the letters of a label, as far as they tell whether it could be taken for another one.
///
/// The rule is that of Unicode Technical Standard 39 for what is highly restrictive, as browsers use it: the letters are of one
/// recommended script, or of those that are written together. Further, a label whose letters all look like Latin ones isn't
/// clear, and Latin letters are clear only if they are those of ASCII, also with accents, or of a few European alphabets.
///
/// The scripts, and which of their letters look like Latin ones, are in a table that is made from Unicode's data.
enum LabelScript: Hashable {
    case latin
    case arabic, armenian, bengali, bopomofo, cyrillic, devanagari, ethiopic, georgian, greek, gujarati, gurmukhi, han
    case hangul, hebrew, kana, kannada, khmer, lao, malayalam, myanmar, oriya, sinhala, tamil, telugu, thaana, thai
    case tibetan

    /// Returns whether nobody takes the label for another one.
    static func isClear(_ label: String) -> Bool {
        var scripts: Set<LabelScript> = []
        for scalar in label.unicodeScalars where !isCommon(scalar) {
            guard let script = LabelScript(scalar) else { return false }
            scripts.insert(script)
        }
        guard let script = scripts.first, scripts.count == 1 else {
            return scripts.isEmpty || together.contains { scripts.isSubset(of: $0) } && !hasLoneStroke(label)
        }
        guard let lookalikes = lookalikes[script]?.unicodeScalars else { return true }
        // An accent makes no other letter of one that looks like a Latin one.
        return label.decomposedStringWithCanonicalMapping.unicodeScalars.contains {
            !isCommon($0) && !lookalikes.contains($0)
        }
    }

    /// Returns whether Latin letters have something between them that looks like a slash, a hyphen or a zero, but is a letter of
    /// East Asia.
    private static func hasLoneStroke(_ label: String) -> Bool {
        let scalars = [nil] + label.unicodeScalars.map(Optional.some) + [nil]
        return scalars.indices.dropFirst().dropLast().contains { index in
            guard let scalar = scalars[index], strokes.contains(scalar) else { return false }
            return [scalars[index - 1], scalars[index + 1]].allSatisfy { neighbour in
                neighbour.flatMap { LabelScript($0) } == .latin || neighbour.map(isCommon) != false
            }
        }
    }

    private static let strokes = Set("ノンソゾヘへーニ〇一二丶丨丿〆".unicodeScalars)

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
        guard let script = Self.ranges.first(where: { $0.points.contains(value) })?.script else { return nil }
        self = script
    }

    private static let european = Set("ßæœøđłþðŋħ".unicodeScalars)

    /// The scripts that are written together.
    private static let together: [Set<LabelScript>] = [
        [.latin, .han, .kana], [.latin, .han, .bopomofo], [.latin, .han, .hangul],
    ]
}
