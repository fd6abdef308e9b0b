import Foundation
import Strangler

extension Page {
    /// Writes where each use case stands.
    mutating func write(_ statuses: [MigrationStatus], _ rule: Rule) {
        for status in statuses { write(status) }
        heading("Rule")
        line(rule.description, .faint, indent: 2)
    }

    private mutating func write(_ status: MigrationStatus) {
        let evidence = status.evidence
        heading("\(status.name): \(status.plan)")
        var rows: [[String]] = []
        rows.append(["judged", status.verdict.sides.description])
        let verdict = status.verdict
        let conclusion = verdict.lines.enumerated().map { [$0 == 0 ? "verdict" : "", $1] }
        guard verdict.account.calls > 0 || !evidence.answered.isEmpty else {
            // Of a use case that nobody compares there is nothing else to show.
            return write(rows + conclusion)
        }
        if !status.otherPairs.isEmpty {
            rows.append(["not judged", status.otherPairs.map(\.description).joined(separator: ", ")])
        }
        rows.append(["runs", runs(evidence)])
        rows.append(["subjects", subjects(status.verdict)])
        rows.append(["account", status.verdict.account.description])
        let answers = Side.allCases.compactMap { side in
            evidence.answered[side].map { "\($0.grouped) by \(side == .control ? "legacy" : "replacement")" }
        }
        if !answers.isEmpty {
            let fellBack = evidence.fellBack > 0 ? ["\(evidence.fellBack.grouped) fell back"] : []
            rows.append(["answers", (answers + fellBack).joined(separator: ", ")])
        }
        if let control = evidence.control { rows.append(["legacy", control.words]) }
        if let candidate = evidence.candidate { rows.append(["replacement", candidate.words]) }
        if let calibration = status.verdict.calibration {
            rows.append([
                "noise",
                "\(calibration.disagreements.grouped) of \(calibration.runs.grouped) runs of legacy against itself",
            ])
        }
        rows += conclusion
        rows.append(["stands on", verdict.basis])
        write(rows)
    }

    /// Writes labels and texts; the further lines of a text begin where its first does.
    private mutating func write(_ rows: [[String]]) {
        if parts != nil { return write(rows.map { RowText($0) }) }
        let width = rows.map { $0[0].count }.max() ?? 0
        for row in rows {
            let room = terminal.width - width - 4
            for (number, text) in Self.wrapped(Self.printable(row[1]), to: room).enumerated() {
                let label = number == 0 ? row[0] : ""
                line(label + String(repeating: " ", count: width - label.count + 2) + text, indent: 2)
            }
        }
    }

    private func subjects(_ verdict: Verdict) -> String {
        "\(verdict.subjects.grouped) (\(verdict.disagreeing.grouped) saw a difference)"
    }

    private func runs(_ evidence: Evidence) -> String {
        var parts = ["\(evidence.matched.grouped) matched", "\(evidence.mismatched.grouped) mismatched"]
        func add(_ count: Int, _ words: String) {
            if count > 0 { parts.append("\(count.grouped) \(words)") }
        }
        add(evidence.controlFailed, "control failed")
        add(evidence.candidateFailed, "failed")
        add(evidence.timedOut, "timed out")
        add(evidence.lost, "lost")
        add(evidence.unended + evidence.interrupted, "never ended")
        add(evidence.truncated, "not stored")
        return "\(evidence.runs.grouped) (\(parts.joined(separator: ", ")))"
    }
}

extension Latencies {
    /// `p50 2.1 ms, p95 4.0 ms, p99 7.3 ms`
    fileprivate var words: String {
        func text(_ latency: Duration) -> String {
            let milliseconds = latency / .milliseconds(1)
            return String(format: milliseconds < 100 ? "%.1f ms" : "%.0f ms", milliseconds)
        }
        return "p50 \(text(p50)), p95 \(text(p95)), p99 \(text(p99))"
    }
}
