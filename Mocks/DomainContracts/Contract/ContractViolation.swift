/// An implementation does not do what a row of its contract says.
public struct ContractViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the row.
    public let row: String
    /// What the row asks for.
    public let expected: String
    /// What the implementation did.
    public let found: String

    /// All three, in one line.
    public var description: String { "\(row): expected \(expected), found \(found)" }
}
