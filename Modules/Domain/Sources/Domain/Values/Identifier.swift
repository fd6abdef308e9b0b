/// Names one thing of a kind: `UserID` can't be passed where an `OrderNumber` is asked for.
///
/// The text is opaque and compared byte by byte after Unicode canonical equivalence, as `String` does.
public struct Identifier<Subject>: Hashable, Sendable {
    /// The identifier as the store writes it.
    public let rawValue: String

    /// Takes the text as it is; no format is checked.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}

extension Identifier: CustomStringConvertible {
    /// The identifier as the store writes it.
    public var description: String { rawValue }
}

extension Identifier: Comparable {
    /// Orders identifiers by their text.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A person with an account; the subject of `UserID`.
public enum User {}

/// Names a user of the store.
public typealias UserID = Identifier<User>
/// The number printed on an order.
public typealias OrderNumber = Identifier<UserOrder>
/// Names one of a user's addresses.
public typealias AddressID = Identifier<UserAddress>
