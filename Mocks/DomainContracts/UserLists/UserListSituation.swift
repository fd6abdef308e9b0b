public import Domain
public import Foundation

/// What an implementation of a use case that lists a user's records (orders, addresses, ...) is put into.
///
/// Where a situation carries records, they are what the store has, by user: orders in any order, addresses in the order
/// they were saved. A user who is not among them is unknown to the store.
public enum UserListSituation<Record: Sendable>: Sendable {
    /// The store answers with these.
    case stored([UserID: [Record]])
    /// As `stored`, and one identifier comes twice, the second time with other contents.
    case repeated([UserID: [Record]])
    /// As `stored`, and each of the store's answers is held up by the gate: the source calls `Gate.pass()`, or
    /// `Gate.passIgnoringCancellation()` if it knows no cancellation, before it answers.
    case heldUp(Gate, [UserID: [Record]])
    /// As `stored`, and among each user's records is one more that can't be read.
    case unreadable([UserID: [Record]])
    /// The store can't be reached, and these were kept on this device; the store said so at `asOf`.
    case kept([UserID: [Record]], asOf: Date)
    /// The store answers that it does not know the user.
    case unknownUser
    /// The store's answer with these is damaged as a whole, best cut off after the first record.
    case malformed([UserID: [Record]])
    /// The store asks to sign in.
    case unauthorised
    /// The store can't be reached, and nothing was kept.
    case unavailable
}
