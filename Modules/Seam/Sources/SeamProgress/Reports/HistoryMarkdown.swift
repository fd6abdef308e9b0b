import SeamKit

/// A comment for a pull request: what went, what came, and what is finished.
package struct HistoryMarkdown: Sendable {
    /// The line by which the comment of an earlier run is found.
    package static let mark = "<!-- seam progress -->"
    /// The number of entries of each list, at most.
    package var limit: Int

    /// Creates a report.
    package init(limit: Int = 10) { self.limit = limit }

    /// Returns the text, with a newline at its end.
    package func text(of history: UseHistory) -> String {
        let summary = HistorySummary(of: history)
        let added = history.added(after: 0)
        let removed = history.removed
        let (plus, minus) = (added.count, removed.count)
        var lines = [
            Self.mark,
            "**\(Count.text(summary.remaining, noun: "use")) of singletons to move** (\(plus) new, \(minus) gone since "
                + "`\(history.first.commit.prefix(12))`)",
        ]
        if !summary.states.isEmpty {
            let states = summary.states.map { "\($0.state.rawValue) \($0.count)" } + ["left on purpose \(summary.left)"]
            lines += ["", states.joined(separator: " · ")]
        }
        var more: [String] = []
        if max(summary.calls.count, summary.callsAtStart) > 0 {
            more.append("\(summary.relying) (\(summary.callsAtStart) before)")
        }
        if history.isVerified { more.append("verified \(summary.verified) of \(summary.moved) moved") }
        if !more.isEmpty { lines += ["", more.joined(separator: " · ")] }
        lines += list(
            titled: "New",
            entries: added.map { use in
                "\(code("\(use.file):\(use.line)")) \(code("\(use.singleton).\(use.member)"))"
                    + (history.isForbidden(use) ? ", which `seam.yml` forbids" : "")
            }
        )
        lines += list(titled: "Gone", entries: groups(of: removed))
        lines += list(
            titled: "Nothing but the roots needs these any more: `seam retire` removes the accessor",
            entries: summary.retirable.map(code)
        )
        let retired = history.retired.map(\.id).sorted()
        lines += list(titled: "Retired", entries: retired.map(code))
        lines += list(titled: "Hand-overs", entries: history.handovers.map { Self.plain($0.text) })
        lines += list(titled: "Goals", entries: history.goalStates().map { Self.plain($0.text) })
        return lines.joined(separator: "\n") + "\n"
    }

    private func groups(of uses: [UseHistory.Use]) -> [String] {
        Dictionary(grouping: uses) { use in
            [use.singleton, use.end == nil ? use.state.rawValue : "deleted"]
        }.sorted { ($1.value.count, $0.key[0], $0.key[1]) < ($0.value.count, $1.key[0], $1.key[1]) }.map { key, uses in
            "\(code(key[0])): \(uses.count) \(key[1])"
        }
    }

    private func list(titled title: String, entries: [String]) -> [String] {
        guard !entries.isEmpty else { return [] }
        let more = entries.count > limit ? ["- and \(entries.count - limit) more"] : []
        return ["", "\(title):", ""] + entries.prefix(limit).map { "- " + $0 } + more
    }

    /// Text from outside as a span of code, in which Markdown means nothing.
    private func code(_ text: String) -> String {
        let text = Printable.line(text)
        // A span ends at a row of as many backticks as it began with.
        let longest = text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
        return fence + space + text + space + fence
    }

    /// Text from outside in which no character means anything to Markdown or HTML.
    private static func plain(_ text: String) -> String {
        Printable.line(text).reduce(into: "") { result, character in
            if "\\`*_{}[]<>()#!|@&~".contains(character) { result += "\\" }
            result.append(character)
        }
    }
}
