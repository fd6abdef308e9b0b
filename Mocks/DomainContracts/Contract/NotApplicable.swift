/// Thrown by an arrangement whose implementation can't get into a situation; `Contract.check` passes it on.
///
/// A test that accepts it says so where everyone sees it, for instance with `try Test.cancel("\(error)")`, which reports
/// the row as cancelled and not as passed. A test that does not, fails.
public struct NotApplicable: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why the implementation can't get there.
    public let reason: String

    /// Takes the reason: "Nothing is kept by this one."
    public init(_ reason: String) {
        self.reason = reason
    }

    /// The reason, and what it is about.
    public var description: String { "not applicable: \(reason)" }
}
