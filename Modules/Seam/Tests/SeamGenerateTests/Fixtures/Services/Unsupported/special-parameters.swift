/// @service
protocol Special {
    /// @get /
    func variadic(ids: Int...) async throws  // refused: `ids` is variadic
    /// @get /
    func inOut(id: inout Int) async throws  // refused: `id` has an attribute or a specifier
    /// @get /
    func closure(_ done: @escaping () -> Void) async throws  // refused: `done` has an attribute or a specifier
}
