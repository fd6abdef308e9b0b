/// @model
struct Choice {
    /// @json @default 1
    let number: Int?  // refused: `number`: an optional property can't have a default
}
