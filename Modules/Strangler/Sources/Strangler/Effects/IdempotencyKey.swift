/// Names one intended effect, so that a side which sees it twice acts once.
public struct IdempotencyKey: Hashable, Sendable {
    /// The key as it goes over the wire.
    public let value: String

    /// Makes a key.
    public init(_ value: String) {
        self.value = value
    }
}
