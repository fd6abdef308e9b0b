import SeamKit

/// The counts of a history for programs: one line for each sample, singleton, module, owner, state and reason.
package enum HistoryTables {
    /// Returns CSV as RFC 4180 describes it, with a header.
    package static func csv(of history: UseHistory) -> String {
        var text = "date,commit,singleton,module,owner,state,reason,count,verified\r\n"
        for sample in history.samples {
            for count in history.counts(of: sample) {
                let cells = [sample.day.description, sample.commit] + count.labels
                text += cells.map(cell).joined(separator: ",") + ",\(count.count),\(count.verified)\r\n"
            }
        }
        return text
    }

    /// A cell that no spreadsheet takes for a formula: owners begin with `@`, and anything can begin with `=`.
    static func cell(_ text: String) -> String {
        var text = Printable.line(text)
        if let first = text.first(where: { $0 != " " }), "=+-@".contains(first) { text = "'" + text }
        guard text.contains(where: { $0 == "," || $0 == "\"" || $0 == "'" }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// Returns the text format of OpenMetrics, with the time of each commit.
    package static func openMetrics(of history: UseHistory) -> String {
        let names = ["singleton", "module", "owner", "state", "reason"]
        return gauge(
            named: "seam_uses",
            help: "Uses of singletons, by the state that they are in.",
            names: names,
            in: history
        ) { sample in
            history.counts(of: sample).map { ($0.labels, $0.count) }
        }
            + gauge(
                named: "seam_uses_verified",
                help: "Those that are in their state since before a build with tests passed.",
                names: names,
                in: history
            ) { sample in
                history.counts(of: sample).map { ($0.labels, $0.verified) }
            }
            + gauge(
                named: "seam_calls",
                help: "Calls that rely on a default for a singleton.",
                names: ["singleton"],
                in: history
            ) { sample in
                sample.calls.map { ([$0.key], $0.value) }
            } + "# EOF\n"
    }

    private static func gauge(
        named name: String,
        help: String,
        names: [String],
        in history: UseHistory,
        counts: (UseHistory.Sample) -> [(labels: [String], count: Int)]
    ) -> String {
        var text = "# TYPE \(name) gauge\n# HELP \(name) \(help)\n"
        var series: [[String]: [Int: Int]] = [:]
        for (index, sample) in history.samples.enumerated() {
            for count in counts(sample) { series[count.labels, default: [:]][index] = count.count }
        }
        for (labels, points) in series.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let set = zip(names, labels).map { "\($0)=\"\(label($1))\"" }.joined(separator: ",")
            let first = points.keys.min() ?? 0
            for (index, sample) in history.samples.enumerated() where index >= first {
                // Two commits of one second are one point in time: the later one counts.
                if index + 1 < history.samples.count, history.samples[index + 1].time == sample.time { continue }
                text += "\(name){\(set)} \(points[index] ?? 0) \(sample.time)\n"
            }
        }
        return text
    }

    private static func label(_ text: String) -> String {
        Printable.line(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
