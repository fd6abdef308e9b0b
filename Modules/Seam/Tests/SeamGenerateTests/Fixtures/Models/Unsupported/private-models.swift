/// @model
private struct Secret {  // refused: no code for Secret: it is private
    /// @json
    let text: String
}
