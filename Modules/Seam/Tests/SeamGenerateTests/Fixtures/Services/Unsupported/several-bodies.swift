/// @service
protocol SeveralBodies {
    /// @post /{id}
    func add(_ id: Int, title: String, text: String) async throws  // refused: `title` or `text` could be the body
    /// @post / @body title @body text
    func both(title: String, text: String) async throws  // refused: it has two bodies
}
