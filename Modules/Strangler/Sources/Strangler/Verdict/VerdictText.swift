import Foundation

extension Verdict: CustomStringConvertible {
    /// The verdict for a log: what was judged, its basis, and what is missing.
    public var description: String {
        let name = sides.map { "\(operation) (\($0))" } ?? operation
        return "\(name): \(words) [\(ground)]"
    }

    /// The verdict in one line: `met: at most 0.0921% of the subjects see a difference`.
    public var words: String {
        lines.joined(separator: "; ")
    }

    /// The verdict, with a line for each requirement that is missing.
    public var lines: [String] {
        if isMet { return ["met: at most \(upperBound.percent) of the subjects see a difference"] }
        // Without runs the bound says nothing more.
        let missing = evidence.runs == 0 ? shortfalls.prefix(1) : shortfalls[...]
        return missing.enumerated().map { ($0 == 0 ? "not met: " : "") + $1.description }
    }

    /// The basis of the verdict: `5,301 runs, 5,120 subjects, looks at any time`.
    public var ground: String {
        var parts = ["\(evidence.runs.grouped) runs", "\(subjects.grouped) subjects"]
        let ignored = evidence.ignored.sorted { $0.key < $1.key }
        parts += ignored.map { "\($1.grouped) ignored by \"\($0)\"" }
        if evidence.unseen > 0 { parts.append("\(evidence.unseen.grouped) unseen") }
        if noise > 0 { parts.append("\(noise.percent) noise") }
        switch rule.looks {
        case .anytime: parts.append("looks at any time")
        case .planned(1): parts.append("1 planned look")
        case .planned(let looks): parts.append("\(looks.grouped) planned looks")
        }
        return parts.joined(separator: ", ")
    }
}

extension Verdict.Shortfall: CustomStringConvertible {
    /// A text for people about what is missing.
    public var description: String {
        switch self {
        case .tooFewRuns(let runs, let needed): "\(runs.grouped) of \(needed.grouped) runs"
        case .boundTooHigh(let bound, let limit):
            "up to \(bound.percent) of the subjects may see a difference, the limit is \(limit.percent)"
        case .ignoredTooOften(let rate, let limit):
            "ignore rules cover \(rate.percent) of the comparisons, the limit is \(limit.percent)"
        case .truncated(let count): "the journal had no room for \(count.grouped) entries about differences"
        }
    }
}

extension Double {
    /// The rate in percent, to three significant digits.
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
