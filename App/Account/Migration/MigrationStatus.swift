import Foundation
import Strangler

/// Where the hand-over of one use case stands. Every figure comes from the journal's entries.
struct MigrationStatus: Sendable {
    let name: String
    let plan: Plan
    /// When the comparison that counts began: the last time the plan went from `legacy` to `compare`. What was compared
    /// before is of another candidate. Nil if the journal does not say; then all entries of the rule's period count.
    let since: Date?
    let verdict: Verdict
    /// The oldest entry that counts.
    let first: Date?

    var evidence: Evidence { verdict.evidence }

    init(of name: String, plan: Plan, _ entries: [Entry], by rule: Rule, now: Date) {
        self.name = name
        self.plan = plan
        let start = entries.lastIndex { entry in
            guard entry.operation == name, case .planChanged("legacy", let plan) = entry.fact else { return false }
            if case .compare = Plan(plan) { return true } else { return false }
        }
        since = start.map { entries[$0].date }
        let from = now - rule.period / .seconds(1)
        // Of the comparison what came after its start; a calibration is of control alone and counts whenever it was
        // made.
        let counted = entries[(start ?? entries.startIndex)...].filter { $0.operation == name && $0.date >= from }
        first = counted.first?.date
        verdict = Verdict(
            on: Evidence(counted, operation: name),
            calibratedBy: Evidence(entries, operation: Calibration.operation(of: name), from: from),
            by: rule
        )
    }
}

extension Verdict {
    /// The verdict in one line.
    var words: String { lines.joined(separator: "; ") }

    /// The verdict, and each thing that is missing.
    var lines: [String] {
        if isMet { return ["met: at most \(upperBound.percent) of the answers differ"] }
        // Without runs the bound says nothing more.
        let missing = evidence.runs == 0 ? shortfalls.prefix(1) : shortfalls[...]
        return missing.enumerated().map { ($0 == 0 ? "not met: " : "") + $1.words }
    }
}

extension Verdict.Shortfall {
    /// What is missing, for a person.
    var words: String {
        switch self {
        case .tooFewRuns(let runs, let needed): "\(runs.grouped) of \(needed.grouped) runs"
        case .boundTooHigh(let bound, let limit): "up to \(bound.percent) may differ, the limit is \(limit.percent)"
        }
    }
}

extension Double {
    /// A rate in percent, to three significant digits.
    var percent: String {
        let percent = self * 100
        if percent >= 99.95 { return "100%" }
        let digits = percent >= 10 ? 1 : percent >= 1 ? 2 : percent >= 0.1 ? 3 : 4
        var text = String(format: "%.\(digits)f", percent)
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return "\(text)%"
    }
}

extension Int {
    /// With commas between thousands.
    var grouped: String {
        let digits = String(magnitude)
        let parts = digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : String(digit)
        }
        return (self < 0 ? "-" : "") + parts.joined()
    }
}
