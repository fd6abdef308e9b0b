/// @model
enum Payment {
    case card(number: String)  // refused: no code for Payment: `card`: it has values; only `@other` has one, the word
    case cash
}

/// @model
enum Colour {
    case red
    /// @other
    case mixed(Int, Int)  // refused: `mixed`: the value of `@other` is one `String`
}
