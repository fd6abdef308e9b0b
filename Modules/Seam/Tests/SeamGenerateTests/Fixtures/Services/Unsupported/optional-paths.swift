/// @service
protocol OptionalPaths {
    /// @get /{id}
    func get(_ id: Int?) async throws  // refused: `id`: it is optional, and the path needs it
}
