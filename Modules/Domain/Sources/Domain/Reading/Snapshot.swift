public import Foundation

/// A value, together with what a person must know to trust it: how old it is, and what is missing from it.
///
/// Reasons: docs/adr/snapshots.md.
public struct Snapshot<Value> {
    /// The value as far as it could be read.
    public let value: Value
    /// How old the value is.
    public let freshness: Freshness
    /// The paths of fields that could not be read, without their contents. A record that contains such a path is left out of
    /// `value`.
    public let unreadable: [FieldPath]

    /// Creates a snapshot. By default nothing is unreadable.
    public init(_ value: Value, freshness: Freshness, unreadable: [FieldPath] = []) {
        self.value = value
        self.freshness = freshness
        self.unreadable = unreadable
    }

    /// Returns a snapshot of the transformed value, with the same freshness and the same unreadable paths.
    public func map<Other, Failure: Error>(
        _ transform: (Value) throws(Failure) -> Other
    ) throws(Failure) -> Snapshot<Other> {
        Snapshot<Other>(try transform(value), freshness: freshness, unreadable: unreadable)
    }
}

extension Snapshot: Sendable where Value: Sendable {}
extension Snapshot: Equatable where Value: Equatable {}
extension Snapshot: Hashable where Value: Hashable {}

/// How old a value is. A value that isn't known to be live is never shown as live.
public enum Freshness: Hashable, Sendable {
    /// Read from the store for this request.
    case live
    /// Read from a copy stored on this device, which the store sent at `asOf`.
    case cached(asOf: Date)
    /// The age is unknown.
    case unknown
}
