import SeamKit

/// One screen for people: what remains, what came and went, and what is next.
package struct HistoryText: Sendable {
    /// The width of the terminal in columns; lines are cut to fit.
    package var width: Int
    /// The number of entries of each list, at most.
    package var limit: Int
    /// The next step, as the lines to print; empty for none.
    package var next: [String]

    /// Creates a report.
    package init(width: Int = 80, limit: Int = 5, next: [String] = []) {
        (self.width, self.limit, self.next) = (max(40, width), limit, next)
    }

    /// Returns the text, with a newline at its end.
    package func text(_ history: UseHistory) -> String {
        let summary = HistorySummary(history)
        var lines = head(history, summary)
        lines += ["", bar(summary)] + states(summary)
        lines += list(
            "Added although seam.yml forbids it",
            summary.forbidden.map { use in
                "\(use.file):\(use.line)  \(use.singleton).\(use.member), since \(history.samples[use.since].day)"
            }
        )
        lines += parts("By owner", summary.owners.map { ($0, UseHistory.owner($0.name)) })
        lines += parts("By singleton", summary.singletons.map { ($0, $0.name) })
        lines += list(
            "Still falling back to an accessor",
            summary.fallbacks.map { fallback in
                let since = fallback.since.map { "since \($0)" } ?? "since the start"
                return "\(fallback.use.file):\(fallback.use.line)  \(fallback.use.singleton), \(since)"
            }
        )
        lines += list("Left on purpose", summary.reasons.map { "\(Count.grouped($0.count))  \($0.name)" })
        lines += list("What is left looks like", summary.shapes.map { "\(Count.grouped($0.count))  \($0.name)" })
        lines += list("Can be retired", summary.retirable)
        lines += list("Retired", summary.retired)
        if !next.isEmpty { lines += ["", "Next"] + next.map { "  " + $0 } }
        lines += ["", "Forecast: \(summary.forecast.text)"]
        lines += goals(history)
        for note in history.notes { lines.append("Note: \(note)") }
        return lines.map { Columns.cut(Printable.line($0), to: width) }.joined(separator: "\n") + "\n"
    }

    private func head(_ history: UseHistory, _ summary: HistorySummary) -> [String] {
        let days = "\(history.first.day) to \(history.last.day)"
        return [
            "\(Count.text(summary.remaining, "use")) to move, in \(Count.text(history.samples.count, "sample")) from \(days)",
            "  since last week: \(change(summary.remaining - summary.weekAgo)); since the start: "
                + "\(change(summary.remaining - summary.start)) (\(Count.grouped(summary.added)) added, "
                + "\(Count.grouped(summary.removed)) removed)",
        ]
    }

    private func change(_ difference: Int) -> String {
        difference == 0 ? "no change" : (difference > 0 ? "+" : "-") + Count.grouped(abs(difference))
    }

    /// The states of all uses in one line of characters.
    private func bar(_ summary: HistorySummary) -> String {
        let marks = ["#", "+", "=", "-", "."]
        var parts = zip(summary.states.map(\.count), marks).map { ($0, $1) }
        parts.insert((summary.left, "x"), at: 2)
        let total = parts.reduce(0) { $0 + $1.0 }
        guard total > 0 else { return "[]" }
        let room = min(width - 2, 60)
        // Rounded sums, so that the bar is as wide as its room.
        var (sum, text) = (0, "")
        for (count, mark) in parts {
            sum += count
            text += String(repeating: mark, count: sum * room / total - text.count)
        }
        return "[\(text)]"
    }

    private func states(_ summary: HistorySummary) -> [String] {
        let marks = ["#", "+", "=", "-", "."]
        var parts = zip(summary.states, marks).map { "\($1) \($0.state.rawValue) \(Count.grouped($0.count))" }
        parts.insert("x left on purpose \(Count.grouped(summary.left))", at: 2)
        return [parts[..<3].joined(separator: "   "), parts[3...].joined(separator: "   ")]
    }

    private func list(_ title: String, _ entries: [String]) -> [String] {
        guard !entries.isEmpty else { return [] }
        let more = entries.count > limit ? ["  and \(Count.grouped(entries.count - limit)) more"] : []
        return ["", "\(title): \(Count.grouped(entries.count))"] + entries.prefix(limit).map { "  " + $0 } + more
    }

    private func parts(_ title: String, _ parts: [(part: HistorySummary.Part, name: String)]) -> [String] {
        guard !parts.isEmpty else { return [] }
        let rows = parts.prefix(limit).map { part, name in
            [Printable.line(name), Count.grouped(part.remaining), change(-part.fell)]
        }
        let table = Columns(header: [title, "to move", "since the start"], rows: rows, textColumns: 1)
        let more = parts.count > limit ? ["  and \(Count.grouped(parts.count - limit)) more"] : []
        return [""] + table.lines(width: width) + more
    }

    private func goals(_ history: UseHistory) -> [String] {
        history.goalStates().map { state in "Goal: \(state.text)" }
    }
}
