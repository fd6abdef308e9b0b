public import SeamKit

/// The result of a check, compared with the baseline. A plain value; reporters convert it to text.
public struct CheckReport: Sendable, Equatable {
    /// The state of a violation.
    public enum State: Sendable, Equatable {
        /// The baseline does not contain it: the check fails.
        case new
        /// The baseline excuses it.
        case known
        /// A comment in the source allows it, with this reason.
        case allowed(reason: String)
    }

    /// A violation and its state.
    public struct Finding: Sendable, Equatable {
        /// The violation.
        public var violation: Violation
        /// Its state.
        public var state: State
        /// The position among the violations with the same key, counted from 1 in order of place.
        public var ordinal = 1
        /// The number of violations with the same key.
        public var count = 1
        /// The number of them that the baseline excuses.
        public var knownCount = 0
        /// The path of the file in the baseline, if the file was moved since.
        public var pathInBaseline: String?
        /// The entry of the baseline, with the current path, that a violation with another key takes the place of.
        public var replaced: ViolationKey?
    }

    /// An entry of the baseline that excuses more violations than there are.
    public struct Stale: Sendable, Equatable {
        /// The entry, with the path in the baseline.
        public var key: ViolationKey
        /// The number of violations that it excuses and that no longer exist.
        public var count: Int
        /// The number of all violations that it excuses.
        public var knownCount: Int
        /// Whether its file no longer exists on disk.
        public var isFileGone: Bool
    }

    /// A comment that allows a violation that doesn't exist.
    public struct UnusedAllow: Sendable, Equatable {
        /// Path of the file.
        public var file: String
        /// The comment.
        public var allow: Allow
    }

    /// The violations in order of place.
    public var findings: [Finding] = []
    /// The entries of the baseline that excuse violations that no longer exist, in order of keys.
    public var stale: [Stale] = []
    /// The files that have another path in the baseline.
    public var moves: [FileMove] = []
    /// The comments that allow nothing, in order of place.
    public var unusedAllows: [UnusedAllow] = []
    /// The names in the configuration that match nothing in the tree any more.
    public var unknownNames: [Configuration.Name] = []
    /// The sources that could not be read. They are never part of a baseline.
    public var problems: [SourceProblem] = []
    /// The number of violations that the baseline excuses in the checked files.
    public var baselineTotal = 0
    /// The number of those that are in files that could not be read, so that their state is unknown.
    public var undecided = 0
    /// The number of checked files.
    public var fileCount = 0
    /// Whether only a part of the tree was checked.
    public var isPartial = false

    /// Creates an empty report.
    public init() {}

    /// The violations that the baseline does not contain.
    public var new: [Finding] { findings.filter { $0.state == .new } }
    /// The number of existing violations that the baseline excuses.
    public var knownCount: Int { findings.count { $0.state == .known } }
    /// The number of violations that comments allow.
    public var allowedCount: Int {
        findings.count { if case .allowed = $0.state { true } else { false } }
    }
    /// The number of excused violations that no longer exist.
    public var fixedCount: Int { stale.reduce(0) { $0 + $1.count } }

    /// The outcome of a run.
    public enum Outcome: Int32, Sendable {
        /// There is nothing to report.
        case clean = 0
        /// There are violations that nothing excuses.
        case violations = 1
        /// Sources could not be read, so that the result is uncertain.
        case unreadable = 3
    }

    /// Returns the outcome of the run.
    ///
    /// - Parameter isStrict: whether stale entries, unused comments and unknown names fail too.
    public func outcome(isStrict: Bool = false) -> Outcome {
        if !problems.isEmpty { return .unreadable }
        if !new.isEmpty { return .violations }
        let leftovers = !stale.isEmpty || !moves.isEmpty || !unusedAllows.isEmpty || !unknownNames.isEmpty
        return isStrict && leftovers ? .violations : .clean
    }
}
