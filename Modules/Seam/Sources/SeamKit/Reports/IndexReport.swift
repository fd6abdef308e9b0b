/// The comparison of a map with the compiler's index, as text and as JSON.
public struct IndexReport: Sendable {
    /// The version of the JSON. It increases if a field changes its meaning or is removed, not if one is added.
    public static let version = 1

    /// The width of the text in columns.
    public var width: Int

    /// Creates a report.
    public init(width: Int = 80) {
        self.width = max(40, width)
    }

    /// Returns the text, with a newline at its end.
    public func text(of comparison: IndexComparison) -> String {
        var lines = freshness(of: comparison)
        let compared = comparison.accessors.filter(\.isIndexed)
        let rows = compared.filter { $0.both + $0.onlyMap.count + $0.onlyIndex.count > 0 }.map { accessor in
            [
                "\(accessor.singleton).\(accessor.name)", "\(accessor.both)", "\(accessor.onlyMap.count)",
                "\(accessor.onlyIndex.count)",
            ]
        }
        lines.append("")
        if rows.isEmpty {
            lines.append("The index has no use of an accessor from outside its type.")
        } else {
            lines += Columns(header: ["Accessor", "Both", "Only map", "Only index"], rows: rows, textColumns: 1)
                .lines(width: width)
        }
        let unknown = comparison.accessors.count - compared.count
        if unknown > 0 { lines.append("Not in the index, so not compared: \(Count.text(unknown, noun: "accessor"))") }
        let elsewhere = comparison.accessors.reduce(0) { $0 + $1.notCompiled }
        if elsewhere > 0 { lines.append("In code that was not compiled: \(Count.text(elsewhere, noun: "use"))") }
        lines += ["", "Recall \(Self.text(of: comparison.recall)), precision \(Self.text(of: comparison.precision))"]
        lines += list("Only in the map", parts: comparison.accessors.map { ($0, $0.onlyMap) })
        lines += list("Only in the index", parts: comparison.accessors.map { ($0, $0.onlyIndex) })
        return lines.map { Columns.cut($0, to: width) }.joined(separator: "\n") + "\n"
    }

    private func freshness(of comparison: IndexComparison) -> [String] {
        var lines = [
            "The index knows \(Count.text(comparison.files, noun: "file")) of the tree as they are now "
                + "(\(Count.text(comparison.units, noun: "compilation")))"
        ]
        func add(_ files: [String], text: String) {
            guard let first = files.first else { return }
            let more = files.count > 1 ? " and \(files.count - 1) more" : ""
            lines.append("\(Count.text(files.count, noun: "file")) \(text): \(first)\(more)")
        }
        add(comparison.stale, text: "changed since, so not compared")
        add(comparison.missing, text: "not in it, so not compared")
        return lines
    }

    private func list(
        _ title: String,
        parts: [(accessor: IndexComparison.Accessor, places: [IndexComparison.Place])]
    ) -> [String] {
        let lines = parts.flatMap { accessor, places in
            places.map { "  \($0.file):\($0.line):\($0.column)  \(accessor.singleton).\(accessor.name)" }
        }
        return lines.isEmpty ? [] : ["", title] + lines
    }

    /// Returns three digits, rounded down so that the value is never overstated.
    private static func text(of share: Double?) -> String {
        guard let share else { return "unknown" }
        let thousandths = Int(share * 1000)
        let digits = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }

    /// Returns the JSON, with a newline at its end.
    public func json(of comparison: IndexComparison) -> String { JSONText.of(Document(of: comparison)) }
}

private struct Document: Encodable {
    struct Index: Encodable {
        var units: Int
        var files: Int
        var stale: [String]
        var missing: [String]
    }

    struct AccessorPart: Encodable {
        var singleton: String
        var name: String
        var isIndexed: Bool
        var both: Int
        var onlyMap: [IndexComparison.Place]
        var onlyIndex: [IndexComparison.Place]
        var notCompiled: Int
        var inside: Int
    }

    var format = "seam-index"
    var version = IndexReport.version
    var index: Index
    var accessors: [AccessorPart]
    var both: Int
    var recall: Double?
    var precision: Double?

    init(of comparison: IndexComparison) {
        index = Index(
            units: comparison.units,
            files: comparison.files,
            stale: comparison.stale,
            missing: comparison.missing
        )
        accessors = comparison.accessors.map { accessor in
            AccessorPart(
                singleton: accessor.singleton,
                name: accessor.name,
                isIndexed: accessor.isIndexed,
                both: accessor.both,
                onlyMap: accessor.onlyMap,
                onlyIndex: accessor.onlyIndex,
                notCompiled: accessor.notCompiled,
                inside: accessor.inside
            )
        }
        both = comparison.both
        recall = comparison.recall
        precision = comparison.precision
    }
}
