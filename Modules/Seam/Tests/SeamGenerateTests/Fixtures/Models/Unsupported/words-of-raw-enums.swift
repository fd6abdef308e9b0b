/// @model
enum Level: Int {
    /// @json low
    case first = 1  // refused: `first`: its raw value is its word
}
