/// A summary for people that fits on a screen: which singletons connect the code, and where to start.
public struct TextReport: Sendable {
    /// The width of the terminal in columns, at least 40; lines are cut to fit.
    public var width: Int
    /// Whether colours are written.
    public var isColoured: Bool
    /// The maximum number of listed singletons and cuts.
    public var limit: Int
    /// Whether the table is one of owners.
    public var groupsByOwner: Bool
    /// The number of uses that `seam cut` can move, by the `Singleton.id`; nil to leave it out.
    public var movable: [String: Int]?
    /// The shapes of the uses of each singleton that is listed whole, by the `Singleton.id`.
    public var shapes: [String: [UseShape]]

    /// Creates a report.
    public init(
        width: Int = 80,
        isColoured: Bool = false,
        limit: Int = 12,
        groupsByOwner: Bool = false,
        movable: [String: Int]? = nil,
        shapes: [String: [UseShape]] = [:]
    ) {
        self.shapes = shapes
        self.width = max(40, width)
        self.groupsByOwner = groupsByOwner
        self.movable = movable
        self.isColoured = isColoured
        self.limit = limit
    }

    /// Returns the text, with a newline at its end.
    public func text(of map: CodeMap) -> String {
        let ranking = Ranking(of: map)
        var lines = head(of: map, ranking: ranking)
        if ranking.entries.isEmpty {
            lines += ["", "No singletons found."]
        } else {
            lines += [""] + (groupsByOwner ? owners(in: map) : table(of: ranking)) + cuts(in: ranking)
        }
        lines += tail(of: map)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the text about one singleton: every member, its users, and its cuts.
    public func text(of map: CodeMap, singleton id: String) -> String? {
        let ranking = Ranking(of: map)
        guard let entry = ranking.entries.first(where: { $0.singleton.id == id }) else {
            return nil
        }
        return (details(of: entry, in: map) + tail(of: map)).joined(separator: "\n") + "\n"
    }

    // MARK: Parts

    private func head(of map: CodeMap, ranking: Ranking) -> [String] {
        let own = ranking.entries.count { $0.singleton.shape != .framework && $0.singleton.shape != .elsewhere }
        let byName = map.uses.count { $0.certainty == .byName }
        let foreign = map.uses.count(where: \.isObjectiveC)
        let found =
            "\(Count.text(own, noun: "singleton")), \(Count.text(map.uses.count, noun: "use"))"
            + (byName > 0 ? " (\(Count.grouped(byName)) by name only)" : "")
            + (foreign > 0 ? ", \(Count.grouped(foreign)) in Objective-C" : "")
        let read =
            "\(Count.text(map.files.count, noun: "file")), \(Count.text(map.statistics.lines, noun: "line")), "
            + "\(Count.text(map.modules.count, noun: "module"))"
        return [bold(cut(found)), dim(cut("in " + read))]
    }

    private func table(of ranking: Ranking) -> [String] {
        let own = ranking.entries.filter { $0.singleton.shape != .framework && $0.singleton.shape != .elsewhere }
        let others = ranking.entries.filter { $0.singleton.shape == .framework || $0.singleton.shape == .elsewhere }
        let isNarrow = width < 72
        let labels = Self.labels(of: own.map(\.singleton))
        let columns = ["Singleton", "Shape", "Users", "Modules", "Uses", "Movable", "Writes", "In tests"]
        let shown = columns.indices.filter { column in
            (movable != nil || columns[column] != "Movable")
                && !(isNarrow && ["Shape", "Writes", "In tests"].contains(columns[column]))
        }
        let rows = own.prefix(limit).map { entry in
            let row = [
                labels[entry.singleton.id] ?? "", entry.singleton.shape.rawValue, "\(entry.users.count)",
                "\(entry.modules.count)", "\(entry.uses)", "\(movable?[entry.singleton.id] ?? 0)", "\(entry.writes)",
                "\(entry.testUses)",
            ]
            return shown.map { row[$0] }
        }
        var lines = Columns(
            header: shown.map { columns[$0] },
            rows: rows,
            textColumns: isNarrow ? 1 : 2
        ).lines(width: width).enumerated().map { $0.offset == 0 ? dim($0.element) : $0.element }
        if rows.isEmpty { lines = ["None of its own."] }
        if own.count > limit { lines.append(dim("and \(own.count - limit) more: --limit \(own.count)")) }
        if !others.isEmpty {
            let list = others.map { "\(Self.label(of: $0.singleton)) \($0.uses + $0.testUses)" }.joined(separator: ", ")
            lines.append(dim(cut("Not declared here: " + list)))
        }
        return lines
    }

    private func owners(in map: CodeMap) -> [String] {
        let labels = Self.labels(of: map.singletons)
        let parts = Ownership(of: map).parts
        let rows = parts.prefix(limit).map { part in
            let used = part.uses.prefix(3).map { "\(labels[$0.singleton] ?? $0.singleton) \($0.uses)" }
            let more = part.uses.count > 3 ? ", and \(part.uses.count - 3) more" : ""
            return [
                part.owner ?? "(nobody)", "\(part.total)", "\(part.declares.count)", "\(part.files)",
                used.joined(separator: ", ") + more,
            ]
        }
        var lines = Columns(
            header: ["Owner", "Uses", "Declares", "Files", "Singletons"],
            rows: Array(rows),
            textColumns: 1
        ).lines(width: width).enumerated().map { $0.offset == 0 ? dim($0.element) : $0.element }
        if parts.count > limit { lines.append(dim("and \(parts.count - limit) more: --limit \(parts.count)")) }
        return lines
    }

    private func cuts(in ranking: Ranking) -> [String] {
        let cuts = ranking.cuts.filter { !$0.isMinor }
        let minor = ranking.cuts.count - cuts.count
        guard !ranking.cuts.isEmpty else { return [] }
        var lines = ["", bold("Where to start")]
        let shown = Array((cuts.isEmpty ? ranking.cuts : cuts).prefix(min(5, limit)))
        for (offset, item) in shown.enumerated() {
            if offset == 0 || shown[offset - 1].singleton != item.singleton {
                lines.append(cut("\(offset == 0 ? "First" : "Then") \(item.singleton)"))
            }
            lines += text(of: item, number: offset + 1)
        }
        if cuts.count > shown.count {
            let rest = Count.text(cuts.count - shown.count, noun: "more cut")
            lines.append(dim(cut("and \(rest): --format json or html")))
        }
        if minor > 0, !cuts.isEmpty {
            lines.append(
                dim(
                    cut(
                        "\(Count.text(minor, noun: "minor cut")): one caller, writes only, helpers of the screen, logs, nothing to move"
                    )
                )
            )
        }
        return lines
    }

    private func text(of item: Ranking.Cut, number: Int) -> [String] {
        let state =
            item.sharedState.isEmpty ? "no shared state" : "shares \(item.sharedState.joined(separator: ", "))"
        let callers = item.callers.map { "\($0.name) (\($0.module))" }.joined(separator: ", ")
        let members = item.members.map { Self.member($0) }.joined(separator: ", ")
        let parts = item.parts.prefix(3).map { "\($0.name) (\($0.callers))" }
        let more = item.parts.count > 3 ? ["\(item.parts.count - 3) more"] : []
        let count = item.freedCallers.count
        let freed = count == 0 ? "" : ", \(count) with no other use of the singleton"
        return [
            cut("\(number). \(item.name)") + dim(fit("  \(item.file):\(item.line)", after: item.name.count + 3)),
            cut("   members  \(members)"),
            cut("   callers  \(callers)"),
        ] + (parts.isEmpty ? [] : [cut("   in parts \((parts + more).joined(separator: ", ")): seam cut --in")]) + [
            dim(
                cut(
                    "   worth \(item.worth), cost \(item.cost): "
                        + "\(Count.text(item.callers.count, noun: "caller"))\(freed), \(state)"
                )
            )
        ]
    }

    private func details(of entry: Ranking.Entry, in map: CodeMap) -> [String] {
        let singleton = entry.singleton
        let place = singleton.file.isEmpty ? "not declared here" : "\(singleton.file):\(singleton.line)"
        var lines = [
            bold(cut("\(Self.label(of: singleton))  \(singleton.shape.rawValue) of \(singleton.module)")),
            dim(cut(place)),
        ]
        if let movable = movable?[singleton.id] {
            lines.append(cut("\(movable) of \(Count.text(entry.uses, noun: "use")) can be moved by seam cut"))
        }
        lines.append("")
        let rows = entry.members.map { member in
            [
                member.name, "\(member.calls)", "\(member.reads)", "\(member.writes)",
                member.users.map(\.name).joined(separator: ", "),
            ]
        }
        lines += Columns(header: ["Member", "Calls", "Reads", "Writes", "Users"], rows: rows, textColumns: 1)
            .lines(width: width).enumerated().map { $0.offset == 0 ? dim($0.element) : $0.element }
        lines += cuts(
            in: Ranking.only(entry)
        )
        let common = shapes[singleton.id, default: []].prefix(limit)
        if common.contains(where: { $0.uses > 1 }) {
            let width = Count.grouped(common[0].uses).count
            lines += ["", bold("Shapes of uses")]
            lines += common.map { shape in
                let count = Count.grouped(shape.uses)
                return cut(String(repeating: " ", count: width - count.count) + "\(count)  \(shape.code)")
            }
        }
        lines += ["", bold("Uses")]
        for use in map.uses where use.singleton == singleton.id {
            let inside = use.enclosing
            lines.append(
                cut(
                    "\(use.file):\(use.line)  \(use.kind.rawValue) \(use.member)"
                        + (inside.isEmpty ? "" : "  in \(inside)")
                        + (use.certainty == .byName ? "  (by name)" : "")
                )
            )
        }
        return lines
    }

    private func tail(of map: CodeMap) -> [String] {
        var lines: [String] = []
        if !map.skipped.isEmpty {
            let counts = Skipped.Reason.allCases.compactMap { reason -> String? in
                let count = map.skipped.count { $0.reason == reason }
                return count > 0 ? "\(count) \(reason.rawValue)" : nil
            }
            lines.append(dim(cut("Skipped: " + counts.joined(separator: ", "))))
        }
        let uncompiled = map.files.filter(\.isUncompiled)
        if let first = uncompiled.first {
            let more = uncompiled.count > 1 ? " and \(uncompiled.count - 1) more" : ""
            lines.append(dim(cut("No target compiles \(first.path)\(more)")))
        }
        let disputed = Set(map.uses.filter(\.isDisputed).map { "\($0.file):\($0.line):\($0.column)" })
        if !disputed.isEmpty {
            let places = Count.text(disputed.count, noun: "place")
            lines.append(dim(cut("\(places) mean another singleton in each module that compiles the file")))
        }
        if !map.problems.isEmpty {
            let list = map.problems.prefix(3).map { problem in
                cut("  \(problem.path)\(problem.line > 0 ? ":\(problem.line)" : ""): \(problem.message)")
            }
            lines.append(cut("Not read, or not wholly: \(map.problems.count)"))
            lines += list
            if map.problems.count > 3 { lines.append(dim("  and \(map.problems.count - 3) more")) }
        }
        return lines.isEmpty ? [] : [""] + lines
    }

    // MARK: Words

    /// Returns labels by id: with the module if several have the same name, else with everything that distinguishes them.
    static func labels(of singletons: [Singleton]) -> [String: String] {
        var labels: [String: String] = [:]
        for (label, same) in Dictionary(grouping: singletons, by: { Self.label(of: $0) }) {
            let hasOwnModule = Set(same.map(\.module)).count == same.count
            for singleton in same {
                labels[singleton.id] =
                    same.count == 1 ? label : hasOwnModule ? "\(label) (\(singleton.module))" : singleton.id
            }
        }
        return labels
    }

    static func label(of singleton: Singleton) -> String {
        // Each branch of an `#if` may declare an accessor with the same name.
        var names: [String] = []
        for accessor in singleton.accessors {
            let name = accessor.isFunction ? "\(accessor.name)()" : accessor.name
            if !names.contains(name) { names.append(name) }
        }
        switch singleton.shape {
        case .locator: return singleton.name
        case .global, .world: return names.joined(separator: ", ")
        default: return names.count == 1 ? "\(singleton.name).\(names[0])" : singleton.name
        }
    }

    static func member(_ member: Ranking.Member) -> String {
        var parts: [String] = []
        if member.calls > 0 { parts.append(Count.text(member.calls, noun: "call")) }
        if member.reads > 0 { parts.append(Count.text(member.reads, noun: "read")) }
        if member.writes > 0 { parts.append(Count.text(member.writes, noun: "write")) }
        return "\(member.name) (\(parts.joined(separator: ", ")))"
    }

    private func cut(_ text: String) -> String { Columns.cut(text, to: width) }

    private func fit(_ text: String, after used: Int) -> String { Columns.cut(text, to: max(0, width - used)) }

    private func bold(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    private func dim(_ text: String) -> String { isColoured ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}

/// Counts in words.
package enum Count {
    /// Returns `1 file`, `2,000 files`.
    package static func text(_ count: Int, noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    package static func grouped(_ count: Int) -> String {
        var text = ""
        for (offset, digit) in String(count).reversed().enumerated() {
            if offset > 0, offset % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}

/// A table of text: the first columns are aligned left, numbers right.
package struct Columns {
    var header: [String]
    var rows: [[String]]
    /// The number of columns with text; the first of them is shortened if there is not enough space.
    var textColumns: Int

    package init(header: [String], rows: [[String]], textColumns: Int) {
        (self.header, self.rows, self.textColumns) = (header, rows, textColumns)
    }

    package func lines(width: Int) -> [String] {
        var widths = header.map(\.count)
        for row in rows {
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) }
        }
        let total = widths.reduce(0, +) + 2 * (widths.count - 1)
        if total > width {
            // The last column may be a list, the first a long name: both are shortened before numbers are.
            let isListed = rows.contains { Int($0.last ?? "") == nil }
            if isListed, let last = widths.last {
                widths[widths.count - 1] = max(8, last - (total - width))
            }
            let rest = widths.reduce(0, +) + 2 * (widths.count - 1)
            if rest > width { widths[0] = max(8, widths[0] - (rest - width)) }
        }
        return ([header] + rows).map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let text = Self.cut(cell, to: widths[column])
                let isText =
                    column < textColumns || (column == row.count - 1 && Int(rows.first?.last ?? "0") == nil)
                let space = String(repeating: " ", count: max(0, widths[column] - text.count))
                line += (column > 0 ? "  " : "") + (isText ? text + space : space + text)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// Returns the text safe to show on one line, and with a mark at its end if it is too long.
    package static func cut(_ text: String, to width: Int) -> String {
        let flat = Printable.line(text)
        guard flat.count > width else { return flat }
        return width < 1 ? "" : flat.prefix(width - 1) + "…"
    }
}
