import Domain
import Foundation
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
                    self.footer(size)
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

    /// Returns the keys that have an effect, and the position of the selection at the right, as far as there is room.
    private func footer(_ size: Frame.Size) -> [Frame.Span] {
        let position = selected.flatMap { _ in content.results }
            .map { "\(selection(in: $0) + 1) of \($0.count)" }
        let enter =
            selected != nil
            ? ["Enter takes the name   Up/Down move   ", "Enter takes it   "]
            : content.canRetry ? ["Enter tries again   "] : [""]
        let helps = enter.map { $0 + "Esc leaves" } + ["Esc leaves"]
        guard let position else { return [Frame.Span(Self.fitted(helps[0], to: size.columns), .faint)] }
        let room = size.columns - position.displayWidth - 3
        let help = helps.first { $0.displayWidth <= room } ?? ""
        let gap = String(repeating: " ", count: max(0, size.columns - help.displayWidth - position.displayWidth))
        return [Frame.Span(Self.fitted(help + gap + position, to: size.columns), .faint)]
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
        let cells = page.map(\.cells)
        let texts = Self.columns(cells, fitting: size.columns - 2)
        return page.indices.map { index in
            let isSelected = index == selection
            let line = Self.fitted((isSelected ? "> " : "  ") + texts[index - page.startIndex], to: size.columns)
            return spans(line, name: cells[index - page.startIndex][0], isSelected)
        }
    }

    /// Returns a line in which the part of the name that matches the query stands out.
    private func spans(_ line: String, name: String, _ isSelected: Bool) -> [Frame.Span] {
        let plain = isSelected ? Frame.Emphasis.selected : .none
        let nameEnd = line.index(line.startIndex, offsetBy: name.count + 2, limitedBy: line.endIndex) ?? line.endIndex
        let nameStart = line.index(line.startIndex, offsetBy: 2, limitedBy: nameEnd) ?? nameEnd
        guard let query = NameQuery(field.text)?.text,
            let match = line.range(of: query, options: .caseInsensitive, range: nameStart..<nameEnd)
        else { return [Frame.Span(line, plain)] }
        return [
            Frame.Span(String(line[..<match.lowerBound]), plain),
            Frame.Span(String(line[match]), isSelected ? .selectedStrong : .strong),
            Frame.Span(String(line[match.upperBound...]), plain),
        ].filter { !$0.text.isEmpty }
    }
}

// MARK: - Fitting

extension SearchScreen {
    /// The width that the first column keeps before others are shown beside it.
    private static let usefulWidth = 16

    /// Returns each row's cells as one text, with aligned columns, two spaces apart. Columns without room are left out, from the
    /// last, and a cell of the first column that is still too wide is cut.
    static func columns(_ rows: [[String]], fitting width: Int) -> [String] {
        let rows = rows.map { $0.map(Page.printable) }
        func widest(_ column: Int) -> Int { rows.map { $0[column].displayWidth }.max() ?? 0 }
        var widths = [widest(0)]
        var room = width - min(widths[0], usefulWidth)
        for column in 1..<(rows.first?.count ?? 1) {
            let needed = widest(column)
            guard needed + 2 <= room else { break }
            room -= needed == 0 ? 0 : needed + 2
            widths.append(needed)
        }
        widths[0] = min(widths[0], min(widths[0], usefulWidth) + max(0, room))
        return rows.map { row in
            let line = zip(row, widths).filter { $1 > 0 }
                .map { cell, width in
                    let cell = fitted(cell, to: width)
                    return cell + String(repeating: " ", count: max(0, width - cell.displayWidth))
                }
                .joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

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
    var cells: [String] { [name, updated ?? "", country ?? "", deadNote ?? ""] }
}
