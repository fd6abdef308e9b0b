extension Verdict {
    /// A reason why a rule is not met.
    public enum Shortfall: Hashable, Sendable, Codable {
        /// There are fewer runs than the rule requires.
        case tooFewRuns(Int, needed: Int)
        /// The upper bound of the rate is not below the limit.
        case boundTooHigh(Double, limit: Double)
        /// A larger share of the chosen calls than the rule allows was not compared.
        case unseenTooOften(Double, limit: Double)
        /// The runs are of fewer days, or of fewer hours of the day, than the rule requires. `missing` are the hours (UTC)
        /// without runs.
        case notCovered(days: Int, hours: Int, needed: Rule.Span, missing: [Int])
        /// This number of runs began where a crash would not have been noted.
        case crashesNotSeen(Int)
        /// This number of runs is from an earlier version of this library, which did not account for every call.
        case notAccounted(Int)
        /// This number of runs was compared in another way, and says nothing about this one.
        case otherComparison(Int)
        /// The candidate tried this number of times to call an operation that writes.
        case effects(Int)
        /// The verdict was looked at more often than planned.
        case looksUsedUp(Int, planned: Int)
        /// Control's noise is not the same throughout the window.
        case noiseMoved(Double, Double)
        /// The kill switch is not closed.
        case killSwitch(KillSwitch.State)
        /// The evidence was cut to a part of the calls.
        case onlyPart(String)
        /// This number of entries about differences didn't fit in the journal.
        case truncated(Int)
    }
}

extension Verdict.Shortfall: CustomStringConvertible {
    /// A text for people about what is missing.
    public var description: String {
        switch self {
        case .tooFewRuns(let runs, let needed): "\(runs.grouped) of \(needed.grouped) runs"
        case .boundTooHigh(let bound, let limit):
            "up to \(bound.percent) of the subjects may see a difference in a compared call, the limit is \(limit.percent)"
        case .unseenTooOften(let share, let limit):
            "\(share.percent) of the chosen calls were not compared, the limit is \(limit.percent)"
        case .notCovered(let days, let hours, let needed, let missing):
            "runs on \(days) of \(needed.days) days and in \(hours) of \(needed.hours) hours of the day"
                + (hours >= needed.hours ? "" : ", none at \(Self.ranges(missing)) UTC")
        case .crashesNotSeen(let runs):
            "crashes not seen in \(runs.grouped) runs: no log of begun runs survives the process"
        case .notAccounted(let runs):
            "\(runs.grouped) runs are of an earlier version, which did not account for every call"
        case .otherComparison(let runs):
            "\(runs.grouped) runs were compared in another way: raise the candidate's version"
        case .effects(let count): "the candidate tried to write \(count.grouped) times while it was compared"
        case .looksUsedUp(let looks, let planned): "\(looks.grouped) looks, and \(planned.grouped) were planned"
        case .noiseMoved(let one, let other):
            "control's noise moved from \(one.percent) to \(other.percent)"
        case .killSwitch(let state): "the kill switch is \(state.rawValue)"
        case .onlyPart(let part): "this is the evidence of a part of the calls only: \(part)"
        case .truncated(let count): "the journal had no room for \(count.grouped) entries about differences"
        }
    }

    /// Returns hours of the day as ranges: `0-5, 22-24`.
    static func ranges(_ hours: [Int]) -> String {
        var ranges: [Range<Int>] = []
        for hour in hours.sorted() {
            if let last = ranges.last, last.upperBound == hour {
                ranges[ranges.count - 1] = last.lowerBound..<hour + 1
            } else {
                ranges.append(hour..<hour + 1)
            }
        }
        return ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ", ")
    }
}
