public import Foundation

/// An answer together with what a person must know to trust it: how old it is, and what is missing from it.
public struct Snapshot<Value> {
    /// What could be read.
    public let value: Value
    /// How old the value is.
    public let freshness: Freshness
    /// Where something could not be read, without its contents. A record with such a place is left out of `value`.
    public let unreadable: [FieldPath]

    /// Makes an answer; nothing is unreadable unless said so.
    public init(_ value: Value, freshness: Freshness, unreadable: [FieldPath] = []) {
        self.value = value
        self.freshness = freshness
        self.unreadable = unreadable
    }

    /// The same answer about another value, with the same age and the same gaps.
    public func map<Other, Failure: Error>(
        _ transform: (Value) throws(Failure) -> Other
    ) throws(Failure) -> Snapshot<Other> {
        Snapshot<Other>(try transform(value), freshness: freshness, unreadable: unreadable)
    }
}

extension Snapshot: Sendable where Value: Sendable {}
extension Snapshot: Equatable where Value: Equatable {}
extension Snapshot: Hashable where Value: Hashable {}

/// How old an answer is. What is not known to be live is never shown as if it were.
public enum Freshness: Hashable, Sendable {
    /// Read from the store for this request.
    case live
    /// Read from what was kept on this device; the store said so at `asOf`.
    case kept(asOf: Date)
    /// Nothing tells how old it is.
    case unknown
}
