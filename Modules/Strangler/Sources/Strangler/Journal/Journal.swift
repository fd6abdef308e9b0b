/// Stores the entries of hand-overs.
///
/// A journal is called by a `Recorder`, never by a call: it may be slow and it may fail. Journals don't depend on each
/// other.
public protocol Journal: Sendable {
    /// Stores entries, oldest first. If it throws, none of them counts as stored; the recorder counts them as lost and
    /// reports the number with the next entries.
    func record(_ entries: [Entry]) async throws

    /// Where runs are noted that have begun and whose outcome has not reached this journal; nil if nowhere.
    var runs: (any RunLog)? { get }
}

extension Journal {
    /// Nothing.
    public var runs: (any RunLog)? { nil }
}

/// Notes runs that have begun, in a way that survives the end of the process. What is noted and never ends counts
/// against the candidate.
///
/// It is called before each run of a candidate, so it must be fast, must not wait and can't fail.
public protocol RunLog: Sendable {
    /// Notes that a run of the candidate is about to begin, and returns what stands for it.
    func begin(_ run: Run) -> Int
    /// Takes a note back: the run's outcome is stored, or it has none because its call was cancelled.
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
