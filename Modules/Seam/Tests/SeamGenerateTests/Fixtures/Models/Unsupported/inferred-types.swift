/// @model
struct Label {
    /// @json
    var text = "x"  // refused: `text`: it doesn't say its type
}
