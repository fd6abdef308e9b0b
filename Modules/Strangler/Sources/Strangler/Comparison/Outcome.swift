/// What became of one call while a plan compares: every call has exactly one outcome.
public enum Outcome: Hashable, Sendable, Codable {
    /// Both sides returned the same value. An error that is a valid result, such as "unknown user", counts too.
    case matched
    /// Both failed with the same error: both are down, for example. This shows nothing about results and is not a run.
    case matchedFailure
    /// They differ, and the named rule says that this difference is known and accepted.
    case ignored(rule: String)
    /// The two results can't be compared, for the named reason, which is checked before whether they are the same.
    case notComparable(reason: String)
    /// They differ.
    case mismatched(Difference)
    /// Control succeeded and the candidate failed.
    case candidateFailed(Recorded)
    /// The candidate did not return before the deadline.
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
    /// The sample left the call out.
    case notSampled
    /// The maximum number of candidates was already running.
    case tooManyUnderWay
    /// The call came from inside a candidate that was itself being compared.
    case nested
    /// In a rollout that continues to compare, control did not return before the deadline.
    case controlTimedOut
    /// The caller cancelled the call before both sides had returned.
    case cancelled
    /// In a rollout that continues to compare, the kill switch was open.
    case killSwitchOpen

    /// Whether the call was chosen for a comparison. It is then unseen. The others are left out by chance, or are no calls of a
    /// caller.
    public var isOfChosenCall: Bool {
        switch self {
        case .notSampled, .nested: false
        case .tooManyUnderWay, .controlTimedOut, .cancelled, .killSwitchOpen: true
        }
    }
}

extension Outcome {
    /// Whether the call was chosen for a comparison.
    public var isOfChosenCall: Bool {
        if case .skipped(let reason) = self { reason.isOfChosenCall } else { true }
    }
}

/// The first place where two results differ.
public struct Difference: Hashable, Sendable, Codable {
    /// The kind of a difference.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// Both succeeded, and the values differ at `path`.
        case values
        /// Both failed, and the errors differ at `path`.
        case errors
        /// Control failed and the candidate succeeded.
        case controlFailed
        /// Both succeeded or both failed; the comparison says that they differ, but the place could not be found.
        case unlocated
        /// The comparison itself threw: nothing shows that the values are the same. `control` has its error.
        case comparisonFailed
    }

    /// The kind of difference.
    public let kind: Kind
    /// The place, such as `orders[3].total`, `self` for the whole value or `error`, without any data: a dictionary's key has
    /// only the form that the redactor wrote. Empty if there is no place, and if redaction failed.
    public let path: String
    /// Control's side, as far as the redactor permits recording it.
    public let control: Recorded
    /// The candidate's side, as far as the redactor permits recording it.
    public let candidate: Recorded
    /// The whole run, if the comparison stores specimens: JSON from which `Fixture` creates a test.
    public let specimen: Recorded

    /// Creates a difference from parts that may be recorded.
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
