/// Identifies one intended effect, so that a side that sees the key twice acts once.
public struct IdempotencyKey: Hashable, Sendable {
    /// The key in its wire format.
    public let value: String

    /// Creates a key.
    public init(_ value: String) {
        self.value = value
    }
}
