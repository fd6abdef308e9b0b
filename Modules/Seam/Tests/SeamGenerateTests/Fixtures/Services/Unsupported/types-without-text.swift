struct Number {
    var text: String
}

/// @model json
struct Money {
    /// @json
    var amount: Int
}

/// @service
protocol WithoutText {
    /// @get /{number}
    func path(_ number: Number) async throws  // refused: `Number` is no text: name the property that is
    /// @get /
    func query(amount: Money?) async throws  // refused: `Money` is no text
    /// @get /
    func tuple(pair: (Int, Int)) async throws  // refused: `(Int, Int)` is no text
}
