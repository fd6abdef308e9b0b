import SeamKit

extension CheckReport {
    /// How the text looks, and where the lines of sources come from.
    public struct Style {
        /// Whether violations that are excused are listed too.
        public var showsKnown = false
        /// Whether what is left over counts as an error.
        public var isStrict = false
        /// Whether colours are written.
        public var isColoured = false
        /// Returns a line of a file; nil for a report without them.
        var source: ((_ path: String, _ line: Int) -> String?)?

        /// Creates a style.
        ///
        /// - Parameter root: path of the tree whose lines are shown below violations; nil to show none.
        public init(showsKnown: Bool = false, isStrict: Bool = false, isColoured: Bool = false, root: String? = nil) {
            self.showsKnown = showsKnown
            self.isStrict = isStrict
            self.isColoured = isColoured
            guard let root else { return }
            let lines = SourceLines(root: root)
            source = { lines.line($1, of: $0) }
        }
    }

    /// An example of what a new violation looks like; nil if there is none.
    public func example(in style: Style) -> String? {
        let example = new.first { $0.violation.rule == .restrictedMember && $0.violation.column > 0 } ?? new.first
        guard let finding = example?.violation else { return nil }
        return entries().first { ($0.file, $0.line, $0.column) == (finding.file, finding.line, finding.column) }
            .map { $0.lines(in: style).joined(separator: "\n") }
    }

    /// The report for people: one line a new violation, as compilers write them, and what changed against the
    /// baseline.
    public func text(in style: Style = Style()) -> String {
        var lines = entries(showsKnown: style.showsKnown, isStrict: style.isStrict).flatMap { $0.lines(in: style) }
        for move in moves { lines.append(Printable.line("moved: \(move.from) -> \(move.to)")) }
        for stale in stale { lines.append(Printable.line("fixed: \(stale.message)")) }
        if !lines.isEmpty { lines.append("") }
        lines += summary(isStrict: style.isStrict)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the summary of the run: the difference from the baseline, and what to do next.
    func summary(isStrict: Bool = false) -> [String] {
        var parts = ["\(new.count) new", delta]
        if allowedCount > 0 { parts.append("\(allowedCount) allowed by comments") }
        if undecided > 0 { parts.append("\(undecided) undecided in files that could not be read") }
        let files = fileCount == 1 ? "1 file" : "\(fileCount) files"
        var lines = ["\(parts.joined(separator: ", ")); \(files)\(isPartial ? " of a larger tree" : "")"]
        switch outcome(isStrict: isStrict) {
        case .clean where fixedCount > 0 || !moves.isEmpty:
            lines.append("passed; run `seam baseline update` to take what is fixed out of the baseline")
        case .clean: lines.append("passed")
        case .violations where new.isEmpty:
            lines.append("failed: with --strict nothing may be left over (see above)")
        case .violations: lines.append("failed: fix what is new, or allow it with `// seam:allow NAME: why`")
        case .unreadable:
            let sources = Count.text(problems.count, noun: "source")
            lines.append("failed: \(sources) could not be read; no baseline excuses that")
        }
        return lines
    }

    /// The difference, such as `12 known of 15 in the baseline (-3)`.
    var delta: String {
        let change = new.count - fixedCount
        let sign = change > 0 ? "+\(change)" : change < 0 ? "\(change)" : "no change"
        let moved = moves.isEmpty ? "" : ", \(moves.count) moved"
        return
            "\(knownCount) known of \(baselineTotal) in the baseline (\(sign): +\(new.count), -\(fixedCount))\(moved)"
    }
}

extension CheckReport.Entry {
    /// Returns a line of source as far as a person reads it, and how many bytes of that stand before a column. A line can have megabytes,
    /// and a violation in every few of them.
    private static func excerpt(of line: String, at column: Int) -> (text: String, before: Int) {
        let bytes = line.utf8
        guard bytes.count > 240 else { return (line, column - 1) }
        func isInside(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
        let start =
            bytes.index(bytes.startIndex, offsetBy: max(0, column - 81), limitedBy: bytes.endIndex) ?? bytes.endIndex
        let rest = bytes[start...].prefix(200)
        let part = rest.drop(while: isInside)
        let gap = start == bytes.startIndex ? "" : "... "
        let text = gap + String(decoding: part, as: UTF8.self) + (part.endIndex == bytes.endIndex ? "" : " ...")
        return (text, gap.utf8.count + min(column - 1, 80) - (rest.count - part.count))
    }

    /// The entry; then the line of source with a mark below its column, and what to use instead.
    fileprivate func lines(in style: CheckReport.Style) -> [String] {
        let colour = level == .error ? Colour.red : level == .warning ? .yellow : .dim
        func paint(_ text: String, in colour: Colour) -> String { style.isColoured ? colour.paint(text) : text }
        var lines = [
            paint("\(Printable.line(place)):", in: .bold) + " " + paint("\(level.rawValue):", in: colour)
                + Printable.line(" \(message) [\(rule)]")
        ]
        if level == .error || level == .warning, column > 0, let source = style.source?(file, line) {
            let (shown, place) = Self.excerpt(of: source, at: column)
            let before = Printable.line(String(decoding: shown.utf8.prefix(place), as: UTF8.self))
            let number = String(line)
            let margin = String(repeating: " ", count: number.count)
            lines.append(paint(" \(number) | ", in: .dim) + Printable.line(shown))
            lines.append(
                paint(" \(margin) | ", in: .dim) + String(repeating: " ", count: before.count) + paint("^", in: .green)
                    + (instead.map { Printable.line(" use \($0) instead") } ?? "")
            )
        } else if let instead {
            lines.append(Printable.line("    use \(instead) instead"))
        }
        return lines
    }
}

/// Colours of a terminal.
private enum Colour: Int {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33

    func paint(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}
