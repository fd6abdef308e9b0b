import Foundation

/// A picture of what a journal says about one operation: outcomes and latencies over time, with the plan's steps and
/// the kill switch marked.
///
/// A pure function of the entries: the same entries make the same picture. It needs no network and no script, is
/// readable in light and dark, and says in words (`<title>`, `<desc>`) what it shows. Every number it draws is also
/// there for programs: each bar has `data-mark` and `data-count`, each line its values in nanoseconds, and `<metadata>`
/// holds the totals as JSON.
public struct Chart: Sendable {
    let operation: String
    let timeline: Timeline

    /// The chart of one hand-over, calibration included, over the time from its first entry to its last.
    public init(of operation: String, in entries: some Sequence<Entry>) {
        self.operation = operation
        timeline = Timeline(of: operation, entries)
    }

    /// The totals of what is drawn, by the names that bars have in `data-mark`. Those that are 0 are left out.
    public var totals: [String: Int] {
        Dictionary(uniqueKeysWithValues: timeline.totals.map { ($0.rawValue, $1) })
    }

    /// The picture, in SVG 1.1 with a style sheet, in UTF-8.
    public func svg() -> String {
        ChartDrawing(self).svg
    }
}

/// What a bar counts. The raw values are in the files.
enum Mark: String, CaseIterable, Hashable, Sendable, Encodable {
    case matched, ignored, calibrated, byCandidate, byControl, skipped
    case mismatched, candidateFailed, timedOut, fellBack, noise, lost

    /// Whether it counts what went well or at least as asked; the others have a panel and a scale of their own, so that
    /// one in thousands is seen.
    var isAboveSuspicion: Bool {
        switch self {
        case .matched, .ignored, .calibrated, .byCandidate, .byControl, .skipped: true
        case .mismatched, .candidateFailed, .timedOut, .fellBack, .noise, .lost: false
        }
    }

    var words: String {
        switch self {
        case .matched: "matched"
        case .ignored: "ignored by rule"
        case .calibrated: "calibration, alike"
        case .byCandidate: "answered by candidate"
        case .byControl: "answered by control"
        case .skipped: "not compared"
        case .mismatched: "mismatched"
        case .candidateFailed: "candidate failed"
        case .timedOut: "timed out"
        case .fellBack: "fell back to control"
        case .noise: "calibration, not alike"
        case .lost: "lost comparisons"
        }
    }

    /// What an entry counts as, and how many times; nil if it is no bar.
    static func of(_ entry: Entry, isCalibration: Bool) -> (mark: Mark, count: Int)? {
        switch entry.fact {
        case .compared(.matched, _, _): (isCalibration ? .calibrated : .matched, entry.count)
        case .compared(.skipped, _, _): isCalibration ? nil : (.skipped, entry.count)
        case .compared(.ignored, _, _): (isCalibration ? .calibrated : .ignored, entry.count)
        case .compared(.mismatched, _, _): (isCalibration ? .noise : .mismatched, entry.count)
        case .compared(.candidateFailed, _, _): (isCalibration ? .noise : .candidateFailed, entry.count)
        case .compared(.timedOut, _, _): (isCalibration ? .noise : .timedOut, entry.count)
        case .answered(.candidate, _, _): (.byCandidate, entry.count)
        case .answered(.control, _, _): (.byControl, entry.count)
        case .fellBack: (.fellBack, entry.count)
        case .lost(let comparisons): comparisons > 0 ? (.lost, comparisons) : nil
        case .planChanged, .killSwitch, .effectInComparison: nil
        }
    }
}
