import Foundation

/// A picture of a journal's evidence about one operation: outcomes and latencies over time, with the changes of plan and kill
/// switch marked.
///
/// The same evidence always gives the same picture. The picture needs no network and no script, is readable in light and dark
/// mode, and describes its contents in words (`<title>`, `<desc>`). Programs can read every number in it: each bar has
/// `data-mark` and `data-count`, each line its values in nanoseconds, and `<metadata>` contains the totals as JSON.
public struct Chart: Sendable {
    let operation: String
    let timeline: Timeline
    /// Why the totals differ from the figures of a verdict; nil if they don't, or if there is none.
    public let note: String?

    /// Creates the chart of one hand-over, including calibration, from entries alone, over the time from the first entry to the
    /// last.
    public init(of operation: String, in entries: some Sequence<Entry>) {
        self.operation = operation
        let points = entries.flatMap { Point.of($0, operation) }
        timeline = Timeline(points, entries.filter { $0.operation == operation })
        note = nil
    }

    /// Creates the chart of one hand-over, including calibration, from the evidence, which counts every call. The entries show
    /// when the plan and the kill switch changed.
    ///
    /// - Parameters:
    ///   - operation: The name of the hand-over's operation.
    ///   - evidence: The outcomes and latencies that are drawn.
    ///   - entries: The journal's entries.
    ///   - verdict: The verdict whose figures are shown beside the chart. A verdict judges one pair of implementations in one
    ///     window of time, and the chart has everything; `note` says which of its runs the verdict counts.
    public init(
        of operation: String,
        in evidence: Evidence,
        entries: some Sequence<Entry>,
        beside verdict: Verdict? = nil
    ) {
        self.operation = operation
        let points = evidence.tallies.flatMap { Point.of($0, operation) }
        timeline = Timeline(points, entries.filter { $0.operation == operation })
        let totals = timeline.totals
        note = verdict.flatMap { Self.note(on: $0, beside: totals) }
    }

    private static func note(on verdict: Verdict, beside totals: [Mark: Int]) -> String? {
        let marks: [Mark] = [.matched, .mismatched, .controlFailed, .candidateFailed, .timedOut]
        let drawn = marks.reduce(0) { $0 + totals[$1, default: 0] }
        let judged = verdict.evidence.runs
        guard drawn != judged else { return nil }
        let sides = verdict.sides
        return "The table counts \(judged.grouped) of these \(drawn.grouped) runs: those of \(sides.candidate.name) "
            + "\(sides.candidate.version) in the rule's period."
    }

    /// The totals in the chart, by the names that bars have in `data-mark`. Totals of 0 are left out.
    public var totals: [String: Int] {
        Dictionary(uniqueKeysWithValues: timeline.totals.map { ($0.rawValue, $1) })
    }

    /// Returns the picture, in SVG 1.1 with a style sheet, in UTF-8.
    public func svg() -> String {
        ChartDrawing(self).svg
    }
}

/// A kind of bar. The raw values are used in files.
enum Mark: String, CaseIterable, Hashable, Sendable, Encodable {
    case matched, ignored, matchedFailure, notComparable, calibrated, byCandidate, byControl, skipped
    case mismatched, controlFailed, candidateFailed, timedOut, fellBack, noise, lost, unended

    /// Whether it counts successful or intended events. The others have a panel and a scale of their own, so that one in
    /// thousands is visible.
    var isAboveSuspicion: Bool {
        switch self {
        case .matched, .ignored, .matchedFailure, .notComparable, .calibrated, .byCandidate, .byControl, .skipped: true
        case .mismatched, .controlFailed, .candidateFailed, .timedOut, .fellBack, .noise, .lost, .unended: false
        }
    }

    var words: String {
        switch self {
        case .matched: "matched"
        case .ignored: "ignored by rule"
        case .matchedFailure: "both failed"
        case .notComparable: "not comparable"
        case .controlFailed: "control failed"
        case .unended: "never ended"
        case .calibrated: "calibration, equal"
        case .byCandidate: "served by candidate"
        case .byControl: "served by control"
        case .skipped: "not compared"
        case .mismatched: "mismatched"
        case .candidateFailed: "candidate failed"
        case .timedOut: "timed out"
        case .fellBack: "fell back to control"
        case .noise: "calibration, different"
        case .lost: "lost comparisons"
        }
    }

    /// Creates the mark of a tally; nil if it has no bar.
    init?(_ kind: Tally.Kind, _ detail: String, isCalibration: Bool) {
        switch kind {
        case .matched: self = isCalibration ? .calibrated : .matched
        case .ignored: self = isCalibration ? .calibrated : .ignored
        case .matchedFailure: self = isCalibration ? .calibrated : .matchedFailure
        case .notComparable: self = isCalibration ? .calibrated : .notComparable
        case .mismatched: self = isCalibration ? .noise : .mismatched
        case .controlFailed: self = isCalibration ? .noise : .controlFailed
        case .candidateFailed: self = isCalibration ? .noise : .candidateFailed
        case .timedOut: self = isCalibration ? .noise : .timedOut
        case .skipped where !isCalibration: self = .skipped
        case .answered: self = detail == Side.candidate.rawValue ? .byCandidate : .byControl
        case .fellBack: self = .fellBack
        case .lost: self = .lost
        case .unended, .interrupted: self = .unended
        case .skipped, .chosen, .logged, .effect, .look, .released, .began, .truncated, .part, .failed, .missed,
            .backfilled,
            .latency,
            .subjectMatched, .subjectMismatched, .subjectControlFailed, .subjectCandidateFailed, .subjectUnseen,
            .subjectInterrupted:
            return nil
        }
    }
}

/// An event with a count and a time.
struct Point: Sendable {
    enum What: Sendable {
        case mark(Mark)
        case latency(Side, Duration)
    }

    let date: Date
    let what: What
    let count: Int

    static func of(_ entry: Entry, _ operation: String) -> [Point] {
        let isCalibration = Calibration.operations(of: operation).dropFirst().contains(entry.operation)
        guard isCalibration || entry.operation == operation else { return [] }
        let marks = entry.tallies(by: "").compactMap { tally in
            Mark(tally.key.kind, tally.key.detail, isCalibration: isCalibration).map { (tally.count, $0) }
        }
        // Both sides of a calibration are control.
        return marks.map { Point(date: entry.date, what: .mark($0.1), count: $0.0) }
            + entry.fact.latencies.filter { !isCalibration || $0.0 == .control }
            .map { Point(date: entry.date, what: .latency($0.0, $0.1), count: 1) }
    }

    static func of(_ tally: Tally, _ operation: String) -> [Point] {
        let key = tally.key
        let isCalibration = Calibration.operations(of: operation).dropFirst().contains(key.operation)
        guard isCalibration || key.operation == operation else { return [] }
        let date = Date(timeIntervalSince1970: Double(key.start))
        if key.kind == .latency, let side = Side(rawValue: key.detail) {
            guard !isCalibration || side == .control else { return [] }
            let latency = Histogram.latency(of: key.number)
            return [Point(date: date, what: .latency(side, latency), count: tally.count)]
        }
        return Mark(key.kind, key.detail, isCalibration: isCalibration).map {
            [Point(date: date, what: .mark($0), count: tally.count)]
        } ?? []
    }
}
