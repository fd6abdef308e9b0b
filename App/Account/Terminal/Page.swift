import Foundation
@preconcurrency import Rainbow

/// Text for a terminal, line by line, wrapped to its width.
///
/// All text from outside passes through `printable`, so that no name or address can move the cursor or hide a line.
struct Page {
    /// The emphasis of a piece of text.
    enum Emphasis {
        case none
        case strong
        case faint
        case warning
    }

    private let terminal: Terminal
    private(set) var text = ""

    init(_ terminal: Terminal) {
        self.terminal = terminal
    }

    /// Writes a heading.
    mutating func heading(_ heading: String) {
        if !text.isEmpty { text += "\n" }
        line(heading, .strong)
    }

    /// Writes a paragraph, wrapped; all of its lines are indented by `indent` columns.
    mutating func line(_ content: String, _ emphasis: Emphasis = .none, indent: Int = 0) {
        for part in Self.wrapped(Self.printable(content), to: terminal.width - indent) {
            text += String(repeating: " ", count: indent) + styled(part, emphasis) + "\n"
        }
    }

    /// Writes text on the left and an amount on the right, on two lines if they don't fit on one.
    mutating func line(_ left: String, _ right: String, _ emphasis: Emphasis = .none, indent: Int = 0) {
        let left = Self.printable(left)
        let right = Self.printable(right)
        let gap = min(terminal.width, Self.readableWidth) - indent - left.displayWidth - right.displayWidth
        if gap >= 2 {
            let middle = String(repeating: " ", count: gap)
            text += String(repeating: " ", count: indent) + styled(left + middle + right, emphasis) + "\n"
        } else {
            let padding = left.reversed().prefix { $0 == " " }.count
            line(String(left.dropLast(padding)), emphasis, indent: indent)
            line(right, emphasis, indent: indent + 2)
        }
    }

    /// Returns each row's cells as one text, with aligned columns, two spaces apart. A cell of unusual width overflows its
    /// column and does not widen it for the others; numbers, dates and status words fit in 20 columns.
    static func aligned(_ rows: [[String]], usualWidth: Int = 20) -> [String] {
        let rows = rows.map { $0.map(printable) }
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                if cell.displayWidth <= usualWidth { widths[column] = max(widths[column], cell.displayWidth) }
            }
        }
        return rows.map { row in
            zip(row, widths)
                .map { cell, width in cell + String(repeating: " ", count: max(0, width - cell.displayWidth)) }
                .joined(separator: "  ")
        }
    }

    /// Beyond this many columns an amount is too far from its text.
    private static let readableWidth = 76

    /// Returns the text with the characters that a terminal would act on replaced by U+FFFD: control characters, including line
    /// breaks, and the embeddings and overrides of text direction. Isolates (U+2066 to U+2069) stay, because they end with the
    /// line.
    static func printable(_ text: String) -> String {
        if text.isPlain { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalars.append("\u{FFFD}")
            default: scalars.append((0x202A...0x202E).contains(scalar.value) ? "\u{FFFD}" : scalar)
            }
        }
        return String(scalars)
    }

    /// Breaks a text that is wider than a line between words, which are then one space apart. A word that is wider than a line
    /// is broken at the end of the line.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        let width = max(width, 1)
        if text.displayWidth <= width { return [text] }
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ") {
            let wordWidth = String(word).displayWidth
            if !line.isEmpty, used + 1 + wordWidth <= width {
                line += " " + word
                used += 1 + wordWidth
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = ""
            used = 0
            for character in word {
                if used + character.displayWidth > width, !line.isEmpty {
                    lines.append(line)
                    line = ""
                    used = 0
                }
                line.append(character)
                used += character.displayWidth
            }
        }
        lines.append(line)
        return lines
    }

    private func styled(_ text: String, _ emphasis: Emphasis) -> String {
        guard terminal.hasColour else { return text }
        return switch emphasis {
        case .none: text
        case .strong: text.bold
        case .faint: text.dim
        case .warning: text.yellow
        }
    }
}
