/// Thrown by an arrangement whose implementation can't get into a situation. `Contract.check` rethrows it.
///
/// A test that accepts the error says so visibly, for instance with `try Test.cancel("\(error)")`, which reports the row as
/// cancelled and not as passed. A test that doesn't accept it fails.
public struct NotApplicable: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why the implementation can't get into the situation.
    public let reason: String

    /// Creates the error with a reason: "This implementation stores nothing."
    public init(_ reason: String) {
        self.reason = reason
    }

    /// The reason, with a prefix.
    public var description: String { "not applicable: \(reason)" }
}
