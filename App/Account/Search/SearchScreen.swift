import Domain
import Presentation

/// The layout of the live search: the field at the top, results below.
struct SearchScreen {
    /// The content of the screen, from the view model.
    struct Content: Sendable {
        var results: ListRows<[NameMatch]>?
        var summary: String?
        /// What a person must know to trust the results.
        var notes: [String] = []
        /// The text in place of results.
        var message: String?
        var canRetry = false
        var isActive = false
        var isSettled = true
    }

    var content = Content()
    var field = Field()
    /// The turn of the spinner, from 0.
    var turn = 0
    private var position = 0

    /// The name that Enter picks, if there is one that belongs to the field.
    var selected: NameMatchRow? {
        guard content.isSettled, let results = content.results, !results.isEmpty else { return nil }
        return results[selection(in: results)]
    }

    mutating func selectFirst() { position = 0 }

    /// Moves the selection by rows, at most to the first or last.
    mutating func move(by rows: Int) {
        guard let results = content.results, !results.isEmpty else { return }
        position = min(max(0, selection(in: results) + rows), results.count - 1)
    }

    /// Returns how many rows fit on a terminal of this size.
    func pageLength(_ size: Frame.Size) -> Int {
        max(1, size.rows - header(size).count - 1)
    }

    /// Returns the frame for a terminal of this size: as many lines as it has, none wider than it is.
    func frame(_ size: Frame.Size) -> Frame {
        let (top, column) = fieldLine(size)
        let header = header(size)
        let body = rows(size)
        var lines = header + body
        let footer = size.rows - 1
        if lines.count <= footer {
            lines +=
                Array(repeating: [], count: footer - lines.count) + [
                    [Frame.Span(Self.fitted(help, to: size.columns), .faint)]
                ]
        }
        lines[0] = top
        return Frame(lines: Array(lines.prefix(size.rows)), cursor: Frame.Position(row: 0, column: column))
    }
}

// MARK: - Parts

extension SearchScreen {
    private static let label = "Search: "
    private static let spinner = ["|", "/", "-", "\\"]

    private func selection(in results: ListRows<[NameMatch]>) -> Int { min(position, results.count - 1) }

    private var help: String {
        let enter =
            selected != nil ? "Enter takes the name   Up/Down move   " : content.canRetry ? "Enter tries again   " : ""
        return enter + "Esc leaves"
    }

    /// Returns the label, as much of the text around the cursor as fits, and the spinner, together with the cursor's column.
    private func fieldLine(_ size: Frame.Size) -> ([Frame.Span], Int) {
        let label = Self.label.displayWidth + 12 <= size.columns ? Self.label : ""
        let room = max(1, size.columns - label.displayWidth - 2)
        // One column is for the cursor.
        let before = Self.lastPart(of: Page.printable(field.before), fitting: room - 1)
        let after = Self.firstPart(of: Page.printable(field.after), fitting: room - before.displayWidth)
        var spans = [Frame.Span(label, .strong), Frame.Span(before + after)]
        if content.isActive {
            let used = label.displayWidth + before.displayWidth + after.displayWidth
            let gap = size.columns - used - 1
            if gap >= 1 {
                spans.append(Frame.Span(String(repeating: " ", count: gap) + Self.spinner[turn % Self.spinner.count]))
            }
        }
        return (spans, min(label.displayWidth + before.displayWidth, size.columns - 1))
    }

    /// Returns everything above the rows. The line of the field is left empty.
    private func header(_ size: Frame.Size) -> [[Frame.Span]] {
        var lines: [[Frame.Span]] = [[]]
        func add(_ text: String, _ emphasis: Frame.Emphasis) {
            for part in Page.wrapped(Page.printable(text), to: size.columns) {
                lines.append([Frame.Span(part, emphasis)])
            }
        }
        if let message = content.message { add(message, content.canRetry ? .warning : .none) }
        if let summary = content.summary { add(summary, .faint) }
        for note in content.notes { add(note, .warning) }
        lines.append([])
        return lines
    }

    /// Returns the page of rows that contains the selection.
    private func rows(_ size: Frame.Size) -> [[Frame.Span]] {
        guard let results = content.results, !results.isEmpty else { return [] }
        let selection = selection(in: results)
        let length = pageLength(size)
        let first = selection / length * length
        let page = results[first..<min(first + length, results.count)]
        let texts = NameMatchRow.lines(page, usualWidth: size.columns / 2)
        return zip(page.indices, texts).map { index, text in
            let isSelected = index == selection
            let line = Self.fitted((isSelected ? "> " : "  ") + text, to: size.columns)
            return [Frame.Span(line, isSelected ? .selected : .none)]
        }
    }
}

// MARK: - Fitting

extension SearchScreen {
    private static func fitted(_ text: String, to width: Int) -> String {
        text.displayWidth <= width ? text : firstPart(of: text, fitting: width - 1) + (width > 0 ? "…" : "")
    }

    private static func firstPart(of text: String, fitting width: Int) -> String {
        var part = ""
        var used = 0
        for character in text {
            used += character.displayWidth
            if used > width { break }
            part.append(character)
        }
        return part
    }

    private static func lastPart(of text: String, fitting width: Int) -> String {
        var part: [Character] = []
        var used = 0
        for character in text.reversed() {
            used += character.displayWidth
            if used > width { break }
            part.append(character)
        }
        return String(part.reversed())
    }
}

extension NameMatchRow {
    /// Returns the rows as lines with aligned columns.
    static func lines(_ rows: Slice<ListRows<[NameMatch]>>, usualWidth: Int) -> [String] {
        let cells = rows.map { row in [row.name, row.updated ?? "", row.country ?? "", row.deadNote ?? ""] }
        return Page.aligned(cells, usualWidth: usualWidth).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
