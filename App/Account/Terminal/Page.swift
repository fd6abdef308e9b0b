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

    /// One part of a page that another user interface lays out itself.
    enum Part {
        case heading(String)
        /// What a person must know to trust what follows.
        case note(String)
        case row(RowText)
        /// So many rows are not shown; the screen with this name shows all.
        case more(Int, on: String)
        /// The rows before are those of `window` in a list of this length.
        case pages(of: Int)
    }

    let terminal: Terminal
    /// The parts so far; `nil` on a terminal, which gets text.
    private(set) var parts: [Part]?
    /// The rows of a list that are recorded; `nil` on a terminal, which gets all.
    let window: Range<Int>?
    /// The widths of the columns of the list that is being written.
    private var widths: [Int] = []
    /// The text that is not passed on yet.
    private(set) var text = ""
    private let pass: ((String) -> Void)?
    private var isEmpty = true

    /// - Parameter pass: Receives the text in parts, while it is written; by default `text` has all of it.
    init(_ terminal: Terminal, pass: ((String) -> Void)? = nil) {
        self.terminal = terminal
        self.pass = pass
        window = nil
    }

    /// Creates a page that records its parts, for another user interface. Of each list it has the rows in `window`.
    init(recording window: Range<Int>) {
        terminal = Terminal(width: .max, hasColour: false)
        self.window = window
        pass = nil
        parts = []
    }

    /// Passes on what is left.
    mutating func finish() {
        guard let pass, !text.isEmpty else { return }
        pass(text)
        text = ""
    }

    /// Writes a heading.
    mutating func heading(_ heading: String) {
        widths = []
        if parts != nil { return record(.heading(heading)) }
        if !isEmpty { text += "\n" }
        line(heading, .strong)
    }

    /// Writes a paragraph, wrapped between words; all of its lines are indented by `indent` columns. A word that is wider than
    /// a line, such as a path or a link, stays whole so that it can be copied.
    mutating func line(_ content: String, _ emphasis: Emphasis = .none, indent: Int = 0) {
        if parts != nil {
            return record(emphasis == .warning ? .note(content) : .row(RowText([content], emphasis: emphasis)))
        }
        for part in Self.wrapped(Self.printable(content), to: terminal.width - indent, breaksWords: false) {
            add(String(repeating: " ", count: indent) + styled(part, emphasis))
        }
    }

    /// Writes text on the left and an amount on the right, on two lines if they don't fit on one.
    mutating func line(_ left: String, _ right: String, _ emphasis: Emphasis = .none, indent: Int = 0) {
        if parts != nil { return record(.row(RowText([left], right, emphasis: emphasis))) }
        let left = Self.printable(left)
        let right = Self.printable(right)
        let gap = min(terminal.width, Self.readableWidth) - indent - left.displayWidth - right.displayWidth
        if gap >= 2 {
            let middle = String(repeating: " ", count: gap)
            add(String(repeating: " ", count: indent) + styled(left + middle + right, emphasis))
        } else {
            let padding = left.reversed().prefix { $0 == " " }.count
            line(String(left.dropLast(padding)), emphasis, indent: indent)
            line(right, emphasis, indent: indent + 2)
        }
    }

    /// Returns each row's cells as one text, with aligned columns, two spaces apart. A cell of unusual width overflows its
    /// column and does not widen it for the others; numbers, dates and status words fit in 20 columns.
    ///
    /// - Parameter widths: The widths of the columns so far, which the rows of a long list continue.
    static func aligned(_ rows: [[String]], usualWidth: Int = 20, atLeast widths: inout [Int]) -> [String] {
        let rows = rows.map { $0.map(printable) }
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

    /// Writes a path, or a line that ends with one. It is not wrapped, because a path may contain spaces.
    mutating func path(_ content: String, _ emphasis: Emphasis = .none, indent: Int = 0) {
        if parts != nil { return record(.row(RowText([content], emphasis: emphasis))) }
        add(String(repeating: " ", count: indent) + styled(Self.printable(content), emphasis))
    }

    /// Writes rows with aligned columns.
    mutating func write(_ rows: [RowText], usualWidth: Int = 20) {
        if parts != nil { return rows.forEach { record(.row($0)) } }
        let heads = Self.aligned(rows.map(\.cells), usualWidth: usualWidth, atLeast: &widths)
        for (row, head) in zip(rows, heads) {
            let head = String(head.reversed().drop { $0 == " " }.reversed())
            if let amount = row.amount {
                line(head, amount, row.emphasis, indent: 2)
            } else {
                line(head, row.emphasis, indent: 2)
            }
            for (text, amount) in row.details {
                if let amount { line(text, amount, .faint, indent: 4) } else { line(text, .faint, indent: 4) }
            }
        }
    }

    /// Writes that `count` rows are not shown, and the command that shows them.
    mutating func writeMore(_ count: Int, on screen: String, by command: String?) {
        if parts != nil { return record(.more(count, on: screen)) }
        line("and \(count) more\(command.map { ": \($0)" } ?? "")", .faint, indent: 2)
    }

    /// Records that a list has so many rows, if `window` has not all of them.
    mutating func writePages(of count: Int) {
        if let window, count > window.count { record(.pages(of: count)) }
    }

    private mutating func record(_ part: Part) { parts?.append(part) }

    private mutating func add(_ line: String) {
        text += line + "\n"
        isEmpty = false
        if text.utf8.count >= Self.partLength { finish() }
    }

    /// In bytes.
    private static let partLength = 8_192

    /// Breaks a text that is wider than a line between words, which are then one space apart. A word that is wider than a line
    /// is broken at the end of the line if `breaksWords` is true.
    static func wrapped(_ text: String, to width: Int, breaksWords: Bool = true) -> [String] {
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
                if breaksWords, used + character.displayWidth > width, !line.isEmpty {
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
