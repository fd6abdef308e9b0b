/// Stores the entries of hand-overs.
///
/// A `Recorder` calls the journal, never a call of an operation, so a journal may be slow and may fail. Journals are
/// independent of each other.
public protocol Journal: Sendable {
    /// Stores entries, oldest first. If it throws, none of them counts as stored; the recorder counts them as lost and reports
    /// the number with the next entries.
    func record(_ entries: [Entry]) async throws

    /// The log of runs that have begun and whose outcome has not reached this journal; nil if there is none.
    var runs: (any RunLog)? { get }
}

extension Journal {
    /// The default: no log.
    public var runs: (any RunLog)? { nil }
}

/// Logs runs that have begun, in a way that survives the end of the process. A logged run that never ends counts against the
/// candidate.
///
/// The log is called before each run of a candidate, so it must be fast, must not wait and can't fail.
///
/// Reasons: docs/adr/journals-and-evidence.md.
public protocol RunLog: Sendable {
    /// Logs that a run of the candidate is about to begin, and returns a token for the run; nil if the log would not survive
    /// the end of the process. A crash in this run is then not seen.
    func begin(_ run: Run) -> Int?
    /// Removes a run from the log: its outcome is stored, or it has none because its call was cancelled.
    func end(_ token: Int)
}

/// A run of a candidate.
public struct Run: Hashable, Sendable, Codable {
    /// The name of the hand-over.
    public let operation: String
    /// The implementations that it joins.
    public let sides: Sides?
    /// The class of the subject.
    public let subject: SubjectClass?

    /// Creates a run.
    public init(operation: String, sides: Sides?, subject: SubjectClass?) {
        self.operation = operation
        self.sides = sides
        self.subject = subject
    }
}
