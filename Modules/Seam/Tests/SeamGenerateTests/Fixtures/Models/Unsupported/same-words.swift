/// @model
enum State {  // refused: `open` and `opened` have the same word
    case open
    /// @json open
    case opened
}
