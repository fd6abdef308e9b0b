/// @model
struct Box<Content> {  // refused: no code for Box: it is generic
    /// @json
    let content: Content
}
