/// Makes text from outside safe to show, because names of files and declarations can contain any character.
package enum Printable {
    /// Returns the text with control characters, and characters that change the direction of text, as `\u{1B}`.
    ///
    /// Line ends become spaces, so that a name stays on its line. What GitHub Actions would take for a command of its own in the
    /// output of a step is broken up: `::` at the start of a line, and `##[`.
    package static func line(_ text: String) -> String {
        let text = plain(text)
        let start = text.prefix { $0 == " " }
        let rest = text[start.endIndex...]
        let result = rest.hasPrefix("::") ? "\(start)\\u{3A}\(rest.dropFirst())" : text
        return result.utf8.contains(Byte.pound) ? result.replacing("##[", with: "#\\u{23}[") : result
    }

    private static func plain(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isUnsafe($0) || isLineEnd($0) }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isLineEnd(scalar) || scalar == "\t" {
                result += " "
            } else if isUnsafe(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns a text of several lines in which such characters are written as `\u{1B}`. Line ends and tabs stay.
    package static func lines(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isUnsafe($0) && $0 != "\n" && $0 != "\t" }) else { return text }
        let kept: Set<Character> = ["\n", "\r\n", "\t"]
        return text.reduce(into: "") { $0 += kept.contains($1) ? String($1) : line(String($1)) }
    }

    /// Returns JSON in which such characters are escaped. In JSON they occur only in strings.
    package static func json(_ text: String) -> String {
        let text = text.utf8.contains(Byte.pound) ? text.replacing("##[", with: "#\\u0023[") : text
        guard text.unicodeScalars.contains(where: { isUnsafe($0) && $0 != "\n" }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar), scalar.value >= 0x20 {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar.value == 0x85 || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    /// Returns whether a scalar must be escaped. All of these are below U+10000, so that one escape with four digits is enough.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF:
            true
        default: false
        }
    }
}
