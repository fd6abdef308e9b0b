/// Where a journal stores an entry, in addition to its tallies. Each shelf has room of its own, so that no number of expected
/// errors leaves a difference without.
public enum Shelf: String, Hashable, Sendable, CaseIterable {
    /// Comparisons that disagreed, and runs that nobody saw the end of. If one has no room, the evidence says so.
    case differences
    /// Changes of the plan, the kill switch and the journal, and effects that were stopped.
    case changes
    /// Errors that callers got, calls that fell back, and accepted differences.
    case errors
}

extension Fact {
    /// The shelf of an entry; nil if a journal only counts it.
    public var shelf: Shelf? {
        switch self {
        case .compared(.mismatched, _, _), .compared(.candidateFailed, _, _), .compared(.timedOut, _, _), .unended,
            .interrupted, .lost:
            .differences
        case .planChanged, .killSwitch, .effectInComparison, .released, .truncated: .changes
        case .compared(.ignored, _, _), .fellBack: .errors
        case .answered(_, _, let failure): failure == nil ? nil : .errors
        case .compared, .missed, .backfilled, .looked, .began: nil
        }
    }
}
