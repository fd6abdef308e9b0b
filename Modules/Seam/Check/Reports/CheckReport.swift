public import SeamKit

/// What one check found, compared with the baseline. A plain value; reporters turn it into text.
public struct CheckReport: Sendable, Equatable {
    /// What is to be done about a violation.
    public enum State: Sendable, Equatable {
        /// The baseline does not know it: the check fails.
        case new
        /// The baseline excuses it.
        case known
        /// A comment in the source allows it, with this reason.
        case allowed(reason: String)
    }

    /// A violation and its state.
    public struct Finding: Sendable, Equatable {
        /// What breaks which rule where.
        public var violation: Violation
        /// What is to be done about it.
        public var state: State
        /// Which of the violations with the same key it is, counted from 1 in order of place.
        public var ordinal: Int
        /// How many violations with its key there are.
        public var count: Int
        /// How many of them the baseline knows.
        public var knownCount: Int
        /// Path under which the baseline knows the file, where it was moved since.
        public var pathInBaseline: String?

        /// Makes a finding.
        public init(
            violation: Violation,
            state: State,
            ordinal: Int = 1,
            count: Int = 1,
            knownCount: Int = 0,
            pathInBaseline: String? = nil
        ) {
            self.violation = violation
            self.state = state
            self.ordinal = ordinal
            self.count = count
            self.knownCount = knownCount
            self.pathInBaseline = pathInBaseline
        }
    }

    /// An entry of the baseline that excuses more than there is.
    public struct Stale: Sendable, Equatable {
        /// The entry, with the path as it stands in the baseline.
        public var key: ViolationKey
        /// How many violations it excuses that are gone.
        public var count: Int
        /// How many violations it excuses in all.
        public var knownCount: Int
        /// Whether its file is gone from disk.
        public var isFileGone: Bool

        /// Makes a stale entry.
        public init(key: ViolationKey, count: Int, knownCount: Int, isFileGone: Bool) {
            self.key = key
            self.count = count
            self.knownCount = knownCount
            self.isFileGone = isFileGone
        }
    }

    /// A comment that allows something that is not there.
    public struct UnusedAllow: Sendable, Equatable {
        /// Path of the file.
        public var file: String
        /// The comment.
        public var allow: Allow

        /// Makes an unused comment.
        public init(file: String, allow: Allow) {
            self.file = file
            self.allow = allow
        }
    }

    /// Violations in order of place.
    public var findings: [Finding] = []
    /// Entries of the baseline that excuse what is gone, in order of keys.
    public var stale: [Stale] = []
    /// Files that the baseline knows under another path.
    public var moves: [FileMove] = []
    /// Comments that allow nothing, in order of place.
    public var unusedAllows: [UnusedAllow] = []
    /// Names in the configuration that nothing in the tree has any more.
    public var unknownNames: [Configuration.Name] = []
    /// What could not be read. Never part of a baseline.
    public var problems: [SourceProblem] = []
    /// How many violations the baseline excuses, within what was looked at.
    public var baselineTotal = 0
    /// How many of those are in files that could not be read, so nothing is said about them.
    public var undecided = 0
    /// Files that were looked at.
    public var fileCount = 0
    /// Whether only a part of the tree was looked at.
    public var isPartial = false

    /// Makes an empty report.
    public init() {}

    /// Violations that the baseline does not know.
    public var new: [Finding] { findings.filter { $0.state == .new } }
    /// How many violations the baseline excuses and are there.
    public var knownCount: Int { findings.count { $0.state == .known } }
    /// How many violations comments allow.
    public var allowedCount: Int {
        findings.count { if case .allowed = $0.state { true } else { false } }
    }
    /// How many excused violations are gone.
    public var fixedCount: Int { stale.reduce(0) { $0 + $1.count } }

    /// How a run ends.
    public enum Outcome: Int32, Sendable {
        /// Nothing to complain of.
        case clean = 0
        /// There are violations that nothing excuses.
        case violations = 1
        /// Sources could not be read, so that nothing is sure.
        case unreadable = 3
    }

    /// How the run ends.
    ///
    /// - Parameter isStrict: whether stale entries, unused comments and unknown names fail too.
    public func outcome(isStrict: Bool = false) -> Outcome {
        if !problems.isEmpty { return .unreadable }
        if !new.isEmpty { return .violations }
        let leftovers = !stale.isEmpty || !moves.isEmpty || !unusedAllows.isEmpty || !unknownNames.isEmpty
        return isStrict && leftovers ? .violations : .clean
    }
}
