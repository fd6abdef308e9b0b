/// @service
protocol NoPath {
    func get() async throws  // refused: `get`: its comment has no `@get PATH`
    /// @get /a @post /a
    func both() async throws  // refused: `both`: it has two HTTP methods
}
