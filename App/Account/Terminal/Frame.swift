/// The content of a live screen at one moment: lines from the top, and the cursor's position.
struct Frame: Equatable {
    /// The emphasis of a piece of text.
    enum Emphasis {
        case none
        case strong
        case faint
        case warning
        case selected
        /// A part of a selected line that stands out.
        case selectedStrong
    }

    /// A piece of a line. Characters that a terminal would act on are removed from its text.
    struct Span: Equatable {
        let text: String
        let emphasis: Emphasis

        init(_ text: String, _ emphasis: Emphasis = .none) {
            self.text = Page.printable(text)
            self.emphasis = emphasis
        }
    }

    /// The rows and columns of a terminal.
    struct Size: Equatable {
        let rows: Int
        let columns: Int
    }

    /// A position on the screen, from 0.
    struct Position: Equatable {
        let row: Int
        let column: Int
    }

    let lines: [[Span]]
    let cursor: Position

    /// Returns the text that changes a terminal from `previous` to this frame: the whole screen if that is `nil`, nothing if
    /// there is no difference. Send it in one write.
    func drawing(over previous: Frame?, hasColour: Bool) -> String {
        guard self != previous else { return "" }
        var text = "\u{1B}[?25l" + (previous == nil ? "\u{1B}[2J" : "")
        for row in 0..<max(lines.count, previous?.lines.count ?? 0) {
            let line = row < lines.count ? lines[row] : []
            let shown = previous.map { row < $0.lines.count ? $0.lines[row] : [] } ?? []
            guard line != shown else { continue }
            // Cleared before, not after: after a full line the last column would be cleared.
            text += "\u{1B}[\(row + 1);1H\u{1B}[2K"
            for span in line { text += span.styled(hasColour) }
        }
        return text + "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
    }
}

extension Frame.Span {
    /// Returns the text between the SGR sequences of ECMA-48.
    fileprivate func styled(_ hasColour: Bool) -> String {
        let code: String? =
            switch emphasis {
            case .none: nil
            case .strong: "1"
            case .faint: "2"
            case .warning: "33"
            case .selected: "7"
            case .selectedStrong: "1;7"
            }
        guard hasColour, let code else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}
