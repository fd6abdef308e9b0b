/// What has a price.
public protocol Priced {
    func price(of name: String) -> Int
}

/// An order.
public struct Order: Sendable, Equatable {
    /// Its number.
    public var number: Int

    /// Creates an order.
    public init(number: Int) {
        self.number = number
    }
}
