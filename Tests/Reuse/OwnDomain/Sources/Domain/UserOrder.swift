/// The team's own order. Its name, and that of its module, are the same as in this repository.
public struct UserOrder: Sendable {
    /// The team's name for it.
    public let reference: String

    /// Creates an order.
    public init(reference: String) {
        self.reference = reference
    }
}
