public import Domain

/// What an implementation of `SearchNames` is put into.
///
/// Where a situation carries names, they are what the database has, in its order; a query finds those that contain it,
/// whatever the case.
public enum SearchNamesSituation: Sendable {
    /// The database answers from these.
    case stored([NameMatch])
    /// As `stored`, and each of the database's answers is held up by the gate: the source calls `Gate.pass()`, or
    /// `Gate.passIgnoringCancellation()` if it knows no cancellation, before it answers.
    case heldUp(Gate, [NameMatch])
    /// As `stored`, and among those found is one more that can't be read.
    case unreadable([NameMatch])
    /// The database's answer is damaged as a whole, best cut off after the first of these.
    case malformed([NameMatch])
    /// The database can't be reached, or does not answer in time.
    case unavailable
    /// The database asks to wait.
    case busy
}
