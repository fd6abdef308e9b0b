/// @service
protocol Others {
    /// @get /
    var all: [Int] { get async throws }  // refused: a property has no place for annotations of a request
    subscript(id: Int) -> Int { get async throws }  // refused: a subscript has no place
    init(name: String)  // refused: it requires an initialiser
    associatedtype Item  // refused: it has an associated type
}

/// @service
protocol Empty {}  // refused: it has no methods
