/// Keeps the entries of hand-overs.
///
/// A journal is called by a `Recorder`, never by a call: it may be slow and it may fail.
public protocol Journal: Sendable {
    /// Keeps entries, oldest first. If it throws, none of them is taken to be kept; they are counted as lost and the
    /// number is told with the next entries.
    func record(_ entries: [Entry]) async throws
}
