extension String {
    /// The number of columns that the text takes on a terminal: two for East Asian wide characters and emoji, none for
    /// combining marks and for characters that only format.
    ///
    /// Source: Unicode Standard Annex 11 (East Asian Width, W and F) in blocks, and emoji presentation of Unicode Technical
    /// Standard 51. Terminals differ in rare cases; the only effect is one column too many or too few.
    var displayWidth: Int {
        isPlain ? unicodeScalars.count : reduce(0) { $0 + $1.displayWidth }
    }
}

extension String {
    /// Whether the text has only characters of one column each, as almost all text does: Latin letters, digits, punctuation,
    /// currency signs.
    var isPlain: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300, 0x20A0...0x20C0: true
            default: false
            }
        }
    }
}

extension Character {
    /// The number of columns of one user-perceived character: that of its widest scalar.
    var displayWidth: Int {
        let scalars = unicodeScalars
        // A variation selector 16 requests the emoji, and a regional indicator is half of a flag.
        if scalars.contains("\u{FE0F}") { return 2 }
        return scalars.reduce(0) { max($0, $1.displayWidth) }
    }
}

extension Unicode.Scalar {
    fileprivate var displayWidth: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if properties.isEmojiPresentation { return 2 }
        return switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
