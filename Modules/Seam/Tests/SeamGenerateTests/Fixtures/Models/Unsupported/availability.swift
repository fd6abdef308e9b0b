/// @model
@available(macOS 20, *)  // refused: it is not available everywhere
struct Later {
    /// @json
    let name: String
}
