/// An identifier of one kind of thing: `UserID` can't be passed where an `OrderNumber` is expected.
///
/// The text is opaque. Identifiers are equal if their texts are canonically equivalent in Unicode, as with `String`.
public struct Identifier<Subject>: Hashable, Sendable {
    /// The identifier as the store writes it.
    public let rawValue: String

    /// Creates an identifier from any text; no format is checked.
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

/// Identifies a user of the store.
public typealias UserID = Identifier<User>
/// The number printed on an order.
public typealias OrderNumber = Identifier<UserOrder>
/// Identifies one of a user's addresses.
public typealias AddressID = Identifier<UserAddress>
