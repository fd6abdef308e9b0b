/// What came of one comparison. Every call that a comparison was asked of has exactly one, except a cancelled one,
/// which has none.
public enum Outcome: Hashable, Sendable, Codable {
    /// Both gave the same answer. An error that is an answer, such as "unknown user", is one too.
    case matched
    /// Both failed with the same error: both are down, for example. It shows nothing about answers and is no run.
    case matchedFailure
    /// They differ, and the named rule says that this difference is known and accepted.
    case ignored(rule: String)
    /// The two results can't be compared, for the named reason. It was asked for before whether they are the same.
    case notComparable(reason: String)
    /// They differ.
    case mismatched(Difference)
    /// Control answered and the candidate failed.
    case candidateFailed(Recorded)
    /// The candidate did not answer before the deadline.
    case timedOut
    /// Nothing was compared.
    case skipped(SkipReason)
}

extension Outcome {
    /// The outcome in one word, for tables, labels and files: `matched`, `candidateFailed`, ...
    public var name: String {
        switch self {
        case .matched: "matched"
        case .matchedFailure: "matchedFailure"
        case .notComparable: "notComparable"
        case .ignored: "ignored"
        case .mismatched: "mismatched"
        case .candidateFailed: "candidateFailed"
        case .timedOut: "timedOut"
        case .skipped: "skipped"
        }
    }
}

/// Why a call had no comparison.
public enum SkipReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The sample left it out.
    case notSampled
    /// As many candidates were under way as are allowed.
    case tooManyUnderWay
    /// The call came from inside a candidate that was itself being compared.
    case nested
    /// In a rollout that goes on comparing, control did not answer before the deadline.
    case controlTimedOut
}

/// The first place where two answers differ.
public struct Difference: Hashable, Sendable, Codable {
    /// What kind of difference it is.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// Both answered, and the answers differ at `path`.
        case values
        /// Both failed, and the errors differ at `path`.
        case errors
        /// Control failed where the candidate answered.
        case controlFailed
        /// Both answered or both failed; the comparison says they differ and the place could not be found.
        case unlocated
        /// The comparison itself threw: nothing shows that the answers are the same. `control` has its error.
        case comparisonFailed
    }

    /// What kind of difference it is.
    public let kind: Kind
    /// The place, such as `orders[3].total`, `self` for the whole answer or `error`, named without any data: a
    /// dictionary's key shows only as the redactor wrote it. Empty if there is no place, and where redaction failed.
    public let path: String
    /// Control's side, as far as the redactor lets it be recorded.
    public let control: Recorded
    /// The candidate's side, as far as the redactor lets it be recorded.
    public let candidate: Recorded
    /// The whole run, as far as the comparison keeps specimens: JSON from which `Fixture` makes a test.
    public let specimen: Recorded

    /// Makes a difference from what may be recorded.
    public init(
        kind: Kind,
        path: String = "",
        control: Recorded = .withheld,
        candidate: Recorded = .withheld,
        specimen: Recorded = .withheld
    ) {
        self.kind = kind
        self.path = path
        self.control = control
        self.candidate = candidate
        self.specimen = specimen
    }

    func with(specimen: Recorded) -> Difference {
        Difference(kind: kind, path: path, control: control, candidate: candidate, specimen: specimen)
    }
}
