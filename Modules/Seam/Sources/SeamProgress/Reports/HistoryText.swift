import SeamKit

/// One screen for people: what remains, what came and went, and what is next.
package struct HistoryText: Sendable {
    /// The width of the terminal in columns; lines are cut to fit.
    package var width: Int
    /// The number of entries of each list, at most.
    package var limit: Int

    /// Creates a report.
    package init(width: Int = 80, limit: Int = 5) {
        (self.width, self.limit) = (max(40, width), limit)
    }

    /// The parts of the text, and of the JSON, that can be chosen.
    package static let parts = [
        "summary", "forbidden", "owners", "singletons", "modules", "members", "fallbacks", "calls", "reasons", "shapes",
        "retirable", "retired", "handovers", "next", "forecast", "goals", "notes", "samples",
    ]

    /// The parts that the screen has only if they are asked for.
    private static let others: Set<String> = ["modules", "members", "samples"]

    /// Returns the text, with a newline at its end.
    ///
    /// - Parameter only: the names of the parts; nil for those of the screen.
    package func text(of history: UseHistory, only: [String]? = nil) -> String {
        let summary = HistorySummary(of: history)
        let sections: [(part: String, lines: [String])] = [
            (
                "summary",
                head(of: history, summary: summary) + ["", bar(for: summary)] + states(in: history, summary: summary)
            ),
            (
                "forbidden",
                list(
                    titled: "Added although seam.yml forbids it",
                    entries: summary.forbidden.map { use in
                        "\(use.file):\(use.line)  \(use.singleton).\(use.member), \(history.since(use.since))"
                    }
                )
            ),
            ("owners", parts(titled: "By owner", parts: summary.owners.map { ($0, UseHistory.owner(named: $0.name)) })),
            ("singletons", parts(titled: "By singleton", parts: summary.singletons.map { ($0, $0.name) })),
            ("modules", parts(titled: "By module", parts: summary.modules.map { ($0, $0.name) })),
            ("members", parts(titled: "By member", parts: summary.members.map { ($0, $0.name) })),
            ("fallbacks", fallbacks(in: history, summary: summary)), ("calls", calls(in: history, summary: summary)),
            ("reasons", list(titled: "Left on purpose", entries: groups(summary.reasons))),
            ("shapes", list(titled: "What is left looks like", entries: groups(summary.shapes))),
            ("retirable", list(titled: "Can be retired", entries: summary.retirable)),
            ("retired", list(titled: "Retired", entries: summary.retired)),
            ("handovers", list(titled: "Hand-overs", entries: history.handovers.map(\.text))),
            ("next", history.next.isEmpty ? [] : ["", "Next"] + history.next.map { "  " + $0 }),
            ("forecast", ["", "Forecast: \(summary.forecast.text)"]),
            ("goals", history.goalStates().map { "Goal: \($0.text)" }), ("notes", history.notes.map { "Note: \($0)" }),
            ("samples", samples(of: history)),
        ]
        var lines = sections.filter { only?.contains($0.part) ?? !Self.others.contains($0.part) }.flatMap(\.lines)
        if lines.isEmpty { lines = ["Nothing."] }
        if lines.first == "" { lines.removeFirst() }
        return lines.map { Columns.cut(Printable.line($0), to: width) }.joined(separator: "\n") + "\n"
    }

    /// The commits that were read, the newest first.
    private func samples(of history: UseHistory) -> [String] {
        list(
            titled: "Samples",
            entries: history.samples.reversed().map { sample in
                let (added, removed) = (sample.added.values.reduce(0, +), sample.removed.values.reduce(0, +))
                return "\(sample.day)  \(sample.commit.prefix(12))  \(Count.grouped(sample.remaining)) to move, "
                    + "\(Count.grouped(added)) added, \(Count.grouped(removed)) removed"
            }
        )
    }

    private func fallbacks(in history: UseHistory, summary: HistorySummary) -> [String] {
        list(
            titled: "Still falling back to an accessor",
            entries: summary.fallbacks.map { "\($0.file):\($0.line)  \($0.singleton), \(history.since($0.since))" }
        )
    }

    private func calls(in history: UseHistory, summary: HistorySummary) -> [String] {
        list(
            titled: "Calls that rely on a default",
            entries: summary.calls.map { call in
                "\(call.file):\(call.line)  \(call.callee) without \(call.singleton), \(history.since(call.since))"
            }
        )
    }

    private func groups(_ groups: [HistorySummary.Group]) -> [String] {
        groups.map { "\(Count.grouped($0.count))  \($0.name)" }
    }

    private func head(of history: UseHistory, summary: HistorySummary) -> [String] {
        let days = "\(history.first.day) to \(history.last.day)"
        let (calls, before, first) = (summary.calls.count, summary.callsWeekAgo, summary.callsAtStart)
        let relying = [
            summary.relying,
            "  since last week: \(change(calls - before)); since the start: \(change(calls - first))",
        ]
        return [
            "\(Count.text(summary.remaining, noun: "use")) to move, in \(Count.text(history.samples.count, noun: "sample")) from \(days)",
            "  since last week: \(change(summary.remaining - summary.weekAgo)); since the start: "
                + "\(change(summary.remaining - summary.start)) (\(Count.grouped(summary.added)) added, "
                + "\(Count.grouped(summary.removed)) removed)",
        ] + (max(calls, before, first) > 0 ? relying : [])
    }

    private func change(_ difference: Int) -> String {
        difference == 0 ? "no change" : (difference > 0 ? "+" : "-") + Count.grouped(abs(difference))
    }

    /// The states of all uses in one line of characters.
    private func bar(for summary: HistorySummary) -> String {
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

    private func states(in history: UseHistory, summary: HistorySummary) -> [String] {
        let marks = ["#", "+", "=", "-", "."]
        var parts = zip(summary.states, marks).map { "\($1) \($0.state.rawValue) \(Count.grouped($0.count))" }
        parts.insert("x left on purpose \(Count.grouped(summary.left))", at: 2)
        let moved = "verified \(Count.grouped(summary.verified)) of \(Count.text(summary.moved, noun: "moved use"))"
        return [parts[..<3].joined(separator: "   "), parts[3...].joined(separator: "   ")]
            + (history.isVerified ? [moved] : [])
    }

    private func list(titled title: String, entries: [String]) -> [String] {
        guard !entries.isEmpty else { return [] }
        let more = entries.count > limit ? ["  and \(Count.grouped(entries.count - limit)) more"] : []
        return ["", "\(title): \(Count.grouped(entries.count))"] + entries.prefix(limit).map { "  " + $0 } + more
    }

    private func parts(titled title: String, parts: [(part: HistorySummary.Part, name: String)]) -> [String] {
        guard !parts.isEmpty else { return [] }
        let rows = parts.prefix(limit).map { part, name in
            [Printable.line(name), Count.grouped(part.remaining), change(-part.fell)]
        }
        let table = Columns(header: [title, "to move", "since the start"], rows: rows, textColumns: 1)
        let more = parts.count > limit ? ["  and \(Count.grouped(parts.count - limit)) more"] : []
        return [""] + table.lines(width: width) + more
    }
}
