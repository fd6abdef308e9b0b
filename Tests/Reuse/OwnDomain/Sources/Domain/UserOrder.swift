/// The team's own order; it shares its name, and its module's, with ours.
public struct UserOrder: Sendable {
    /// What the team calls it.
    public let reference: String

    /// Makes an order.
    public init(reference: String) {
        self.reference = reference
    }
}
